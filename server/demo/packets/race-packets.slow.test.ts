import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import { Track } from '#contract/enumerations';
import type { LiveDetail } from '#contract/live/document';
import { type Format, formats } from '../../../recorder/game/layout.ts';
import type { SessionRecord } from '../../../recorder/session/session-record.ts';
import { SessionTracker } from '../../../recorder/session/session-tracker.ts';
import { teamOf } from '../../../recorder/session/teams.ts';
import { createField } from '../field.ts';
import { createLiveRace, type LiveRace } from '../live-race.ts';
import { createRandom } from '../random.ts';
import { racePackets, type TimedDatagram } from './race-packets.ts';

const startsAt = Date.parse('2026-05-01T18:00:00.000Z');
const tracks = Object.values(Track).filter((track) => track !== Track.Unknown);

function raceOf(seed: number): LiveRace {
  return createLiveRace({
    seed: `${seed}`,
    track: tracks[seed % tracks.length] ?? Track.Monza,
    field: createField(createRandom(seed), 22),
    startsAt: new Date(startsAt).toISOString(),
    minutes: 4,
  });
}

/** Feeds packets to a recorder, and returns the session that it made of them. */
function record(packets: Iterable<TimedDatagram>): LiveDetail {
  const ended: SessionRecord[] = [];
  const ignore = () => undefined;
  const tracker = new SessionTracker({ onStart: ignore, onPacket: ignore, onEnd: (session) => ended.push(session) });
  for (const { time, datagram } of packets) tracker.receive(datagram, startsAt + time);
  tracker.end();
  expect(ended).toHaveLength(1);
  return ended[0]?.read() as LiveDetail;
}

/** Data that the game does not send: names of fictional teams, past temperatures and rain. */
function asSent(detail: LiveDetail, format: Format): LiveDetail {
  return {
    ...detail,
    gameVersion: `F1 ${Math.min(25, format - 2_000)}`,
    drivers: detail.drivers.map((driver) => ({
      ...driver,
      team: teamOf(Math.floor(driver.carIndex / 2) % 10, format),
    })),
    weatherHistory: detail.weatherHistory.map((sample) => ({
      ...sample,
      trackTemperatureChange: null,
      airTemperatureChange: null,
      rainPercentage: null,
    })),
  };
}

// A race of some minutes is simulated frame by frame.
const timeout = 120_000;

test.each(formats)(
  'the recorded session equals the race: format %i',
  (format) => {
    const race = raceOf(format);
    const session = record(racePackets(race, { format, rate: 10 }));
    expect(session).toEqual(asSent(race.at(race.duration), format));
    v.parse(SessionUpload, session);
  },
  timeout,
);

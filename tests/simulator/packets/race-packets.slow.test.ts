import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import { Track } from '#contract/enumerations';
import type { LiveDetail } from '#contract/live/document';
import { asSent, raceOf } from '#tests/recorder/race-source';
import { formats } from '../../../recorder/game/layout.ts';
import type { SessionRecord } from '../../../recorder/session/session-record.ts';
import { SessionTracker } from '../../../recorder/session/session-tracker.ts';
import { createField } from '../field.ts';
import { createRandom } from '../random.ts';
import { createSimulatedRace } from '../simulated-race.ts';
import { racePackets, type TimedDatagram } from './race-packets.ts';

const startsAt = Date.parse('2026-05-01T18:00:00.000Z');
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

/** The sectors around the lines that a car has crossed: the third one of each lap and the first one of the next, in ms. */
function linesOf({ lapTimes }: LiveDetail['drivers'][number]): number[] {
  return lapTimes
    .slice(0, -1)
    .map(({ sector3Time }, index) => (sector3Time ?? Number.NaN) + (lapTimes[index + 1]?.sector1Time ?? Number.NaN));
}

// A race of some minutes is simulated frame by frame.
const timeout = 120_000;

test.each(formats)(
  'the recorded session equals the race: format %i',
  (format) => {
    const race = raceOf(format, startsAt);
    const session = record(racePackets(race, { format, rate: 10 }));
    expect(session).toEqual(asSent(race.at(race.duration), format));
    v.parse(SessionUpload, session);
  },
  timeout,
);

test(
  'stints end on the lap whose sectors and pit status show the stop',
  () => {
    const race = createSimulatedRace({
      seed: 'stops',
      track: Track.Monza,
      field: createField(createRandom('stops'), 22),
      startsAt: new Date(startsAt).toISOString(),
      minutes: 20,
    });
    const session = record(racePackets(race, { format: 2025, rate: 5 }));
    expect(session.drivers.some(({ pitStops }) => pitStops.length > 0)).toBe(true);
    // By the table of sets, by the pit status of the cars, and by their sectors: no other lap is so slow in this race.
    for (const driver of session.drivers) {
      const ends = driver.tyres.slice(0, -1).map(({ endLap }) => endLap);
      const lines = linesOf(driver);
      const slow = lines.flatMap((time, index) => (time > Math.min(...lines) + 15_000 ? [index + 1] : []));
      expect([ends, slow]).toEqual([driver.pitStops.map(({ lapNum }) => lapNum), ends]);
    }
  },
  timeout,
);

import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import { SessionType, Track } from '#contract/enumerations';
import type { LiveDetail } from '#contract/live/document';
import { asSent, raceOf } from '#tests/recorder/race-source';
import { formats } from '../../../recorder/game/layout.ts';
import type { SessionRecord } from '../../../recorder/session/session-record.ts';
import { type ReceivedPacket, SessionTracker } from '../../../recorder/session/session-tracker.ts';
import { PacketSelection } from '../../../recorder/spool/packet-selection.ts';
import { createField } from '../field.ts';
import { createLiveQualifying } from '../live-qualifying.ts';
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

/** What a recorder has on its disk of packets. */
function keep(packets: Iterable<TimedDatagram>): TimedDatagram[] {
  const selection = new PacketSelection();
  const kept: ReceivedPacket[] = [];
  const ignore = () => undefined;
  const onPacket = (_: SessionRecord, received: ReceivedPacket) => kept.push(...selection.select(received));
  const tracker = new SessionTracker({ onStart: ignore, onPacket, onEnd: ignore });
  for (const { time, datagram } of packets) tracker.receive(datagram, startsAt + time);
  return kept.map(({ datagram, receivedAt }) => ({ datagram, time: receivedAt - startsAt }));
}

test(
  'the laps of a practice say when they ended, also those of a recorder that crashed or was started late',
  () => {
    const practice = createLiveQualifying({
      ...{ seed: 'laps', track: Track.Austria, type: SessionType.P1, minutes: 15 },
      ...{ field: createField(createRandom('laps'), 22), startsAt: new Date(startsAt).toISOString() },
    });
    const driven = practice.at(practice.duration).drivers.flatMap(({ lapTimes }) => lapTimes);
    const packets = [...racePackets(practice, { format: 2025, rate: 10 })];
    const late = 400_000;
    for (const [from, received] of [
      [0, packets],
      [0, keep(packets)],
      [late, packets.filter(({ time }) => time >= late)],
    ] as const) {
      const known = record(received).drivers.flatMap(({ lapTimes }) => lapTimes);
      expect(known.map(({ lapTime }) => lapTime)).toEqual(driven.map(({ lapTime }) => lapTime));
      const errors = driven.flatMap(({ endedAt = 0 }, index) =>
        endedAt > from + 100 ? [Math.abs((known[index]?.endedAt ?? Number.NaN) - endedAt)] : [],
      );
      expect(errors.length).toBeGreaterThan(from === 0 ? 100 : 20);
      expect(Math.max(...errors)).toBeLessThan(2);
    }
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

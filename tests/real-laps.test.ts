import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SessionUpload } from '#contract/api/bodies';
import { Track } from '#contract/enumerations';
import { lapShape } from '#contract/race/replay/lap-shape';
import { replayOf } from '#contract/race/replay/replay';
import { readFrames } from '../recorder/captures/frames.ts';
import { identify, isRejected, readPacket } from '../recorder/game/packet.ts';
import type { SessionRecord } from '../recorder/session/session-record.ts';
import { SessionTracker } from '../recorder/session/session-tracker.ts';
import { findShippedTrack } from '../server/domain/outlines.ts';

const file = join(process.env.PITBOARD_DATA ?? '', 'udp', 'f1_23_league_austin_q2_477s.cap.gz');
const hasData = process.env.PITBOARD_DATA !== undefined && existsSync(file);
if (!hasData)
  console.log(
    `SKIPPED: the laps of a real qualifying (${process.env.PITBOARD_DATA === undefined ? 'PITBOARD_DATA is not set' : file})`,
  );

/** A place of a car: ms since the lap began, m after the line. */
interface Sample {
  readonly time: number;
  readonly distance: number;
}

/** The whole laps of a capture, without a stop in the pits and without a break. */
async function wholeLaps(): Promise<{ readonly time: number; readonly samples: readonly Sample[] }[]> {
  const laps: { time: number; samples: Sample[] }[] = [];
  const open = new Map<number, { number: number; samples: Sample[]; isWhole: boolean }>();
  for await (const { datagram } of readFrames(file)) {
    const identified = identify(datagram);
    if (isRejected(identified) || identified.name !== 'lapData') continue;
    const packet = readPacket(datagram, identified);
    if (packet.name !== 'lapData') continue;
    for (const [car, lap] of packet.body.lapData.entries()) {
      const { currentLapNum, currentLapTimeInMS: time, lapDistance: distance, lastLapTimeInMS, pitStatus } = lap;
      let current = open.get(car);
      if (current?.number !== currentLapNum) {
        if (current?.isWhole === true && (current.samples[0]?.distance ?? 999) < 100)
          laps.push({ time: lastLapTimeInMS, samples: current.samples });
        current = { number: currentLapNum, samples: [], isWhole: true };
        open.set(car, current);
      }
      const last = current.samples.at(-1);
      if (distance <= 0 || time === 0) continue;
      // An out lap has the same number: the timed one begins at the line.
      if (last !== undefined && distance < last.distance - 100) Object.assign(current, { samples: [], isWhole: true });
      else if (last !== undefined && time > last.time + 1_000) current.isWhole = false;
      if (pitStatus !== 0) current.isWhole = false;
      current.samples.push({ time, distance });
    }
  }
  return laps.filter(({ time, samples }) => Math.abs((samples.at(-1)?.time ?? 0) - time) < 1_000);
}

test.skipIf(!hasData)(
  'on a real lap a car is within 64 m of where the shape of the track has it, at 95 % of the time',
  async () => {
    const outline = findShippedTrack(Track.Texas);
    const length = 5_514;
    const shape = lapShape(outline?.points ?? [], length);
    const laps = await wholeLaps();
    const errors = laps.flatMap(({ time, samples }) =>
      samples.map((sample) => Math.abs(shape.distanceAfter(sample.time / time) * length - sample.distance)),
    );
    errors.sort((one, other) => one - other);
    expect(laps.length).toBeGreaterThan(3);
    expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThan(64);
  },
);

test.skipIf(!hasData)('a real qualifying is replayed with its timed laps where they were driven', async () => {
  const ended: SessionRecord[] = [];
  const ignore = () => undefined;
  const tracker = new SessionTracker({ onStart: ignore, onPacket: ignore, onEnd: (session) => ended.push(session) });
  const states: { time: number; cars: readonly { lapDistance: number }[] }[] = [];
  for await (const { time, datagram } of readFrames(file)) {
    tracker.receive(datagram, Date.parse('2026-05-01T18:00:00.000Z') + time);
    const identified = identify(datagram);
    if (isRejected(identified) || identified.name !== 'lapData') continue;
    const { name, header, body } = readPacket(datagram, identified);
    if (name === 'lapData') states.push({ time: header.sessionTime * 1_000, cars: body.lapData });
  }
  tracker.end();
  const upload = ended[0]?.toUpload() as SessionUpload;
  const { points = [] } = findShippedTrack(Track.Texas) ?? {};
  const replay = replayOf(upload, { points, length: upload.trackLength });
  const usual = Math.min(...upload.drivers.flatMap(({ bestLapTimeMs }) => bestLapTimeMs ?? []));
  const errors = upload.drivers.flatMap(({ carIndex, lapTimes }) =>
    lapTimes.flatMap(({ lapTime, endedAt }) => {
      if (lapTime === null || endedAt === undefined || lapTime > usual * 1.05) return [];
      return states
        .filter(({ time }, index) => index % 6 === 0 && time > endedAt - lapTime + 500 && time < endedAt - 500)
        .map(({ time, cars }) => {
          const shown = replay.at(time).drivers?.[carIndex]?.lapDistance ?? Number.NaN;
          return Math.abs(shown - (cars[carIndex]?.lapDistance ?? Number.NaN));
        });
    }),
  );
  errors.sort((one, other) => one - other);
  expect(errors.length).toBeGreaterThan(1_000);
  expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThan(64);
});

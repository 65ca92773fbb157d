import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ResultStatus, SessionStatus, SessionType, Track } from '#contract/enumerations';
import { readFrames } from '../captures/frames.ts';
import type { SessionRecord } from './session-record.ts';
import { SessionTracker } from './session-tracker.ts';

/** A qualifying of the real game, as another program reads its result. */
const folder = join(process.env.PITBOARD_DATA ?? '', 'udp');
const name = 'f1_23_league_austin_q2_477s';
const hasData = existsSync(join(folder, `${name}.cap.gz`));
if (!hasData)
  console.log(
    `SKIPPED: a real qualifying (${process.env.PITBOARD_DATA === undefined ? 'PITBOARD_DATA is not set' : folder})`,
  );

interface ClassifiedCar {
  readonly carIndex: number;
  readonly position: number;
  readonly resultStatus: number;
  readonly bestLapMs: number;
}

describe.runIf(hasData)('a real qualifying', () => {
  test('is recorded with its result, laps, penalties and overtakes', async () => {
    const begun = Date.parse('2026-05-01T18:00:00.000Z');
    const ended: SessionRecord[] = [];
    const ignore = () => undefined;
    const tracker = new SessionTracker({ onStart: ignore, onPacket: ignore, onEnd: (session) => ended.push(session) });
    for await (const { time, datagram } of readFrames(join(folder, `${name}.cap.gz`)))
      tracker.receive(datagram, begun + time);
    tracker.end();
    expect(ended).toHaveLength(1);
    const upload = ended[0]?.toUpload();
    expect(upload).toMatchObject({
      trackId: Track.Texas,
      sessionType: SessionType.Q2,
      sessionStatus: SessionStatus.Finished,
      isMultiplayer: true,
    });
    const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')).captures[name];
    const cars: readonly ClassifiedCar[] = expected.classification;
    const drivers = upload?.drivers ?? [];
    expect(drivers.map(({ carIndex }) => carIndex)).toEqual(cars.map(({ carIndex }) => carIndex).sort((a, b) => a - b));
    for (const { carIndex, position, resultStatus, bestLapMs } of cars) {
      const driver = drivers.find((one) => one.carIndex === carIndex);
      expect(driver).toMatchObject({ finishingPosition: position, resultStatus, bestLapTimeMs: bestLapMs || null });
      expect(driver?.tyres.at(-1)?.endLap).toBe(driver?.lapTimes.length);
    }
    expect(drivers.filter((driver) => driver.resultStatus === ResultStatus.Retired).length).toBeGreaterThan(0);
    expect(upload?.overtakes).toHaveLength(expected.eventCounts.OVTK);
    const rulings = drivers.flatMap(({ penalties, warnings }) => [...penalties, ...warnings]);
    expect(rulings.length).toBeGreaterThanOrEqual(expected.eventCounts.PENA);
    expect(ended[0]?.completeness()).toMatchObject({
      lapsRecorded: drivers.reduce((sum, { lapTimes }) => sum + lapTimes.length, 0),
    });
  }, 60_000);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PitStatus } from '#contract/entities/track-flag';
import { ResultStatus, SessionStatus, SessionType, Track } from '#contract/enumerations';
import { readFrames } from '../captures/frames.ts';
import { identify, isRejected, type Packet, readPacket } from '../game/packet.ts';
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

/** A change of tyres: the car's pit status then, the laps it had completed, and what the game's table says of the old set. */
interface Change {
  readonly carIndex: number;
  readonly pitStatus: number;
  readonly laps: number;
  readonly endLap: number;
}

/** The tyres of all cars by the age that the game gives them in laps, and not by its table of sets. */
class TyreAges {
  readonly #laps = new Map<number, number>();
  readonly #ages = new Map<number, number>();
  readonly #pitStatus = new Map<number, number>();
  /** Changes that are not in the table yet. */
  readonly #open = new Map<number, Omit<Change, 'endLap'>>();
  readonly changes: Change[] = [];

  follow({ name, body }: Packet): void {
    if (name === 'lapData')
      for (const [carIndex, { pitStatus }] of body.lapData.entries()) this.#pitStatus.set(carIndex, pitStatus);
    if (name === 'carStatus')
      for (const [carIndex, car] of body.carStatusData.entries()) this.#setAge(carIndex, car.tyresAgeLaps);
    if (name !== 'sessionHistory' || body.numLaps === 0) return;
    const { carIdx, lapHistoryData, tyreStintsHistoryData } = body;
    this.#laps.set(carIdx, lapHistoryData.filter(({ lapTimeInMS }) => lapTimeInMS > 0).length);
    const change = this.#open.get(carIdx);
    const set = tyreStintsHistoryData.find(({ endLap }) => endLap !== 255);
    if (change !== undefined && set !== undefined) this.changes.push({ ...change, endLap: set.endLap });
    if (set !== undefined) this.#open.delete(carIdx);
  }

  #setAge(carIndex: number, age: number): void {
    const isNew = age < (this.#ages.get(carIndex) ?? 0);
    this.#ages.set(carIndex, age);
    const [pitStatus = 0, laps = 0] = [this.#pitStatus.get(carIndex), this.#laps.get(carIndex)];
    if (isNew) this.#open.set(carIndex, { carIndex, pitStatus, laps });
  }

  /** The last laps of the stints of a car, of two at most: the last set has driven as many laps as it is old. */
  endsOf(carIndex: number): number[] {
    const [laps = 0, age = 0] = [this.#laps.get(carIndex), this.#ages.get(carIndex)];
    return [laps - age, laps].filter((end, index) => end > 0 && (index === 1 || end < laps));
  }
}

describe.runIf(hasData)('a real qualifying', () => {
  test('is recorded with its result, laps, stints, penalties and overtakes', async () => {
    const begun = Date.parse('2026-05-01T18:00:00.000Z');
    const ended: SessionRecord[] = [];
    const ignore = () => undefined;
    const tracker = new SessionTracker({ onStart: ignore, onPacket: ignore, onEnd: (session) => ended.push(session) });
    const tyres = new TyreAges();
    for await (const { time, datagram } of readFrames(join(folder, `${name}.cap.gz`))) {
      tracker.receive(datagram, begun + time);
      const identified = identify(datagram);
      if (!isRejected(identified)) tyres.follow(readPacket(datagram, identified));
    }
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
      expect([carIndex, driver?.tyres.map(({ endLap }) => endLap)]).toEqual([carIndex, tyres.endsOf(carIndex)]);
    }
    // A set ends with the lap after the one that the table names. In a qualifying the laps into and out of the garage do not
    // count: cars change their tyres there, and the table names the lap before the last one that counted.
    expect(tyres.changes.map(({ carIndex }) => carIndex)).toEqual([1, 2, 13]);
    for (const { pitStatus, laps, endLap } of tyres.changes)
      expect([pitStatus, endLap + 1]).toEqual([PitStatus.InLane, laps]);
    expect(drivers.filter(({ tyres }) => tyres.length > 1).map(({ carIndex }) => carIndex)).toEqual([0, 5, 9, 13]);
    expect(drivers.filter((driver) => driver.resultStatus === ResultStatus.Retired).length).toBeGreaterThan(0);
    expect(upload?.overtakes).toHaveLength(expected.eventCounts.OVTK);
    const rulings = drivers.flatMap(({ penalties, warnings }) => [...penalties, ...warnings]);
    expect(rulings.length).toBeGreaterThanOrEqual(expected.eventCounts.PENA);
    // The recording begins in the middle: the laps whose ends were received say when that was, and those of one run follow
    // each other, which the game's clocks of laps and session tell to two or three frames.
    const ends = drivers.map(({ lapTimes }) =>
      lapTimes.slice(lapTimes.findIndex(({ endedAt }) => endedAt !== undefined)),
    );
    const breaks = ends.flatMap((laps) =>
      laps
        .slice(1)
        .map(({ lapTime, endedAt }, index) => Number(endedAt) - Number(lapTime) - Number(laps[index]?.endedAt)),
    );
    expect(ends.flat().filter(({ endedAt }) => endedAt !== undefined)).toHaveLength(12);
    expect(breaks.filter((time) => time > 50)).toEqual([302_544]);
    expect(Math.min(...breaks)).toBeGreaterThan(0);
    expect(ended[0]?.completeness()).toMatchObject({
      lapsRecorded: drivers.reduce((sum, { lapTimes }) => sum + lapTimes.length, 0),
    });
  }, 60_000);
});

/*
 * The result of a recording: each field has its best source that was received. A field without a source is null or
 * absent, and never guessed.
 *
 * | field                          | sources, the best one first                                                        |
 * | ------------------------------ | ---------------------------------------------------------------------------------- |
 * | track, type, laps of the race  | what most session packets say, of those with a type (session-info.ts)              |
 * | laps of a car in a race        | classification; histories and lap data                                             |
 * | time of a lap                  | history; lap data after it; race time minus the other laps, where one alone lacks  |
 * | end of a lap, not in a race    | lap data after it, by its last lap time (lap-ends.ts)                              |
 * | best lap                       | classification; laps                                                               |
 * | race time of a finisher        | classification; the sum of all laps                                                |
 * | place                          | classification; order of the finishers by laps, times and penalties                |
 * | status                         | classification; lap data; a driver who left has retired                            |
 * | number of stops                | classification; counter of the lap data                                            |
 * | stops                          | pit status; changes of tyres, where the number of stops leaves no doubt            |
 * | seconds of penalties           | classification; counter of the lap data                                            |
 * | penalties                      | events; what the counter rose by beyond them, up to the seconds in all             |
 * | sets of tyres                  | history or classification, the one with more of them                               |
 */
import type { LapTime, PitStop } from '#contract/entities/session';
import { ResultStatus } from '#contract/enumerations';
import { outStatuses } from '#contract/race/classify';
import { completedLap, type RunningLap } from './lap-record.ts';
import type { PitFacts } from './pit-record.ts';
import type { GameStint } from './stints.ts';

/** The laps of a car, with the time of the one that is missing where its race time in ms leaves only that. */
export function reconcileLaps(
  laps: readonly LapTime[],
  raceTime: number | null,
  running: RunningLap | null,
): readonly LapTime[] {
  const missing = laps.findIndex(({ lapTime }) => lapTime === null);
  if (raceTime === null || missing < 0 || missing !== laps.findLastIndex(({ lapTime }) => lapTime === null))
    return laps;
  const lapTime = raceTime - laps.reduce((sum, lap) => sum + (lap.lapTime ?? 0), 0);
  if (lapTime <= 0) return laps;
  const lapNum = missing + 1;
  const unseen = { lapNum, sector1Time: null, sector2Time: null, isInvalid: false };
  return laps.with(missing, completedLap(running?.lapNum === lapNum ? running : unseen, lapTime));
}

/** The sum of laps in ms; null unless all are known. */
export function sumOf(laps: readonly LapTime[]): number | null {
  let sum = 0;
  for (const { lapTime } of laps) {
    if (lapTime === null) return null;
    sum += lapTime;
  }
  return sum || null;
}

/**
 * The stops of a car, in order. `changes`: the laps at whose end the tyres were changed. `count`: how often it stopped; null
 * while it is not known. A stop that is under way has no time.
 */
export function reconcileStops(
  { stops, underWay, withoutStop }: PitFacts,
  changes: readonly number[],
  { count, isFinal }: { readonly count: number | null; readonly isFinal: boolean },
): PitStop[] {
  const seen = stops.map(({ lapNum, isLapSeen, pitLaneTime }): PitStop => {
    // A car that came in unseen may have crossed the line since.
    const isChangeBefore = !isLapSeen && !changes.includes(lapNum) && changes.includes(lapNum - 1);
    return { lapNum: isChangeBefore ? lapNum - 1 : lapNum, pitLaneTime };
  });
  const isCounted = count === null || count > seen.length;
  if (underWay !== null && (!isFinal || isCounted)) seen.push({ lapNum: underWay, pitLaneTime: null });
  const unseen = changes
    .filter((lapNum) => !withoutStop.has(lapNum) && !seen.some((stop) => stop.lapNum === lapNum))
    .map((lapNum) => ({ lapNum, pitLaneTime: null }));
  const left = count === null ? unseen.length : count - seen.length;
  // With fewer stops than changes nobody can say which ones they were.
  const all = unseen.length <= left ? [...seen, ...unseen] : seen;
  return all.sort((one, other) => one.lapNum - other.lapNum).slice(0, isFinal ? (count ?? undefined) : undefined);
}

/** The sets of a car: after the last history there may have been another one. */
export function reconcileSets(history: readonly GameStint[], classified: readonly GameStint[]): readonly GameStint[] {
  const usedIn = (sets: readonly GameStint[]) => sets.filter(({ visualCompound }) => visualCompound !== 0).length;
  return usedIn(classified) > usedIn(history) ? classified : history;
}

/** A car at the end of a session without a classification. */
export interface TimedCar {
  readonly carIndex: number;
  readonly resultStatus: ResultStatus;
  readonly laps: number;
  /** The sum of its laps in ms; null unless all are known. */
  readonly time: number | null;
  readonly penaltySeconds: number;
  /** On the road, from 1; 0 without one. */
  readonly position: number;
}

/**
 * The places of a race that the game did not classify, by car: finishers in order, then those who are out by the laps that they
 * drove. Null while a car still races, or where times are missing that decide.
 */
export function placesFromTiming(cars: readonly TimedCar[]): ReadonlyMap<number, number> | null {
  const finishers = cars.filter(({ resultStatus }) => resultStatus === ResultStatus.Finished);
  const out = cars.filter(({ resultStatus }) => outStatuses.includes(resultStatus));
  if (finishers.length === 0 || finishers.length + out.length < cars.length) return null;
  const hasPenalties = finishers.some(({ penaltySeconds }) => penaltySeconds > 0);
  const isTimed = finishers.every(({ time }) => time !== null);
  const places = new Set(finishers.map(({ position }) => position));
  const hasOrder = places.size === finishers.length && !places.has(0);
  if (hasPenalties ? !isTimed : !hasOrder) return null;
  const inOrder = [...finishers].sort((one, other) => {
    if (!hasPenalties) return one.position - other.position;
    return other.laps - one.laps || counted(one) - counted(other) || one.position - other.position;
  });
  const isDisqualified = ({ resultStatus }: TimedCar) => (resultStatus === ResultStatus.Disqualified ? 1 : 0);
  const outInOrder = [...out].sort(
    (one, other) =>
      isDisqualified(one) - isDisqualified(other) || other.laps - one.laps || one.position - other.position,
  );
  return new Map([...inOrder, ...outInOrder].map(({ carIndex }, index) => [carIndex, index + 1]));
}

function counted({ time, penaltySeconds }: TimedCar): number {
  return (time ?? Number.NaN) + penaltySeconds * 1_000;
}

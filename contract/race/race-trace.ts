// The course of a race in numbers: places and gaps after each lap, from the times of the laps.
import type { Driver, LapTime, Session } from '../entities/session.ts';
import { ResultStatus } from '../enumerations.ts';
import { classificationOf } from './classification.ts';
import { findSlowLaps, type SlowLaps, type SlowLapsField } from './slow-laps.ts';

/** One car over a race. */
export interface RaceTrace {
  readonly driver: Driver;
  /**
   * Its place on the grid, then after each lap of the race; null once the car has stopped, and while a running
   * car's time is not known. A car
   * that is a lap down at the flag keeps its place from its own last lap on.
   */
  readonly places: readonly (number | null)[];
  /** How far behind the first car it crossed the line, in ms, lap 1 first; null where one of both times is not known. */
  readonly gaps: readonly (number | null)[];
  /** Its place in the result, with all penalties. */
  readonly result: number | null;
  /** It has retired, or is not in the classification for another reason. */
  readonly isOut: boolean;
}

/** A race, its cars in the order of the result. */
export interface RaceCourse {
  readonly laps: number;
  readonly traces: readonly RaceTrace[];
  /** When the first car completed each lap, in ms since the start, lap 1 first; null where it is not known. */
  readonly times: readonly (number | null)[];
  /** Laps under a safety car or a red flag, in order. */
  readonly slowLaps: readonly SlowLaps[];
}

/** A lap's time, or the sum of its sectors where it has none; in ms. */
function timeOf({ lapTime, sector1Time, sector2Time, sector3Time }: LapTime): number | null {
  if (lapTime !== null) return lapTime;
  if (sector1Time === null || sector2Time === null || sector3Time === null) return null;
  return sector1Time + sector2Time + sector3Time;
}

/**
 * The time from the start to the end of each lap, in ms: from the first lap on, and back from the time of the race. Null
 * between the first and the last lap whose times are not known; without a time of the race, from the first one on.
 */
export function elapsedTimes({ lapTimes, totalRaceTime, resultStatus, numberOfLaps }: Driver): (number | null)[] {
  const times = lapTimes.map(timeOf);
  let total: number | null = 0;
  const elapsed = times.map((time) => {
    total = total === null || time === null ? null : total + time;
    return total;
  });
  const known = elapsed.findLast((time) => time !== null) ?? 0;
  const hasAllLaps = numberOfLaps === null || numberOfLaps === times.length;
  let left = resultStatus === ResultStatus.Finished && hasAllLaps ? totalRaceTime : null;
  for (let index = times.length - 1; index >= 0 && left !== null && elapsed[index] === null; index -= 1) {
    // A time of the race that is less than that of its laps is wrong.
    if (left <= known) break;
    elapsed[index] = left;
    const time: number | null = times[index] ?? null;
    left = time === null ? null : left - time;
  }
  return elapsed;
}

/** Where all cars of a race were after each lap; null for all on laps at whose end the time of a running car is not known. */
export function raceCourse(session: Pick<Session, CourseField>): RaceCourse {
  const rows = classificationOf(session).map(({ driver, position, status }) => ({
    driver,
    result: position,
    isOut: status !== null,
    elapsed: elapsedTimes(driver),
    places: [driver.startingPosition] as (number | null)[],
    gaps: [] as (number | null)[],
  }));
  const laps = Math.max(0, ...rows.map(({ elapsed }) => elapsed.length));
  const times: (number | null)[] = [];
  for (let lap = 1; lap <= laps; lap += 1) {
    const running = rows.flatMap((row) => {
      const { elapsed, isOut } = row;
      // A car that finishes a lap down has no time of the leader's last lap.
      const own = isOut ? lap : Math.min(lap, elapsed.length);
      return own === 0 || own > elapsed.length ? [] : [{ row, own, time: elapsed[own - 1] ?? null }];
    });
    const timed = running.flatMap(({ row, own, time }) => (time === null ? [] : [{ row, own, time }]));
    const inOrder =
      timed.length < running.length ? [] : timed.sort((one, other) => other.own - one.own || one.time - other.time);
    const [leader] = inOrder;
    times.push(leader?.time ?? null);
    const places = new Map(inOrder.map(({ row }, index) => [row, index + 1]));
    for (const row of rows) {
      const time = row.elapsed[lap - 1] ?? null;
      row.places.push(places.get(row) ?? null);
      row.gaps.push(time === null || leader === undefined ? null : time - leader.time);
    }
  }
  return { laps, traces: rows, times, slowLaps: findSlowLaps(session, laps) };
}

type CourseField = 'sessionType' | SlowLapsField;

/** The place of a classified car at the flag, and the one that penalties have given it; null where they are the same. */
export function changeAfterFlag({
  places,
  result,
  isOut,
}: Pick<RaceTrace, 'places' | 'result' | 'isOut'>): { readonly from: number; readonly to: number } | null {
  const from = places.at(-1) ?? null;
  return isOut || from === null || result === null || from === result ? null : { from, to: result };
}

/** The cars that a picture of a race is about: the podium, the first on the grid, and who lost most places. */
export function leadingCars({ traces }: RaceCourse): number[] {
  const loss = ({ places: [grid], result, isOut }: RaceTrace) =>
    isOut || grid == null || result === null ? 0 : result - grid;
  const loser = [...traces].sort((one, other) => loss(other) - loss(one))[0];
  const cars = [
    ...traces.filter(({ result, isOut }) => result !== null && result <= 3 && !isOut),
    ...traces.filter(({ places: [grid] }) => grid === 1),
    ...(loser !== undefined && loss(loser) > 0 ? [loser] : []),
  ];
  return [...new Set(cars.map(({ driver }) => driver.carIndex))];
}

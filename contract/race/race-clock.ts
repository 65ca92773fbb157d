import { RaceControlKind } from '../entities/race-control.ts';
import { isRace, SessionType } from '../enumerations.ts';
import type { LiveDocument, LiveDriver } from '../live/document.ts';
import { isOutStatus } from './race-control.ts';
import { hasEnds, type TimedLaps, timedSpans, usualLapOf } from './replay/lap-times.ts';

/** When the cars of a session crossed the line, by the clock of the session where it has one. Times in ms. */
export interface RaceClock {
  /** A race with at least one recorded time: the times of its laps can be shown beside that. Or laps that say when they ended. */
  readonly hasTimes: boolean;
  /** Practice or qualifying with laps that say when they ended. */
  readonly hasEnds: boolean;
  /** When the first lap began. */
  readonly start: number;
  /** When a car completed a lap; null where a time before is missing. */
  readonly crossing: (car: number, lap: number) => number | null;
  /** The first car at the end of each lap of a race, from lap 1; null where a running car has no time. */
  readonly leaders: readonly (number | null)[];
  /** The leader's lap of a race; null where no lap has a time. */
  readonly leaderLapAt: (time: number) => number | null;
  /** The time in a lap of a car, as exact as it can be had; `part` of the lap has been driven. */
  readonly timeIn: (car: number, lap: number, part: number) => number;
}

/** The clock of a session by its laps: of a race, or of laps between which cars stand in their garages. */
export function raceClock(document: Partial<LiveDocument>): RaceClock {
  return isRace(document.sessionType ?? SessionType.Unknown) ? clockOfRace(document) : clockOfLaps(document);
}

/** The clock of practice or qualifying: laps are where their replay has them. */
function clockOfLaps({ drivers = {} }: Partial<LiveDocument>): RaceClock {
  const cars = new Map(Object.entries(drivers).map(([car, driver]) => [Number(car), timedLaps(driver)]));
  const all = [...cars.values()];
  const usual = usualLapOf(all.flatMap(({ lapTimes }) => lapTimes));
  const knowsEnds = hasEnds({ drivers: all });
  const spans = new Map([...cars].map(([car, laps]) => [car, timedSpans(laps, usual, knowsEnds)]));
  return {
    hasTimes: knowsEnds,
    hasEnds: knowsEnds,
    start: 0,
    crossing: (car, lap) => cars.get(car)?.lapTimes[lap - 1]?.endedAt ?? null,
    leaders: [],
    leaderLapAt: () => null,
    timeIn: (car, lap, part) => {
      const own = spans.get(car) ?? [];
      // A lap that was not completed follows the last one.
      const end = own.at(-1)?.to ?? 0;
      const { from, to } = own[Math.max(1, lap) - 1] ?? { from: end, to: end + usual };
      return from + (to - from) * part;
    },
  };
}

function timedLaps({ lapTimes = {}, penalties = {}, warnings = {} }: LiveDriver): TimedLaps {
  const count = Math.max(0, ...Object.keys(lapTimes).map((before) => Number(before) + 1));
  const moments = [
    ...Object.values(penalties).map(({ lapNum, penaltyIssuedTime: time }) => ({ lapNum, time })),
    ...Object.values(warnings).map(({ lapNum, warningTime: time }) => ({ lapNum, time })),
  ];
  return {
    lapTimes: Array.from({ length: count }, (_, index) => lapTimes[index] ?? {}),
    moments: moments.flatMap(({ lapNum, time }) =>
      lapNum === undefined || time === undefined ? [] : { lapNum, time },
    ),
  };
}

/** The clock of a race, moved to fit what was recorded with a time and a lap: a race begins after its session. */
function clockOfRace(document: Partial<LiveDocument>): RaceClock {
  const { drivers = {}, overtakes = {}, raceControl = {}, numberOfLaps } = document;
  const ends = new Map(Object.entries(drivers).map(([car, driver]) => [Number(car), lapEnds(driver)]));
  const firsts = firstCars(ends);
  const bounds: Bounds[] = [
    ...Object.values(overtakes).map(({ overtakingDriverIdx, lapNum, overtakingTime }) =>
      boundsOf(overtakingTime, ends.get(overtakingDriverIdx), lapNum),
    ),
    ...Object.values(raceControl).map(({ kind, time, lapNum }) =>
      boundsOf(kind === RaceControlKind.Flag ? time : undefined, [0, ...firsts.map((first) => first?.time)], lapNum),
    ),
  ];
  const offset = offsetOf(bounds);
  const usual = usualLapOf(Object.values(drivers).flatMap(({ lapTimes = {} }) => Object.values(lapTimes)));
  const crossing = (car: number, lap: number) => {
    const time = ends.get(car)?.[lap];
    return time == null ? null : time + offset;
  };
  return {
    hasTimes: hasTimes(document),
    hasEnds: false,
    start: offset,
    crossing,
    leaders: firsts.map((first) => first?.car ?? null),
    leaderLapAt: (time) => {
      if (firsts.every((first) => first === null)) return null;
      const done = firsts.findLastIndex((first) => first !== null && first.time + offset < time) + 1;
      return Math.min(done + 1, Math.max(numberOfLaps ?? done + 1, firsts.length));
    },
    timeIn: (car, lap, part) => {
      const leader = lap === 1 ? 0 : firsts[lap - 2]?.time;
      const start = ends.get(car)?.[lap - 1] ?? leader ?? (lap - 1) * usual;
      const end = ends.get(car)?.[lap] ?? start + usual;
      return start + Math.max(0, end - start) * part + offset;
    },
  };
}

/** When a driver completed each lap since the start, the start first; null from the first lap without a time on. */
function lapEnds({ lapTimes = {}, resultStatus }: LiveDriver): (number | null)[] {
  const ends: (number | null)[] = [0];
  for (const [before, { lapTime }] of Object.entries(lapTimes)) {
    while (ends.length <= Number(before)) ends.push(null);
    const start = ends.at(-1);
    ends.push(start == null || lapTime === undefined ? null : start + lapTime);
  }
  // The lap on which a car has stopped was not completed.
  while (isOutStatus(resultStatus) && ends.at(-1) === null) ends.pop();
  return ends;
}

type FirstCar = { readonly car: number; readonly time: number };

function firstCars(ends: ReadonlyMap<number, readonly (number | null)[]>): (FirstCar | null)[] {
  const laps = Math.max(0, ...[...ends.values()].map(({ length }) => length - 1));
  return Array.from({ length: laps }, (_, index) => {
    let first: FirstCar | null = null;
    for (const [car, times] of ends) {
      const time = times[index + 1];
      if (time === null) return null;
      if (time !== undefined && (first === null || time < first.time)) first = { car, time };
    }
    return first;
  });
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** By how much the clock may differ from that of the laps, as something happened at a time on a lap. */
function boundsOf(
  time: number | undefined,
  ends: readonly (number | null | undefined)[] | undefined,
  lap: number | undefined,
): Bounds {
  const [start, end] = lap === undefined ? [] : [ends?.[lap - 1], ends?.[lap]];
  if (time === undefined || start == null) return { least: -Infinity, most: Infinity };
  return { least: end == null ? -Infinity : time - end, most: time - start };
}

/** A tenth of what was recorded may be wrong: a pass near the line can have either lap. */
function offsetOf(bounds: readonly Bounds[]): number {
  const leasts = bounds
    .map(({ least }) => least)
    .filter(Number.isFinite)
    .sort((one, other) => one - other);
  const mosts = bounds
    .map(({ most }) => most)
    .filter(Number.isFinite)
    .sort((one, other) => other - one);
  const least = leasts[leasts.length - 1 - Math.floor(leasts.length / 10)];
  const most = mosts[mosts.length - 1 - Math.floor(mosts.length / 10)];
  if (least === undefined || most === undefined || (least <= 0 && most >= 0)) return 0;
  return (least + most) / 2;
}

function hasTimes({ drivers = {}, overtakes = {}, raceControl = {} }: Partial<LiveDocument>): boolean {
  return (
    Object.values(raceControl).some(({ time }) => time !== undefined) ||
    Object.values(overtakes).some(({ overtakingTime }) => overtakingTime !== undefined) ||
    Object.values(drivers).some(
      ({ penalties = {}, warnings = {} }) =>
        Object.values(penalties).some(({ penaltyIssuedTime }) => penaltyIssuedTime !== undefined) ||
        Object.values(warnings).some(({ warningTime }) => warningTime !== undefined),
    )
  );
}

// The pace of drivers: which of their laps can be compared, and by how much they differ.
import type { Driver, Session } from '../entities/session.ts';
import { TyreCompound } from '../enumerations.ts';
import { median } from './median.ts';
import type { RaceCourse } from './race-trace.ts';
import { stintsOf } from './stints.ts';
import { weatherRuns } from './strategy.ts';

/** A lap with a time. */
export interface PaceLap {
  readonly lap: number;
  /** In ms. */
  readonly time: number;
  readonly compound: TyreCompound | null;
  /** The index of the driver's set of tyres, from 0. */
  readonly stint: number;
  readonly isInvalid: boolean;
  /** Valid, and neither the first lap nor one into or out of the pits. */
  readonly isClean: boolean;
}

/** The laps of a driver that have a time. */
export function paceLaps(driver: Pick<Driver, 'lapTimes' | 'tyres' | 'pitStops'>): PaceLap[] {
  const stints = stintsOf(driver);
  const stops = new Set(driver.pitStops.map(({ lapNum }) => lapNum));
  return driver.lapTimes.flatMap(({ lapTime, invalidLap }, index) => {
    if (lapTime === null) return [];
    const lap = index + 1;
    const stint = stints.findIndex(({ fromLap, toLap }) => lap >= fromLap && lap <= toLap);
    return {
      lap,
      time: lapTime,
      compound: stints[stint]?.compound ?? null,
      stint: Math.max(0, stint),
      isInvalid: invalidLap,
      isClean: !invalidLap && lap > 1 && !stops.has(lap) && !stops.has(lap - 1),
    };
  });
}

/**
 * The times that a chart of some laps shows, in ms: from a second below the median of the clean ones to four above it, and
 * the fastest valid lap in any case. Null without laps.
 */
export function paceRange(laps: readonly PaceLap[]): { readonly from: number; readonly to: number } | null {
  const valid = laps.filter(({ isInvalid }) => !isInvalid);
  const clean = valid.filter(({ isClean }) => isClean);
  const middle = median((clean.length > 0 ? clean : valid.length > 0 ? valid : laps).map(({ time }) => time));
  if (middle === null) return null;
  const fastest = Math.min(middle, ...valid.map(({ time }) => time));
  return { from: Math.min(middle - 1_000, fastest - 200), to: middle + 4_000 };
}

/** By how much the first driver was slower on each lap that both have a time of, in ms; less than 0 is faster. */
export function paceDifferences(
  one: readonly PaceLap[],
  other: readonly PaceLap[],
): { readonly lap: number; readonly difference: number }[] {
  const times = new Map(other.map(({ lap, time }) => [lap, time]));
  return one.flatMap(({ lap, time }) => {
    const rival = times.get(lap);
    return rival === undefined ? [] : [{ lap, difference: time - rival }];
  });
}

/** The state of the track: wet in rain, and for a driver on tyres for rain. */
export type Condition = 'dry' | 'wet';

/** Why a lap says nothing of the pace: a start from standing, the pits, a slow field, or that it does not count. */
export type LeftOut = 'start' | 'pits' | 'slow' | 'invalid';

/** The pace of one driver under one condition. */
export interface DriverPace {
  readonly driver: Driver;
  /** The clean ones. */
  readonly laps: readonly PaceLap[];
  /** In ms. */
  readonly median: number;
  /** The middle half of the laps differs by so much, in ms: less is steadier. */
  readonly spread: number;
  /** Has too few laps to be compared. */
  readonly isPartial: boolean;
}

/** The laps that can be compared with each other. */
export interface PaceGroup {
  readonly condition: Condition;
  /** Null for all tyres of a condition. */
  readonly compound: TyreCompound | null;
  /** The fastest median first, and those with few laps after them. */
  readonly paces: readonly DriverPace[];
  readonly laps: number;
  /** The times that a chart of all of them shows, in ms; laps beyond are exceptions. */
  readonly range: { readonly from: number; readonly to: number };
}

const wetTyres: ReadonlySet<TyreCompound | null> = new Set([TyreCompound.Intermediate, TyreCompound.Wet]);
/** In practice and qualifying a lap that is slower than the driver's best by more is none at full speed. */
const timedShare = 1.07;
/** A driver with fewer laps, or with less than this share of the most laps, is not compared. */
const fewLaps = 3;
const fewShare = 1 / 3;

type PacedSession = Pick<Session, 'drivers' | 'weatherHistory'>;

/**
 * The pace of all drivers, for each condition and each tyre on its own, the one with the most laps first; and how many laps are
 * left out. `course` is that of a race, whose laps have weather and safety cars; null elsewhere.
 */
export function pacesOf(session: PacedSession, course: RaceCourse | null) {
  const leftOut: Record<LeftOut, number> = { start: 0, pits: 0, slow: 0, invalid: 0 };
  const rain = course === null ? [] : weatherRuns(session, course).filter(({ isWet }) => isWet);
  const isRain = (lap: number) => rain.some(({ from, to }) => from < lap - 0.5 && lap - 0.5 < to);
  const cars = session.drivers.map((driver) => {
    const laps = paceLaps(driver);
    const fastest = Math.min(...laps.flatMap(({ time, isInvalid }) => (isInvalid ? [] : time)));
    const isSlow = ({ lap, time }: PaceLap) =>
      course === null ? time > fastest * timedShare : course.slowLaps.some(({ from, to }) => from <= lap && lap <= to);
    const clean = laps.filter((lap) => {
      const reason = reasonOf(lap, course !== null, isSlow(lap));
      if (reason !== null) leftOut[reason] += 1;
      return reason === null;
    });
    return { driver, laps: clean };
  });
  const conditionOf = ({ lap, compound }: PaceLap): Condition =>
    wetTyres.has(compound) || isRain(lap) ? 'wet' : 'dry';
  const groups = (['dry', 'wet'] as const).flatMap((condition): PaceGroup[] => {
    const inIt = cars.map(({ driver, laps }) => ({
      driver,
      laps: laps.filter((lap) => conditionOf(lap) === condition),
    }));
    const compounds = [...new Set(inIt.flatMap(({ laps }) => laps.map(({ compound }) => compound)))];
    const groupOf = (compound: TyreCompound | null, isAll: boolean) =>
      paceGroup(
        { condition, compound },
        inIt.map(({ driver, laps }) => ({ driver, laps: laps.filter((lap) => isAll || lap.compound === compound) })),
      );
    const byTyre = compounds.flatMap((compound) => (compound === null ? [] : (groupOf(compound, false) ?? [])));
    byTyre.sort((one, other) => other.laps - one.laps);
    const all = compounds.length === 1 && byTyre.length === 1 ? null : groupOf(null, true);
    return all === null ? byTyre : [all, ...byTyre];
  });
  const most = (condition: Condition) =>
    Math.max(...groups.map((each) => (each.condition === condition ? each.laps : 0)));
  groups.sort((one, other) => most(other.condition) - most(one.condition));
  return { groups, leftOut };
}

function reasonOf({ lap, isInvalid, isClean }: PaceLap, isOfRace: boolean, isSlow: boolean): LeftOut | null {
  if (isInvalid) return 'invalid';
  if (isOfRace && lap === 1) return 'start';
  if (!isClean) return 'pits';
  return isSlow ? 'slow' : null;
}

function paceGroup(
  of: Pick<PaceGroup, 'condition' | 'compound'>,
  cars: readonly Pick<DriverPace, 'driver' | 'laps'>[],
): PaceGroup | null {
  const most = Math.max(0, ...cars.map(({ laps }) => laps.length));
  const paces = cars.flatMap(({ driver, laps }): DriverPace[] => {
    if (laps.length === 0) return [];
    const at = quantileOf(laps);
    const isPartial = laps.length < Math.min(most, Math.max(fewLaps, most * fewShare));
    return [{ driver, laps, median: at(0.5), spread: at(0.75) - at(0.25), isPartial }];
  });
  if (paces.length === 0) return null;
  paces.sort((one, other) => Number(one.isPartial) - Number(other.isPartial) || one.median - other.median);
  const all = paces.flatMap(({ laps }) => laps);
  return { ...of, paces, laps: all.length, range: rangeOf(all, paces) };
}

/** From the fastest lap to the slowest that is no exception, and to every median that is compared. */
function rangeOf(laps: readonly PaceLap[], paces: readonly DriverPace[]): PaceGroup['range'] {
  const at = quantileOf(laps);
  const fence = at(0.75) + 1.5 * Math.max(400, at(0.75) - at(0.25));
  const medians = paces.flatMap(({ median: middle, isPartial }) => (isPartial ? [] : middle));
  const from = at(0) - 100;
  return { from, to: Math.max(from + 1_000, Math.min(at(1), fence), ...medians) + 100 };
}

function quantileOf(laps: readonly PaceLap[]): (share: number) => number {
  const times = laps.map(({ time }) => time).sort((one, other) => one - other);
  return (share) => times[Math.floor((times.length - 1) * share)] ?? 0;
}

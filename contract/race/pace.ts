// The pace of drivers: which of their laps can be compared, and by how much they differ.
import type { Driver, Session } from '../entities/session.ts';
import { isRace, type TyreCompound } from '../enumerations.ts';
import { median } from './median.ts';
import { stintsOf } from './stints.ts';

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

/** The pace of one driver over a session. */
export interface DriverPace {
  readonly driver: Driver;
  readonly laps: readonly PaceLap[];
  /** The median of the clean laps, in ms. */
  readonly median: number;
  /** The middle half of the clean laps differs by so much, in ms: less is steadier. */
  readonly spread: number;
  readonly clean: number;
  /** Has driven too little of the race to be compared: those who retire while it is dry have no slow laps of the rain. */
  readonly isPartial: boolean;
}

/** The part of a race's laps that the sport asks of a driver who is classified. */
const classifiedShare = 0.9;

/**
 * The pace of all drivers with a clean lap, the fastest median first. Drivers with part of a race follow the others,
 * the one with the most laps first. Practice and qualifying have no distance that all drive.
 */
export function pacesOf({ drivers, sessionType }: Pick<Session, 'drivers' | 'sessionType'>): DriverPace[] {
  const raceLaps = isRace(sessionType) ? Math.max(0, ...drivers.map(({ lapTimes }) => lapTimes.length)) : 0;
  const paces = drivers.flatMap((driver) => {
    const laps = paceLaps(driver);
    const times = laps.flatMap(({ time, isClean }) => (isClean ? time : [])).sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
    if (times.length === 0) return [];
    const isPartial = driver.lapTimes.length < Math.floor(raceLaps * classifiedShare);
    return [{ driver, laps, median: at(0.5), spread: at(0.75) - at(0.25), clean: times.length, isPartial }];
  });
  const distance = ({ isPartial, driver }: DriverPace) => (isPartial ? driver.lapTimes.length : raceLaps);
  return paces.sort((one, other) => distance(other) - distance(one) || one.median - other.median);
}

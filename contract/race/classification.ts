import type { ClassifiedCar, Driver, PodiumPlace, Session } from '../entities/session.ts';
import { isRace, ResultStatus, type SessionType } from '../enumerations.ts';
import { longestRaceTime } from '../values/recorded-values.ts';
import { type Gap, lapGap, raceGap, timeWithPenalties } from './gaps.ts';

/** One line of a classification, in numbers. */
export interface ClassifiedDriver {
  readonly driver: Driver;
  readonly position: number | null;
  /** Places gained since the start, lost ones negative; null where there was no grid, and for who is out. */
  readonly placesGained: number | null;
  /** Retired, disqualified or not classified. */
  readonly isOut: boolean;
  /** Race: time with penalties. Any other session: the best lap. In ms. */
  readonly time: number | null;
  readonly gapToLeader: Gap | null;
  readonly gapToCarAhead: Gap | null;
  readonly hasFastestLap: boolean;
}

/** The results of those who are out of a race. */
export const outStatuses: readonly ResultStatus[] = [
  ResultStatus.DidNotFinish,
  ResultStatus.Disqualified,
  ResultStatus.NotClassified,
  ResultStatus.Retired,
];

/** What the place of a driver follows from. */
type Placed = Pick<Driver, 'carIndex' | 'finishingPosition' | 'bestLapTimeMs'> & Partial<Pick<Driver, 'position'>>;

/** Drivers in the order of the result: by position, then by best lap, then the rest. */
export function inResultOrder<Of extends Placed>(drivers: readonly Of[]): Of[] {
  const never = Number.POSITIVE_INFINITY;
  const position = (driver: Of) => positionOf(driver) ?? never;
  const best = (driver: Of) => driver.bestLapTimeMs ?? never;
  return [...drivers].sort((one, other) => {
    const positions = [position(one), position(other)] as const;
    if (positions[0] !== positions[1]) return positions[0] - positions[1];
    return best(one) === best(other) ? one.carIndex - other.carIndex : best(one) - best(other);
  });
}

/** The classification of a session. */
export function classificationOf(session: Pick<Session, 'sessionType' | 'drivers'>): ClassifiedDriver[] {
  const isOfRace = isRace(session.sessionType);
  const drivers = inResultOrder(session.drivers);
  const fastest = fastestLap(drivers);
  const gap = isOfRace ? raceGap : lapGap;
  return drivers.map((driver, index) => {
    // Qualifying drivers often leave before the flag; only a disqualification takes their lap away.
    const isOut = isOfRace
      ? outStatuses.includes(driver.resultStatus)
      : driver.resultStatus === ResultStatus.Disqualified;
    const gapTo = (ahead: Driver | undefined) => {
      if (ahead === undefined || ahead === driver || (isOfRace && isOut)) return null;
      const found = gap(ahead, driver);
      // Where stewards have moved cars by places, the order does not follow from the times.
      return isOfRace && found !== null && 'milliseconds' in found && found.milliseconds < 0 ? null : found;
    };
    return {
      driver,
      position: positionOf(driver),
      placesGained: isOfRace && !isOut ? placesGained(driver) : null,
      isOut,
      time: isOfRace ? timeWithPenalties(driver) : driver.bestLapTimeMs,
      gapToLeader: gapTo(drivers[0]),
      gapToCarAhead: gapTo(drivers[index - 1]),
      hasFastestLap:
        fastest !== null && driver.bestLapTimeMs === fastest && driver.resultStatus !== ResultStatus.Disqualified,
    };
  });
}

/** The first three with a result: by classification, or by best lap where there is none yet. */
export function podiumOf({
  sessionType,
  drivers,
}: Pick<Session, 'sessionType'> & { readonly drivers: readonly (Placed & PodiumPlace)[] }): PodiumPlace[] {
  const hasResult = (driver: Placed) =>
    isRace(sessionType) ? positionOf(driver) !== null : driver.bestLapTimeMs !== null;
  return inResultOrder(drivers.filter(hasResult))
    .slice(0, 3)
    .map(({ carIndex, name, team, totalRaceTime, totalPenaltiesSeconds, bestLapTimeMs, numberOfLaps }) => ({
      carIndex,
      name,
      team,
      totalRaceTime,
      totalPenaltiesSeconds,
      bestLapTimeMs,
      numberOfLaps,
    }));
}

/** What the time of a driver that counts follows from. */
type Timed = Pick<Driver, 'totalRaceTime' | 'totalPenaltiesSeconds'>;

/** The time that counts in a race, as answers have it. Rulings have fractions of a second. */
function countedTime(
  sessionType: SessionType,
  driver: Timed,
  isOut: boolean,
): Pick<ClassifiedCar, 'timeWithPenalties'> {
  const time = isRace(sessionType) && !isOut ? timeWithPenalties(driver) : null;
  return time === null ? {} : { timeWithPenalties: Math.min(longestRaceTime, Math.max(0, Math.round(time))) };
}

/** The cars of a session in the order of the result, with the times that count. */
export function classifiedCars({
  sessionType,
  drivers,
}: {
  readonly sessionType: SessionType;
  readonly drivers: readonly (Placed & Timed & Pick<Driver, 'resultStatus'>)[];
}): ClassifiedCar[] {
  return inResultOrder(drivers).map((driver) => ({
    carIndex: driver.carIndex,
    position: positionOf(driver),
    ...countedTime(sessionType, driver, outStatuses.includes(driver.resultStatus)),
  }));
}

/** A podium with the times that count. `carsOut`: the cars of those who are out. */
export function timedPodium(
  { sessionType, podium }: Pick<Session, 'sessionType' | 'podium'>,
  carsOut: readonly number[],
): PodiumPlace[] {
  return podium.map((place) => ({
    ...place,
    ...countedTime(sessionType, place, carsOut.includes(place.carIndex)),
  }));
}

function positionOf({ finishingPosition, position = null }: Placed): number | null {
  return finishingPosition ?? position;
}

/** A disqualified driver has none. */
function fastestLap(drivers: readonly Driver[]): number | null {
  const times = drivers.flatMap(({ bestLapTimeMs, resultStatus }) =>
    resultStatus === ResultStatus.Disqualified ? [] : (bestLapTimeMs ?? []),
  );
  return times.length === 0 ? null : Math.min(...times);
}

function placesGained({ startingPosition, finishingPosition }: Driver): number | null {
  return startingPosition === null || finishingPosition === null ? null : startingPosition - finishingPosition;
}

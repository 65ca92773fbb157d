import type { ClassifiedCar, Driver, PodiumPlace, Session } from '../entities/session.ts';
import { isRace, ResultStatus, type SessionType } from '../enumerations.ts';
import { longestRaceTime } from '../values/recorded-values.ts';
import { type Classifiable, type ClassifiedResult, classify, isOutOf } from './classify.ts';
import { type Gap, lapGap, raceGap, timeWithPenalties } from './gaps.ts';
import { statusLabel } from './status-label.ts';

/** One line of a classification, in numbers. */
export interface ClassifiedDriver {
  readonly driver: Driver;
  readonly position: number | null;
  /** Places gained since the start, lost ones negative; null without a grid, and for cars that are out. */
  readonly placesGained: number | null;
  /** Retired, disqualified or not classified: it does not count. */
  readonly isOut: boolean;
  /** `DNF`, `DSQ`, `NC` or `RET`; null for finishers. A season may classify who did not. */
  readonly status: string | null;
  /** Race: time with penalties. Any other session: the best lap. In ms. */
  readonly time: number | null;
  readonly gapToLeader: Gap | null;
  readonly gapToCarAhead: Gap | null;
  readonly hasFastestLap: boolean;
}

/** The classification of a session, as its page, files and pictures show it. */
export function classificationOf(session: Pick<Session, 'sessionType' | 'drivers'>): ClassifiedDriver[] {
  const { sessionType } = session;
  const isOfRace = isRace(sessionType);
  const classified = classify(session);
  const fastest = fastestLap(session.drivers);
  const gap = isOfRace ? raceGap : lapGap;
  const hasEnded = ({ resultStatus }: ClassifiedResult) => !isOutOf(sessionType, resultStatus);
  return classified.map((entry, index) => {
    const { driver, position, resultStatus } = entry;
    const isOut = !hasEnded(entry) && !entry.isClassified;
    const gapTo = (ahead: Driver | undefined) => {
      if (ahead === undefined || ahead === driver || (isOfRace && !hasEnded(entry))) return null;
      const found = gap(ahead, driver);
      // Where stewards have moved cars by places, the order does not follow from the times.
      return isOfRace && found !== null && 'milliseconds' in found && found.milliseconds < 0 ? null : found;
    };
    return {
      driver,
      position,
      placesGained: isOfRace && !isOut ? placesGained(driver, position) : null,
      isOut,
      status: hasEnded(entry) ? null : statusLabel(resultStatus),
      time: isOfRace ? timeWithPenalties(driver) : driver.bestLapTimeMs,
      gapToLeader: gapTo(classified.find(hasEnded)?.driver),
      gapToCarAhead: gapTo(classified.slice(0, index).findLast(hasEnded)?.driver),
      hasFastestLap: fastest !== null && driver.bestLapTimeMs === fastest && resultStatus !== ResultStatus.Disqualified,
    };
  });
}

/** The first three who count: by classification, or by best lap where there is none yet. */
export function podiumOf(session: {
  readonly sessionType: SessionType;
  readonly drivers: readonly (Classifiable & Omit<PodiumPlace, 'resultStatus'>)[];
}): PodiumPlace[] {
  const { sessionType } = session;
  return classify(session)
    .filter(({ driver, position, resultStatus, isClassified }) =>
      isOutOf(sessionType, resultStatus) && !isClassified
        ? false
        : isRace(sessionType)
          ? position !== null
          : driver.bestLapTimeMs !== null,
    )
    .slice(0, 3)
    .map(({ driver, resultStatus }) => ({
      carIndex: driver.carIndex,
      name: driver.name,
      team: driver.team,
      totalRaceTime: driver.totalRaceTime,
      totalPenaltiesSeconds: driver.totalPenaltiesSeconds,
      bestLapTimeMs: driver.bestLapTimeMs,
      numberOfLaps: driver.numberOfLaps,
      ...(isOutOf(sessionType, resultStatus) ? { resultStatus } : {}),
    }));
}

/** The fields that decide a classified driver's time. */
type Timed = Pick<Driver, 'totalRaceTime' | 'totalPenaltiesSeconds'>;

/** The time that counts in a race, as answers have it. Rulings have fractions of a second. */
function countedTime(sessionType: SessionType, driver: Timed): Pick<ClassifiedCar, 'timeWithPenalties'> {
  const time = isRace(sessionType) ? timeWithPenalties(driver) : null;
  return time === null ? {} : { timeWithPenalties: Math.min(longestRaceTime, Math.max(0, Math.round(time))) };
}

/** The cars of a session in the order of the result, with the times that count. */
export function classifiedCars(session: {
  readonly sessionType: SessionType;
  readonly drivers: readonly Classifiable[];
}): ClassifiedCar[] {
  const { sessionType } = session;
  return classify(session).map(({ driver, position, resultStatus }) => ({
    carIndex: driver.carIndex,
    position,
    ...(isOutOf(sessionType, resultStatus) ? {} : countedTime(sessionType, driver)),
  }));
}

/** A podium with the times that count. */
export function timedPodium({ sessionType, podium }: Pick<Session, 'sessionType' | 'podium'>): PodiumPlace[] {
  return podium.map((place) => ({
    ...place,
    ...(place.resultStatus === undefined ? countedTime(sessionType, place) : {}),
  }));
}

/** A disqualified driver has none. */
function fastestLap(drivers: readonly Driver[]): number | null {
  const times = drivers.flatMap(({ bestLapTimeMs, resultStatus }) =>
    resultStatus === ResultStatus.Disqualified ? [] : (bestLapTimeMs ?? []),
  );
  return times.length === 0 ? null : Math.min(...times);
}

/** A position while a race runs is none of its result. */
function placesGained({ startingPosition, finishingPosition }: Driver, position: number | null): number | null {
  return startingPosition === null || finishingPosition === null || position === null
    ? null
    : startingPosition - position;
}

// A session as a season has it: by its rules, and after its rulings.
import type { Ruling } from '../entities/ruling.ts';
import type { ClassifiedCar, PodiumPlace, Session, SessionEvent } from '../entities/session.ts';
import { ResultStatus, type SessionType } from '../enumerations.ts';
import { classifiedCars, podiumOf, timedPodium } from './classification.ts';
import { type Classifiable, type ClassificationRules, classify } from './classify.ts';
import type { ScoredDriver } from './results.ts';
import { changesResult } from './ruled-event.ts';
import { rulingsInForce } from './rulings.ts';

/**
 * The drivers with the place and the status that the standings give them, in that order. Time penalties are added to those of
 * the game; they may be negative and have fractions. A session that does not count keeps its result.
 */
export function ruledDrivers<Of extends ScoredDriver>(
  session: { readonly sessionId: string; readonly sessionType: SessionType },
  drivers: readonly Of[],
  rulings: readonly Ruling[],
  rules: ClassificationRules = {},
): Of[] {
  const own = rulingsInForce(rulings).filter(({ sessionId }) => sessionId === session.sessionId);
  if (own.some(({ kind }) => kind === 'excludeSession')) return [...drivers];
  return classify({ ...session, drivers }, own, rules).map(({ driver, position, resultStatus, isClassified }) => {
    const added = addedSeconds(own, driver.carIndex);
    return {
      ...driver,
      finishingPosition: position,
      resultStatus,
      ...(isClassified && resultStatus !== ResultStatus.Finished ? { isClassified } : {}),
      ...(added === 0 ? {} : { totalPenaltiesSeconds: roundMilliseconds((driver.totalPenaltiesSeconds ?? 0) + added) }),
    };
  });
}

function addedSeconds(rulings: readonly Ruling[], carIndex: number): number {
  return rulings.reduce(
    (sum, ruling) => (ruling.kind === 'time' && ruling.carIndex === carIndex ? sum + ruling.milliseconds / 1_000 : sum),
    0,
  );
}

function roundMilliseconds(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}

/** Whether the rules of a season classify a retirement in a session that counts. */
export function classifiesRetired(
  session: { readonly sessionId: string; readonly sessionType: SessionType },
  drivers: readonly ScoredDriver[],
  rulings: readonly Ruling[],
  rules: ClassificationRules,
): boolean {
  return ruledDrivers<Ruled<ScoredDriver>>(session, drivers, rulings, rules).some(({ isClassified }) => isClassified);
}

type Ruled<Of> = Of & Pick<Classifiable, 'isClassified'>;

/** A session with the result of an event that holds it, where that is another one; null: as the game has it. */
export function resultOf(recorded: Session, event: SessionEvent | null): Session {
  return event !== null && changesResult(event) ? withRulings(recorded, event.rulings, event) : recorded;
}

/** A session by the rules of a season and after the rulings on it. */
export function withRulings(
  session: Session,
  rulings: readonly Ruling[] = [],
  { classifiedFrom }: ClassificationRules = {},
): Session {
  const drivers = session.drivers.map((driver) => ({
    ...driver,
    finishingPosition: driver.finishingPosition ?? driver.position,
  }));
  return {
    ...session,
    drivers: ruledDrivers({ ...session, sessionId: session.id }, drivers, rulings, { classifiedFrom }),
  };
}

/** In ms, as the contract has them at most. */
const longestTime = 86_400_000;

/** The first three of a session by the rules and rulings of a season, whose times have the time that those add; null where nothing differs. */
export function ruledPodium(
  session: { readonly sessionId: string; readonly sessionType: SessionType },
  drivers: readonly ScoredDriver[],
  rulings: readonly Ruling[],
  rules: ClassificationRules = {},
): PodiumPlace[] | null {
  const { sessionType } = session;
  const after = ruledDrivers(session, drivers, rulings, rules);
  const recorded = podiumOf({ sessionType, drivers });
  const ruled = podiumOf({ sessionType, drivers: after });
  const penaltiesOf = (car: number) => drivers.find(({ carIndex }) => carIndex === car)?.totalPenaltiesSeconds ?? null;
  const podium = ruled.map((place) => {
    const penalties = penaltiesOf(place.carIndex);
    const added = (place.totalPenaltiesSeconds ?? 0) * 1_000 - (penalties ?? 0) * 1_000;
    const time = place.totalRaceTime === null ? null : Math.round(place.totalRaceTime + added);
    return {
      ...place,
      totalRaceTime: time === null ? null : Math.min(longestTime, Math.max(0, time)),
      totalPenaltiesSeconds: penalties,
    };
  });
  if (JSON.stringify(podium) === JSON.stringify(recorded)) return null;
  return timedPodium({ sessionType, podium });
}

/** The cars of a session in the order of its result by the rules and rulings of a season, with the times that count. */
export function ruledCars(
  session: { readonly sessionId: string; readonly sessionType: SessionType },
  drivers: readonly ScoredDriver[],
  rulings: readonly Ruling[],
  rules: ClassificationRules = {},
): ClassifiedCar[] {
  return classifiedCars({ sessionType: session.sessionType, drivers: ruledDrivers(session, drivers, rulings, rules) });
}

// A session as a season has it, after its rulings.
import type { Ruling } from '../entities/ruling.ts';
import type { ClassifiedCar, PodiumPlace, Session } from '../entities/session.ts';
import type { SessionType } from '../enumerations.ts';
import { classifiedCars, podiumOf, timedPodium } from './classification.ts';
import { classify } from './classify.ts';
import type { ScoredDriver } from './results.ts';
import { rulingsInForce } from './rulings.ts';

/**
 * The drivers with the place and the status that the standings give them, in that order. Time penalties are added to those of
 * the game; they may be negative and have fractions. A session that does not count keeps its result.
 */
export function ruledDrivers<Of extends ScoredDriver>(
  session: { readonly sessionId: string; readonly sessionType: SessionType },
  drivers: readonly Of[],
  rulings: readonly Ruling[],
): Of[] {
  const own = rulingsInForce(rulings).filter(({ sessionId }) => sessionId === session.sessionId);
  if (own.some(({ kind }) => kind === 'excludeSession')) return [...drivers];
  return classify({ ...session, drivers }, own).map(({ driver, position, resultStatus }) => {
    const added = addedSeconds(own, driver.carIndex);
    return {
      ...driver,
      finishingPosition: position,
      resultStatus,
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

/** A session after the rulings on it. */
export function withRulings(session: Session, rulings: readonly Ruling[]): Session {
  const drivers = session.drivers.map((driver) => ({
    ...driver,
    finishingPosition: driver.finishingPosition ?? driver.position,
  }));
  return { ...session, drivers: ruledDrivers({ ...session, sessionId: session.id }, drivers, rulings) };
}

/** In ms, as the contract has them at most. */
const longestTime = 86_400_000;

/** The first three after the rulings on a session, whose times have the time that those add; null where nothing differs. */
export function ruledPodium(
  session: { readonly sessionId: string; readonly sessionType: SessionType },
  drivers: readonly ScoredDriver[],
  rulings: readonly Ruling[],
): PodiumPlace[] | null {
  const { sessionType } = session;
  const after = ruledDrivers(session, drivers, rulings);
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

/** The cars of a session in the order of the result after the rulings on it, with the times that count. */
export function ruledCars(
  session: { readonly sessionId: string; readonly sessionType: SessionType },
  drivers: readonly ScoredDriver[],
  rulings: readonly Ruling[],
): ClassifiedCar[] {
  return classifiedCars({ sessionType: session.sessionType, drivers: ruledDrivers(session, drivers, rulings) });
}

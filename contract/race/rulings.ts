import type { RulingCreate, RulingsCreate } from '../api/bodies.ts';
import type { Ruling } from '../entities/ruling.ts';
import type { Driver } from '../entities/session.ts';
import { ResultStatus } from '../enumerations.ts';
import { fieldsOf } from '../json/fields-of.ts';

/** The rulings that count, in the order in which they apply: as they were made. */
export function rulingsInForce(rulings: readonly Ruling[]): Ruling[] {
  return rulings.filter(({ withdrawnAt, state }) => withdrawnAt === null && state !== 'draft').sort(compareMade);
}

function compareMade(one: Ruling, other: Ruling): number {
  return madeKeyOf(one) < madeKeyOf(other) ? -1 : 1;
}

function madeKeyOf({ madeAt, id }: Ruling): string {
  return `${madeAt} ${id}`;
}

/** The rulings on one car. */
export function rulingsOn(rulings: readonly Ruling[], carIndex: number): Ruling[] {
  return rulings.filter((ruling) => 'carIndex' in ruling && ruling.carIndex === carIndex);
}

/** The rulings on one of the cars, or on the session, that the body of a new one names. */
export function rulingsOnSame(rulings: readonly Ruling[], body: unknown): Ruling[] {
  const { sessionId, carIndex, otherCars } = fieldsOf(body);
  const cars = new Set([carIndex, ...(Array.isArray(otherCars) ? otherCars : [])]);
  return rulings.filter(
    (ruling) => ruling.sessionId === sessionId && cars.has('carIndex' in ruling ? ruling.carIndex : undefined),
  );
}

/** A ruling on several cars, as one for each of them; a car that is named twice gets one. */
export function rulingForEachCar(given: RulingsCreate): RulingCreate[] {
  if (given.kind === 'excludeSession') return [given];
  const { otherCars = [], ...ruling } = given;
  return [...new Set([ruling.carIndex, ...otherCars])].map((carIndex) => ({ ...ruling, carIndex }));
}

/** Finishers without a time: a time penalty cannot move them. */
export function untimedCars<Of extends Pick<Driver, 'carIndex' | 'resultStatus' | 'totalRaceTime'>>(
  given: RulingsCreate,
  drivers: readonly Of[],
): Of[] {
  if (given.kind !== 'time') return [];
  const cars = new Set([given.carIndex, ...(given.otherCars ?? [])]);
  return drivers.filter(
    ({ carIndex, resultStatus, totalRaceTime }) =>
      cars.has(carIndex) && resultStatus === ResultStatus.Finished && totalRaceTime === null,
  );
}

import type { RulingCreate, RulingsCreate } from '../api/bodies.ts';

/** A ruling on several cars, as one for each of them; a car that is named twice gets one. */
export function rulingForEachCar(given: RulingsCreate): RulingCreate[] {
  if (given.kind === 'excludeSession') return [given];
  const { otherCars = [], ...ruling } = given;
  return [...new Set([ruling.carIndex, ...otherCars])].map((carIndex) => ({ ...ruling, carIndex }));
}

import type { Driver } from '../entities/session.ts';
import { secondCars } from './second-cars.ts';

/** The second cars of a race, by car index. */
export function secondCarsOfRace(drivers: readonly Pick<Driver, 'carIndex' | 'name' | 'team'>[]): ReadonlySet<number> {
  const inOrder = [...drivers].sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
  return secondCars(inOrder.map(({ carIndex, team }) => ({ key: carIndex, team })));
}

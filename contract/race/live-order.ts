import type { LiveDocument, LiveDriver } from '../live/document.ts';
import { liveBests } from './live-laps.ts';

/** A car of a running session. */
export interface LiveEntry {
  readonly carIndex: number;
  readonly driver: LiveDriver;
}

/** The cars in the order of the timing tower: by their places; without one by best lap, or last in a race. */
export function orderOf({ drivers = {} }: Pick<Partial<LiveDocument>, 'drivers'>, isOfRace: boolean): LiveEntry[] {
  return Object.entries(drivers)
    .map(([index, driver]) => ({ carIndex: Number(index), driver }))
    .sort((one, other) => comparePlaces(one.driver, other.driver, isOfRace) || one.carIndex - other.carIndex);
}

function comparePlaces(one: LiveDriver, other: LiveDriver, isOfRace: boolean): number {
  const [first, second] = [one.position, other.position];
  if (first && second) return first - second;
  if (first || second) return first ? -1 : 1;
  if (isOfRace) return 0;
  return (liveBests(one).lapTime ?? Infinity) < (liveBests(other).lapTime ?? Infinity) ? -1 : 1;
}

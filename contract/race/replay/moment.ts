import type { Driver } from '../../entities/session.ts';

/** A moment of a stored session. */
export interface Moment {
  /** In ms since the start of the session, to a tenth of a second. */
  readonly at: number;
  /** The cars that it is about, by their carIndex. */
  readonly cars: readonly number[];
}

/** The moment in the query of a session's address, as `?at=754.2&cars=3,7`; null without one. */
export function readMoment(search: string): Moment | null {
  const textOf = (name: string) => new RegExp(`(?:^|[?&])${name}=([^&]*)`).exec(search)?.[1] ?? '';
  const seconds = textOf('at');
  if (!/^\d{1,6}(\.\d)?$/.test(seconds)) return null;
  const cars = textOf('cars')
    .split(/,|%2C/i)
    .filter((car) => /^\d{1,2}$/.test(car))
    .map(Number);
  return { at: Math.round(Number(seconds) * 1_000), cars: [...new Set(cars)].slice(0, 4) };
}

/** The query of the address of a moment. */
export function momentHref({ at, cars }: Moment): string {
  const seconds = Math.max(0, Math.round(at / 100) / 10);
  return `?at=${seconds}${cars.length === 0 ? '' : `&cars=${cars.join()}`}`;
}

/** Whether a session has the times from which it is watched again. */
export function hasReplay({ drivers }: { readonly drivers: readonly Pick<Driver, 'lapTimes'>[] }): boolean {
  return drivers.some(({ lapTimes }) => lapTimes.some(({ lapTime }) => lapTime !== null));
}

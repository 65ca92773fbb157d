import { SessionType } from '../enumerations.ts';

const firstParts: ReadonlySet<SessionType> = new Set([SessionType.Q1, SessionType.SprintShootout1]);
const secondParts: ReadonlySet<SessionType> = new Set([SessionType.Q2, SessionType.SprintShootout2]);
/** The number of drivers in the last part of a qualifying. */
const lastPartSize = 10;

/**
 * The last place that goes on to the next part of a qualifying; null without a knock-out. It depends on the number of
 * starters: half of the cars without a place in the last part are out after the first one.
 */
export function lastSafePlace(sessionType: SessionType, starters: number): number | null {
  if (starters <= lastPartSize) return null;
  if (firstParts.has(sessionType)) return starters - Math.ceil((starters - lastPartSize) / 2);
  return secondParts.has(sessionType) ? lastPartSize : null;
}

import type { LiveDriver } from '../live/document.ts';
import type { Gap } from './gaps.ts';
import { crossingGap } from './live-laps.ts';

/** Above this the game's own gaps may be wrong, and gaps are computed from the crossings, in ms. */
const reliableGap = 55_000;

/** Whole laps that a car is behind another, 0 while it is on the same lap. */
function lapsBehind(ahead: LiveDriver, behind: LiveDriver, trackLength: number | undefined): number {
  const [one, other] = [progressOf(ahead, trackLength), progressOf(behind, trackLength)];
  if (one !== null && other !== null) return Math.max(0, Math.floor(one - other));
  // A car that is merely behind has completed one lap less for a moment.
  return Math.max(0, (ahead.currentLapNumber ?? 0) - (behind.currentLapNumber ?? 0) - 1);
}

/** Laps driven, with the part of the current one. */
function progressOf({ currentLapNumber, lapDistance }: LiveDriver, trackLength: number | undefined): number | null {
  if (!trackLength || currentLapNumber === undefined || lapDistance === undefined) return null;
  return currentLapNumber - 1 + lapDistance / trackLength;
}

function timeGap(given: number | undefined, ahead: LiveDriver, behind: LiveDriver): Gap | null {
  const isGiven = given !== undefined && given > 0;
  if (isGiven && given < reliableGap) return { milliseconds: given };
  const crossing = crossingGap(ahead, behind);
  if (crossing !== null && crossing >= 0) return { milliseconds: crossing };
  return isGiven ? { milliseconds: given } : null;
}

/** How far a car of a race is behind the leader; null where nothing is known yet. */
export function liveGapToLeader(leader: LiveDriver, driver: LiveDriver, trackLength: number | undefined): Gap | null {
  const laps = lapsBehind(leader, driver, trackLength);
  return laps > 0 ? { laps } : timeGap(driver.deltaToLeader, leader, driver);
}

/** How far a car of a race is behind the car ahead; null where nothing is known yet. */
export function liveInterval(ahead: LiveDriver, driver: LiveDriver, trackLength: number | undefined): Gap | null {
  const laps = lapsBehind(ahead, driver, trackLength);
  if (laps > 0) return { laps };
  return timeGap(driver.deltaToCarAhead, ahead, driver) ?? differenceToLeader(ahead, driver);
}

/** Just after a pass nothing is known between the two, but how far each is behind the leader. */
function differenceToLeader(ahead: LiveDriver, behind: LiveDriver): Gap | null {
  // Where the game does not know it, it says 0.
  const gapAhead = ahead.position === 1 ? 0 : ahead.deltaToLeader || Number.POSITIVE_INFINITY;
  const difference = (behind.deltaToLeader ?? 0) - gapAhead;
  return difference > 0 ? { milliseconds: difference } : null;
}

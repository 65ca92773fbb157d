import { eventDuration } from '#contract/constants';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long until an instant: `in 12 min`, `in 5 h`, `in 6 days`; `now` for as long as an event takes, then null. Both times in ms. */
export function formatUntil(then: number, now: number): string | null {
  const left = then - now;
  if (left <= -eventDuration) return null;
  if (left <= 0) return 'now';
  if (left < hour) return `in ${Math.ceil(left / minute)} min`;
  if (left < 2 * day) return `in ${Math.floor(left / hour)} h`;
  return `in ${Math.floor(left / day)} days`;
}

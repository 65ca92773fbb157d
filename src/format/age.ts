const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An age: `just now`, `5 min ago`, `2 h ago`, `3 days ago`; both times in ms of the server. */
export function formatAge(then: number, now: number): string {
  const age = Math.max(0, now - then);
  if (age < minute) return 'just now';
  if (age < hour) return `${Math.floor(age / minute)} min ago`;
  if (age < day) return `${Math.floor(age / hour)} h ago`;
  const days = Math.floor(age / day);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

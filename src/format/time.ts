export {
  formatCountdown,
  formatGap,
  formatGapOf,
  formatLap,
  formatPoints,
  formatTime,
  noTime,
} from '#contract/race/times';

/** The time of day in the viewer's time zone, such as `21:04:13`; in ms since 1970. */
export function formatClock(milliseconds: number): string {
  const date = new Date(milliseconds);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

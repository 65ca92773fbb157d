import { formatClock } from './time.ts';

// The language of the app. All its times have the 24 hour clock, as those of a race have.
const language = 'en-GB';
let instants: Intl.DateTimeFormat | null = null;

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Date and time in the viewer's time zone, with its name. */
export function formatInstant(instant: string): string {
  // Created on first use: creating it takes as long as rendering a table.
  instants ??= new Intl.DateTimeFormat(language, {
    hourCycle: 'h23',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  // The name of the time zone stays with the time.
  return instants.format(new Date(instant)).replace(/ (?=\S+$)/, '\u00a0');
}

/** Day and month in the viewer's time zone, such as `21 Nov`; without Intl, which is slow on first use. */
export function formatShortDay(instant: string): string {
  const date = new Date(instant);
  return `${date.getDate()} ${months[date.getMonth()]}`;
}

/** Day and time in the viewer's time zone, such as `21 Nov 20:00`, with the year where it is not that of `now`; without Intl, too. */
export function formatShortStart(instant: string, now: number): string {
  if (new Date(instant).getFullYear() !== new Date(now).getFullYear()) return formatDayAndTime(instant);
  return `${formatShortDay(instant)} ${formatClock(Date.parse(instant)).slice(0, 5)}`;
}

/** Date in the viewer's time zone, such as `21 Nov 2026`. */
export function formatDay(instant: string): string {
  return `${formatShortDay(instant)} ${new Date(instant).getFullYear()}`;
}

/** Date and time in the viewer's time zone, such as `21 Nov 2026 20:00`; without Intl, too. */
export function formatDayAndTime(instant: string): string {
  return `${formatDay(instant)} ${formatClock(Date.parse(instant)).slice(0, 5)}`;
}

/** Date and time with the day of the week, such as `Sat, 21 Nov 2026 20:00`; without Intl, too. */
export function formatStart(instant: string): string {
  return `${days[new Date(instant).getDay()]}, ${formatDayAndTime(instant)}`;
}

/** An instant as the value of a `datetime-local` input, in the viewer's time zone; empty for null. */
export function toLocalInput(instant: string | null, hasSeconds = false): string {
  if (instant === null) return '';
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, hasSeconds ? 19 : 16);
}

/** The instant of a `datetime-local` input in the viewer's time zone; null for an empty or incomplete one. */
export function fromLocalInput(text: string): string | null {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The instant at which clocks in the viewer's time zone show what clocks in UTC show at this one. */
export function asUtc(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() + date.getTimezoneOffset() * 60_000).toISOString();
}

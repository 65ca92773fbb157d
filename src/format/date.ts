const dayAndTime = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** Day and time of an instant in the viewer's zone, with the zone's name. */
export function formatInstant(instant: string): string {
  return dayAndTime.format(new Date(instant));
}

/** Day of an instant in the viewer's zone. */
export function formatDay(instant: string): string {
  return day.format(new Date(instant));
}

/** Day and month of an instant in the viewer's zone. */
export function formatShortDay(instant: string): string {
  return shortDay.format(new Date(instant));
}

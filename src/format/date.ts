// As the rest of the app speaks, with the viewer's own clock of 12 or 24 hours.
const language = 'en-GB';
let instants: Intl.DateTimeFormat | null = null;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Day and time of an instant in the viewer's zone, with the zone's name. */
export function formatInstant(instant: string): string {
  // Made when it is first needed: it takes as long as drawing a table.
  instants ??= new Intl.DateTimeFormat(language, {
    hour12: new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 ?? false,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return instants.format(new Date(instant));
}

/** Day and month of an instant in the viewer's zone, such as `21 Nov`: lists are drawn without waiting for a format. */
export function formatShortDay(instant: string): string {
  const date = new Date(instant);
  return `${date.getDate()} ${months[date.getMonth()]}`;
}

/** Day of an instant in the viewer's zone, such as `21 Nov 2026`. */
export function formatDay(instant: string): string {
  return `${formatShortDay(instant)} ${new Date(instant).getFullYear()}`;
}

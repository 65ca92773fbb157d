/** Makes a format when it is first needed: it takes as long as drawing a table. */
function format(options: Intl.DateTimeFormatOptions): (instant: string) => string {
  let made: Intl.DateTimeFormat | null = null;
  return (instant) => {
    made ??= new Intl.DateTimeFormat(undefined, options);
    return made.format(new Date(instant));
  };
}

const shortDay = { day: 'numeric', month: 'short' } as const;
const day = { ...shortDay, year: 'numeric' } as const;

/** Day and time of an instant in the viewer's zone, with the zone's name. */
export const formatInstant = format({
  weekday: 'short',
  ...day,
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** Day of an instant in the viewer's zone. */
export const formatDay = format(day);

/** Day and month of an instant in the viewer's zone. */
export const formatShortDay = format(shortDay);

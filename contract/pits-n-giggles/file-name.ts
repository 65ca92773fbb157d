import type { SavedSession } from './file.ts';

/** When a file was saved, by the local time in its name (`…_2026_09_06_21_17_47.json`); null without one. */
export function timeInName(name: string): string | null {
  const found = /(\d{4})_(\d{2})_(\d{2})_(\d{2})_(\d{2})_(\d{2})\.json$/i.exec(name);
  if (found === null) return null;
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map(Number);
  const date = new Date(year, month - 1, day, hours, minutes, seconds);
  return isPlausible(date) ? date.toISOString() : null;
}

/** The time in the file itself; null when it has none, or none with a UTC offset. */
export function savedAtOf({ debug }: SavedSession): string | null {
  const offset = debug?.['utc-offset-seconds'] ?? null;
  const found = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})/.exec(debug?.timestamp ?? '');
  if (found === null || offset === null) return null;
  const date = new Date(Date.parse(`${found[1]}T${found[2]}Z`) - offset * 1_000);
  return isPlausible(date) ? date.toISOString() : null;
}

/** Refuses dates that no file of the program can have. */
function isPlausible(date: Date): boolean {
  return date.getTime() > Date.UTC(2000, 0, 1) && date.getTime() < Date.UTC(2200, 0, 1);
}

/** When a file was saved: its name says so in local time (`…_2026_09_06_21_17_47.json`), otherwise its last change. */
export function endedAtOf(name: string, changedAt: Date): string {
  const found = /(\d{4})_(\d{2})_(\d{2})_(\d{2})_(\d{2})_(\d{2})\.json$/i.exec(name);
  if (found === null) return changedAt.toISOString();
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map(Number);
  const date = new Date(year, month - 1, day, hours, minutes, seconds);
  return Number.isNaN(date.getTime()) ? changedAt.toISOString() : date.toISOString();
}

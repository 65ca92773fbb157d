/** A number with its noun: `1 league`, `2 leagues`, `3 penalties`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** A size: `812 B`, `14 kB`, `1.2 MB`; anything that is not a positive number is `0 B`. */
export function formatSize(bytes: number): string {
  if (!(bytes >= 1)) return '0 B';
  if (bytes < 1_000) return `${Math.round(bytes)} B`;
  const kilobytes = Math.round(bytes / 1_000);
  if (kilobytes < 1_000) return `${kilobytes} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

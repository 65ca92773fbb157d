/** A table of points as it is typed: `25, 18, 15`. */
export function formatTable(points: readonly number[]): string {
  return points.join(', ');
}

/** The points in a typed table, or null when something in it is no number from 0 to 1,000. At most 64 of them. */
export function parseTable(text: string): number[] | null {
  const parts = text.split(/[\s,;/]+/).filter((part) => part !== '');
  const points = parts.map(parseNumber);
  const isValid = parts.length <= 64 && points.every((each) => each !== null && each >= 0 && each <= 1_000);
  return isValid ? points.map((each) => each ?? 0) : null;
}

/** A typed number, with a point or a comma before its decimals; null when it is none. */
export function parseNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  return /^[+-]?\d{1,6}(\.\d{1,3})?$/.test(plain) ? Number(plain) : null;
}

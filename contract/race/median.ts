/** The middle of some numbers, the larger one of two; null of none. */
export function median(values: readonly number[]): number | null {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? null;
}

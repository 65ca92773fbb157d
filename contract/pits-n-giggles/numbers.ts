/** A whole number above zero; null for 0, which the game writes for missing values. */
export function positive(value: number | null | undefined): number | null {
  return value == null || Math.round(value) <= 0 ? null : Math.round(value);
}

/** A count as a whole number of at least 0; null when the file has none. */
export function counted(value: number | null | undefined): number | null {
  return value == null ? null : Math.max(0, Math.round(value));
}

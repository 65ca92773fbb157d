/** A whole number above zero; the game's zero stands for what does not exist. */
export function positive(value: number | null | undefined): number | null {
  return value == null || Math.round(value) <= 0 ? null : Math.round(value);
}

/** What was counted, as a whole number that is not below zero; null where the file does not say. */
export function counted(value: number | null | undefined): number | null {
  return value == null ? null : Math.max(0, Math.round(value));
}

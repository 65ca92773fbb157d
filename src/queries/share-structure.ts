/** The earlier value where the new one is equal: views need not draw it again. */
export function shareStructure(before: unknown, value: unknown): unknown {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(value) ? before : value;
}

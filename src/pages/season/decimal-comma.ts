/** Whether the comma is the decimal sign in the reader's language. */
export function usesDecimalComma(): boolean {
  return new Intl.NumberFormat(navigator.language).format(0.5).includes(',');
}

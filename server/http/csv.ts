/** A cell of a table; null is empty. */
export type Cell = string | number | boolean | null;

/** Spreadsheets run a cell as a formula when it starts with one of these, also in their full-width forms. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** Between cells. Where the comma is the decimal sign, Excel expects semicolons. */
export type Separator = 'comma' | 'semicolon';

/**
 * A table as CSV (RFC 4180), in UTF-8 with a byte order mark: without one, Excel reads another encoding. A text that a
 * spreadsheet would run as a formula gets a leading apostrophe. With semicolons, numbers and times have decimal commas.
 */
export function toCsv(rows: readonly (readonly Cell[])[], separator: Separator): Buffer {
  const sign = separator === 'comma' ? ',' : ';';
  const lines = rows.map((row) => row.map((cell) => toField(cell, separator)).join(sign));
  return Buffer.from(`\uFEFF${lines.map((text) => `${text}\r\n`).join('')}`);
}

function toField(cell: Cell, separator: Separator): string {
  if (cell === null) return '';
  const text = separator === 'semicolon' && isDecimal(cell) ? String(cell).replace('.', ',') : String(cell);
  if (typeof cell !== 'string') return text;
  const inert = formulaStart.test(text) ? `'${text}` : text;
  const isQuoted = separator === 'comma' ? /[",\r\n]/ : /[";\r\n]/;
  return isQuoted.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A number, or a time such as `1:24.617`. */
function isDecimal(cell: Cell): boolean {
  return typeof cell === 'number' || (typeof cell === 'string' && /^(?:\d+:)?\d+:\d{2}\.\d{3}$/.test(cell));
}

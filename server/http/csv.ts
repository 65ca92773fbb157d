/** A cell of a table; null is empty. */
export type Cell = string | number | boolean | null;

/** Spreadsheets run a cell as a formula when it starts with one of these, also in their full-width forms. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A table as CSV (RFC 4180), in UTF-8 with a byte order mark: without one, Excel reads another encoding. A text that a
 * spreadsheet would run as a formula gets a leading apostrophe; numbers are written as they are.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): Buffer {
  const lines = rows.map((row) => row.map(toField).join(','));
  return Buffer.from(`\uFEFF${lines.map((text) => `${text}\r\n`).join('')}`);
}

function toField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const inert = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

import { expect, test } from 'vitest';
import fc, { anyCharacter } from '#tests/fast-check';
import { type Cell, toCsv } from './csv.ts';

/** The cells of a CSV text, by the grammar of RFC 4180. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text;
  while (rest !== '') {
    const [field = '', quoted, plain = '', end = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? [];
    if (field === '') throw new Error(`not CSV: ${rest.slice(0, 20)}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    rest = rest.slice(field.length);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const read = (rows: readonly (readonly Cell[])[]) => parse(toCsv(rows, 'comma').toString().slice(1));

test('text is quoted where it has to be, lines end in CRLF, and the file starts with a byte order mark', () => {
  const csv = toCsv(
    [
      ['a', 'b, c', 'say "hi"', 'two\nlines'],
      [1, -2.5, null, true],
    ],
    'comma',
  );
  expect(csv.toString()).toBe('\uFEFFa,"b, c","say ""hi""","two\nlines"\r\n1,-2.5,,true\r\n');
});

test('with semicolons, numbers and times have decimal commas', () => {
  const csv = toCsv([['a, b', 'c; d', 1.5, -2, '1:24.617', '1:31:44.742', 'v1.5']], 'semicolon');
  expect(csv.toString()).toBe('\uFEFFa, b;"c; d";1,5;-2;1:24,617;1:31:44,742;v1.5\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '=HYPERLINK("http://x";"y")'])(
  'the text %j is no formula',
  (text) => {
    expect(read([[text]])).toEqual([[`'${text}`]]);
  },
);

test('every table is read back cell by cell, with an apostrophe before formulas alone', () => {
  const cells = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom<Cell>('=cmd', '+1', 'a"b', 'a,b', '', null),
  );
  const rows = fc.array(fc.array(cells, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(rows, (table) => {
      const expected = table.map((row) =>
        row.map((cell) =>
          /^[=+\-@\t\r\n＝＋－＠]/.test(typeof cell === 'string' ? cell : '') ? `'${cell}` : `${cell ?? ''}`,
        ),
      );
      // Lone surrogates have no encoding.
      fc.pre(!/\p{Surrogate}/u.test(expected.flat().join('')));
      expect(read(table)).toEqual(expected);
    }),
  );
});

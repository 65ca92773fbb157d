import { expect, test } from 'vitest';
import { contentLength } from './pasted-cells.ts';

test('a pasted text is as long as a person counts, without the empty cells and lines of a spreadsheet', () => {
  expect(contentLength(' 🏁\t\t\t👨‍👩‍👧‍👦\n\n\nAda ')).toBe('1 2 Ada'.length);
});

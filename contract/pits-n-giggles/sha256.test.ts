import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { hash64 } from './sha256.ts';

const expected = (text: string) => createHash('sha256').update(text).digest().readBigUInt64BE();

test('equals the start of SHA-256 for any text, of any length', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000]) {
    const text = 'é'.repeat(length);
    expect([length, hash64(text)]).toEqual([length, expected(text)]);
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(hash64(text)).toBe(expected(text));
    }),
  );
});

import { types } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { embeddedTypes } from './column-types.ts';

const { BYTEA } = types;
const serialize = embeddedTypes.serializers[BYTEA];
const parse = embeddedTypes.parsers[BYTEA];

test('binary data of the embedded database is the same after a round trip, a part of a buffer too', () => {
  const every = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
  for (const bytes of [every, every.subarray(20, 290), new Uint8Array()]) {
    expect(serialize(bytes)).toBe(types.serializers[BYTEA]?.(bytes));
    expect(new Uint8Array(parse(serialize(bytes)))).toEqual(bytes);
  }
});

test('binary data is converted several times as fast as by the database itself', () => {
  const bytes = new Uint8Array(200_000).fill(200);
  const timeOf = (convert: () => unknown) => {
    const start = performance.now();
    convert();
    return performance.now() - start;
  };
  const best = (convert: () => unknown) => Math.min(timeOf(convert), timeOf(convert), timeOf(convert));
  const own = best(() => parse(serialize(bytes)));
  const given = best(() => types.serializers[BYTEA]?.(bytes));
  expect(given / own).toBeGreaterThan(3);
});

import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { isEqual } from './equal.ts';

test.each([
  ['the same fields in another order', { a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }],
  ['a field that is undefined and one that is missing', { a: 1, b: undefined }, { a: 1 }],
  ['NaN and NaN', [Number.NaN], [Number.NaN]],
  ['objects of two realms', { a: [1] }, runInNewContext('({ a: [1] })')],
  ['an object without a prototype and a plain one', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
])('equal: %s', (_, one, other) => {
  expect([isEqual(one, other), isEqual(other, one)]).toEqual([true, true]);
});

const file = new File(['x'], 'x.png');

test.each([
  ['null and an empty object', null, {}],
  ['an empty list and an empty object', [], {}],
  ['a list and a longer one', [1], [1, 2]],
  ['a field and none', { a: 1 }, {}],
  ['a field named like an inherited one and none', { constructor: Object }, {}],
  ['a number and its text', 1, '1'],
  ['two files with the same content', new File(['x'], 'x.png'), file],
  ['two dates', new Date(0), new Date(1)],
  ['bytes', new Uint8Array([1]), new Uint8Array([2])],
])('not equal: %s', (_, one, other) => {
  expect([isEqual(one, other), isEqual(other, one)]).toEqual([false, false]);
});

test('a file equals itself', () => {
  expect(isEqual({ file }, { file })).toBe(true);
});

/** Few different values, so that two of them are often equal. */
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(null, false, 0, ''),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { maxKeys: 2 }),
  ),
}));

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, sortFields(field)] as const);
  return Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
}

test('JSON values are equal exactly when their texts with sorted fields are', () => {
  let equals = 0;
  const copies = values.map((value): [unknown, unknown] => [value, structuredClone(value)]);
  fc.assert(
    fc.property(fc.oneof(fc.tuple(values, values), copies), ([one, other]) => {
      const isSame = JSON.stringify(sortFields(one)) === JSON.stringify(sortFields(other));
      if (isSame) equals += 1;
      expect(isEqual(one, other)).toBe(isSame);
    }),
    { numRuns: 500 },
  );
  expect(equals).toBeGreaterThan(100);
});

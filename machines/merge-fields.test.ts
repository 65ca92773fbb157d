import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { isEqual } from './equal.ts';
import { mergeFields } from './merge-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

test('takes each field from the side that changed it', () => {
  const base = { name: 'a', color: 'red', size: 1, tags: ['x'] };
  const mine = { ...base, name: 'b', tags: ['x', 'y'] };
  const theirs = { ...base, color: 'blue', tags: ['x', 'y'] };
  const merged = { name: 'b', color: 'blue', size: 1, tags: ['x', 'y'] };
  expect(mergeFields(base, mine, theirs)).toEqual({ merged, conflicts: [] });
});

test('keeps mine and names the field when both sides changed it to something else', () => {
  const base = { name: 'a', rules: { points: 1, laps: 2 } };
  const mine = { name: 'b', rules: { points: 3, laps: 2 } };
  const theirs = { name: 'b', rules: { points: 1, laps: 4 } };
  expect(mergeFields(base, mine, theirs)).toEqual({ merged: mine, conflicts: ['rules'] });
});

test.each<[string, Fields, Fields, Fields, Fields, string[]]>([
  ['a field that they removed', { a: 1 }, { a: 1 }, {}, {}, []],
  ['a field that I removed', { a: 1 }, {}, { a: 1 }, {}, []],
  ['a field that they removed and I changed', { a: 1 }, { a: 2 }, {}, { a: 2 }, ['a']],
  ['a field that I removed and they changed', { a: 1 }, {}, { a: 2 }, {}, ['a']],
  ['a field that they added', {}, {}, { a: 1 }, { a: 1 }, []],
  ['a field that both added alike', {}, { a: 1 }, { a: 1 }, { a: 1 }, []],
  ['a field named like an inherited one', {}, {}, { constructor: 1 }, { constructor: 1 }, []],
])('merges %s', (_, base, mine, theirs, merged, conflicts) => {
  expect(mergeFields(base, mine, theirs)).toEqual({ merged, conflicts });
});

const names = ['a', 'b', 'c', '__proto__'];
const fields: fc.Arbitrary<Fields> = fc
  .array(fc.tuple(fc.constantFrom(...names), fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constant({ x: [1] }))))
  .map((entries) => Object.fromEntries(entries));

function field(value: Fields, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

test('a merge has no field from nowhere, loses no change, and reports exactly the fields changed on both sides', () => {
  fc.assert(
    fc.property(fields, fields, fields, (base, mine, theirs) => {
      const { merged, conflicts } = mergeFields(base, mine, theirs);
      const expected: [string, unknown, boolean][] = names.map((name) => {
        const [before, own, other] = [base, mine, theirs].map((value) => field(value, name));
        const isMine = !isEqual(before, own);
        const isConflict = isMine && !isEqual(before, other) && !isEqual(own, other);
        return [name, isMine ? own : other, isConflict];
      });
      expect(expected).toEqual(names.map((name) => [name, field(merged, name), conflicts.includes(name)]));
      expect(Object.keys(merged).every((name) => names.includes(name))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('merging is without conflict against an unchanged side, and the same from both sides but for conflicts', () => {
  fc.assert(
    fc.property(fields, fields, fields, (base, mine, theirs) => {
      expect(mergeFields(base, mine, base)).toEqual({ merged: mine, conflicts: [] });
      expect(mergeFields(base, base, theirs)).toEqual({ merged: theirs, conflicts: [] });
      const [one, other] = [mergeFields(base, mine, theirs), mergeFields(base, theirs, mine)];
      expect([...one.conflicts].sort()).toEqual([...other.conflicts].sort());
      for (const name of names.filter((name) => !one.conflicts.includes(name))) {
        expect(field(one.merged, name)).toEqual(field(other.merged, name));
      }
    }),
    { numRuns: 300 },
  );
});

import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { isEqual } from './equal.ts';
import { mergeFields, type Place, withAgreed, withOnlyRow, withPlaces } from './merge-fields.ts';

interface Row {
  readonly id: string;
  readonly name?: string;
  readonly number?: number | null;
}
interface Value {
  readonly rows: readonly Row[];
  readonly ids: readonly string[];
}
const lists = { rows: 'id', ids: null } as const;
const ann: Row = { id: 'a', name: 'Ann', number: 1 };
const bob: Row = { id: 'b', name: 'Bob', number: 2 };
const cat: Row = { id: 'c', name: 'Cat', number: 3 };
const base = { rows: [ann, bob], ids: ['1', '2', '3'] };
const ofRows = (...rows: Row[]): Value => ({ ...base, rows });
const merge = (mine: Value, theirs: Value) => mergeFields<Value>(base, mine, theirs, lists);

test.each<[string, Value, Value, Value]>([
  [
    'changes of two rows',
    ofRows({ ...ann, number: 9 }, bob),
    ofRows(ann, { ...bob, name: 'Rob' }),
    ofRows({ ...ann, number: 9 }, { ...bob, name: 'Rob' }),
  ],
  [
    'changes of two parts of a row',
    ofRows({ ...ann, number: 9 }, bob),
    ofRows({ ...ann, name: 'Anna' }, bob),
    ofRows({ id: 'a', name: 'Anna', number: 9 }, bob),
  ],
  [
    'rows that both sides added',
    ofRows(ann, bob, cat),
    ofRows({ id: 'd' }, ann, bob),
    ofRows({ id: 'd' }, ann, bob, cat),
  ],
  ['a row that one side removed', ofRows(bob), ofRows(ann, { ...bob, number: null }), ofRows({ ...bob, number: null })],
  ['a row that both removed', ofRows(bob), ofRows(bob, cat), ofRows(bob, cat)],
  ['a row that both added alike', ofRows(ann, bob, cat), ofRows(ann, bob, cat), ofRows(ann, bob, cat)],
  [
    'an order and a new row',
    { ...base, ids: ['3', '1', '2'] },
    { ...base, ids: ['1', '2', '3', '4'] },
    { ...base, ids: ['3', '4', '1', '2'] },
  ],
  [
    'an order and a removed row',
    { ...base, ids: ['3', '1', '2'] },
    { ...base, ids: ['2', '3'] },
    { ...base, ids: ['3', '2'] },
  ],
  ['rows in another order', ofRows(bob, ann), ofRows(ann, { ...bob, number: 7 }), ofRows({ ...bob, number: 7 }, ann)],
  ['rows with one key', ofRows(ann, ann, bob), ofRows(ann, bob, cat), ofRows(ann, ann, bob, cat)],
])('merges %s', (_, mine, theirs, merged) => {
  expect(merge(mine, theirs)).toEqual({ merged, conflicts: [] });
});

test.each<[string, Value, Value, Value, Place<Value>[]]>([
  [
    'one part of a row',
    ofRows({ ...ann, number: 8 }, bob),
    ofRows({ ...ann, number: 9 }, bob),
    ofRows({ ...ann, number: 8 }, bob),
    [{ list: 'rows', row: 'a', part: 'number' }],
  ],
  [
    'a row that they removed and I changed',
    ofRows({ ...ann, number: 8 }, bob),
    ofRows(bob),
    ofRows({ ...ann, number: 8 }, bob),
    [{ list: 'rows', row: 'a', part: null }],
  ],
  [
    'a row that I removed and they changed',
    ofRows(bob),
    ofRows({ ...ann, number: 8 }, bob),
    ofRows(bob),
    [{ list: 'rows', row: 'a', part: null }],
  ],
  [
    'a row that both added',
    ofRows(ann, bob, cat),
    ofRows(ann, bob, { ...cat, number: 4 }),
    ofRows(ann, bob, cat),
    [{ list: 'rows', row: 'c', part: 'number' }],
  ],
  [
    'the order of ids',
    { ...base, ids: ['3', '1', '2'] },
    { ...base, ids: ['2', '1', '3'] },
    { ...base, ids: ['3', '1', '2'] },
    ['ids'],
  ],
])('names %s where both sides changed it', (_, mine, theirs, merged, conflicts) => {
  expect(merge(mine, theirs)).toEqual({ merged, conflicts });
  // Either choice ends the conflict, and leaves everything else as it was merged.
  const rest = withPlaces<Value>(theirs, base, conflicts, lists);
  expect(mergeFields(rest, merged, theirs, lists)).toEqual({ merged, conflicts });
  expect(mergeFields(withPlaces(rest, theirs, conflicts, lists), merged, theirs, lists).conflicts).toEqual([]);
  const taken = withPlaces(merged, theirs, conflicts, lists);
  expect(taken).toEqual(theirs);
});

test('a part of a row that is gone is not put back alone', () => {
  const place = { list: 'rows', row: 'a', part: 'number' } as const;
  expect(withPlaces<Value>(ofRows(bob), base, [place], lists)).toEqual(ofRows(bob));
});

test('a row alone is that of its key', () => {
  const place = { list: 'rows', row: 'b', part: null } as const;
  expect(withOnlyRow<Value>(base, place, lists).rows).toEqual([bob]);
  expect(withOnlyRow<Value>(ofRows(ann), place, lists).rows).toEqual([]);
});

test('what was sent is no change of others: row by row, and an order only where it is the same', () => {
  const sent = ofRows({ ...ann, number: 9 }, bob, cat);
  const theirs = ofRows({ ...ann, number: 9 }, { ...bob, number: 7 }, cat);
  expect(withAgreed<Value>(base, sent, theirs, lists)).toEqual(ofRows({ ...ann, number: 9 }, bob, cat));
  const [ordered, added] = [
    ['2', '1', '3'],
    ['1', '2', '3', '4'],
  ].map((ids) => ({ ...base, ids }));
  if (ordered === undefined || added === undefined) throw new Error('both are given');
  expect(withAgreed<Value>(base, ordered, added, lists).ids).toEqual(base.ids);
  const [longer, theirOrder] = [
    { ...base, ids: ['1', '2', '3', '5'] },
    { ...base, ids: ['3', '1', '2'] },
  ];
  expect(withAgreed<Value>(base, longer, theirOrder, lists).ids).toEqual(base.ids);
  const both = { ...base, ids: ['2', '1', '3', '4'] };
  expect(withAgreed<Value>(base, ordered, both, lists).ids).toEqual(['2', '1', '3']);
});

const part = fc.integer({ min: 0, max: 2 });
const rowsOf = fc
  .uniqueArray(
    fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), name: part.map(String), number: part }),
    {
      selector: ({ id }) => id,
    },
  )
  .map((rows): Value => ({ rows, ids: rows.map(({ id }) => id) }));
const rowOf = ({ rows }: Value, id: string) => rows.find((row) => row.id === id);

test('no history of two editors loses, doubles or overwrites a row or a part, in either order', () => {
  fc.assert(
    fc.property(rowsOf, rowsOf, rowsOf, (before, mine, theirs) => {
      const [one, other] = [mergeFields(before, mine, theirs, lists), mergeFields(before, theirs, mine, lists)];
      const places = ({ conflicts }: typeof one) => new Set(conflicts.map((place) => JSON.stringify(place)));
      expect(places(one)).toEqual(places(other));
      const { merged, conflicts } = one;
      expect(new Set(merged.rows.map(({ id }) => id)).size).toBe(merged.rows.length);
      const ids = new Set([before, mine, theirs].flatMap(({ rows }) => rows.map(({ id }) => id)));
      expect(merged.rows.every(({ id }) => ids.has(id))).toBe(true);
      for (const id of ids) {
        const [was, own, their, got] = [before, mine, theirs, merged].map((value) => rowOf(value, id));
        const isHere = (name: string | null) =>
          conflicts.some((place) => isEqual(place, { list: 'rows', row: id, part: name }));
        if (own === undefined || their === undefined) {
          const isOwn = !isEqual(was, own);
          expect([got, isHere(null)]).toEqual([
            isOwn ? own : their,
            isOwn && !isEqual(was, their) && !isEqual(own, their),
          ]);
          continue;
        }
        for (const name of ['name', 'number'] as const) {
          const isOwn = was?.[name] !== own[name];
          const isBoth = isOwn && was?.[name] !== their[name] && own[name] !== their[name];
          expect([got?.[name], isHere(name)]).toEqual([isOwn ? own[name] : their[name], isBoth]);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test('an unchanged side gives the other as it is, with its order', () => {
  fc.assert(
    fc.property(rowsOf, rowsOf, (before, after) => {
      expect(mergeFields(before, after, before, lists)).toEqual({ merged: after, conflicts: [] });
      expect(mergeFields(before, before, after, lists)).toEqual({ merged: after, conflicts: [] });
    }),
    { numRuns: 300 },
  );
});

import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { applyPatch, createPatch, isEmpty, type Tree } from './merge-patch.ts';

const key = fc.constantFrom('a', 'b', '0', '7', '__proto__', 'constructor', 'toString');
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc
    .array(
      fc.tuple(key, fc.oneof({ maxDepth: 4 }, fc.integer(), fc.boolean(), fc.string({ maxLength: 2 }), tie('tree'))),
      { maxLength: 4 },
    )
    .map((entries): Tree => Object.fromEntries(entries)),
}));

test('the patch between two trees makes one of the other', () => {
  fc.assert(
    fc.property(tree, tree, (from, to) => {
      expect(applyPatch(from, createPatch(from, to))).toEqual(to);
    }),
    { numRuns: 500 },
  );
});

test('the patch between equal trees is empty, and an empty patch changes nothing', () => {
  fc.assert(
    fc.property(tree, (one) => {
      expect(isEmpty(createPatch(one, structuredClone(one)))).toBe(true);
      expect(applyPatch(one, {})).toEqual(one);
    }),
  );
});

test('a patch survives the wire, keys of the prototype included', () => {
  fc.assert(
    fc.property(tree, tree, (from, to) => {
      const received = JSON.parse(JSON.stringify(createPatch(from, to)));
      expect(applyPatch(from, received)).toEqual(to);
      expect(Object.prototype).not.toHaveProperty('a');
    }),
  );
});

/** The examples of RFC 7396, appendix A, that are about objects. */
test.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: 'foo' }, { b: { c: null } }, { a: 'foo', b: {} }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j with %j is %j', (target, patch, result) => {
  expect(applyPatch(target, patch)).toEqual(result);
});

test('branches that a patch does not name are shared', () => {
  const from = { drivers: { 0: { name: 'Ada' }, 1: { name: 'Bo' } } };
  const to = applyPatch(from, { drivers: { 1: { position: 3 } } });
  expect(Object(to['drivers'])['0']).toBe(from.drivers[0]);
});

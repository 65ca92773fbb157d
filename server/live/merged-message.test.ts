import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPatch, type Patch, type Tree } from '#contract/live/merge-patch';
import { mergeMessages } from './merged-message.ts';

const key = fc.constantFrom('a', 'b', 'c');
/** More levels are merged as these are, and take most of the time. */
const depth = { depthSize: 'small', maxDepth: 3 } as const;
const { tree } = fc.letrec((tie) => ({
  tree: fc.dictionary(key, fc.oneof(depth, fc.nat(3), tie('tree'))),
}));
const { patch } = fc.letrec((tie) => ({
  patch: fc.dictionary(key, fc.oneof(depth, fc.nat(3), fc.constant(null), tie('patch'))),
}));

test('patches that were merged have the effect of each one after the other', () => {
  fc.assert(
    fc.property(tree, fc.array(patch, { minLength: 2, maxLength: 4 }), (start, patches) => {
      const document = start as Tree;
      const messages = patches.map((one, index) => ({ type: 'patch' as const, seq: index + 1, t: null, patch: one }));
      const merged = messages.reduce((all, next) => mergeMessages(all, next, document) as (typeof messages)[number]);
      const expected = patches.reduce<Tree>((now, one) => applyPatch(now, one as Patch), document);
      expect(merged.seq).toBe(patches.length);
      expect(applyPatch(document, merged.patch as Patch)).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});

test('a snapshot takes the place of what was before it, and patches after it change it', () => {
  const patched = { type: 'patch', seq: 1, t: null, patch: { a: 1 } } as const;
  const snapshot = { type: 'snapshot', seq: 2, t: null, document: { b: 1, c: 2 } } as const;
  const merged = mergeMessages(patched, snapshot, { a: 0 });
  expect(mergeMessages(merged, { type: 'patch', seq: 3, t: null, patch: { c: null, d: 4 } }, { a: 0 })).toEqual({
    type: 'snapshot',
    seq: 3,
    t: null,
    from: 2,
    document: { b: 1, d: 4 },
  });
});

test('what is no patch changes nothing', () => {
  const first = { type: 'patch', seq: 1, t: null, patch: { a: 1 } } as const;
  expect(mergeMessages(first, { type: 'patch', seq: 2, t: null, patch: [1] }, {})).toEqual({
    ...first,
    seq: 2,
    from: 1,
  });
  expect(mergeMessages({ ...first, patch: 7 }, { ...first, seq: 2 }, {})).toEqual({ ...first, seq: 2, from: 1 });
});

import { applyPatch, type Patch, type Tree } from '#contract/live/merge-patch';
import type { ReceivedMessage } from './read-message.ts';

/** A message with data, or several that were merged: `from` is the number of the first. */
export type DataMessage = Extract<ReceivedMessage, { readonly seq: number }> & { readonly from?: number };

type Branch = Readonly<Record<string, unknown>>;
const isBranch = (value: unknown): value is Branch =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * One message with the effect of two that follow each other; `document` is the one that the first would change. A list or a
 * value in place of an object is no patch and changes nothing.
 */
export function mergeMessages(first: DataMessage, second: DataMessage, document: Tree | null): DataMessage {
  const { seq, t } = second;
  const from = first.from ?? first.seq;
  if (second.type === 'snapshot') return second;
  const change = isBranch(second.patch) ? second.patch : {};
  if (first.type === 'snapshot') {
    // The types of both are checked when the message is read.
    const whole = isBranch(first.document) ? applyPatch(first.document as Tree, change as Patch) : first.document;
    return { type: 'snapshot', seq, t, from, document: whole };
  }
  return {
    type: 'patch',
    seq,
    t,
    from,
    patch: mergePatches(isBranch(first.patch) ? first.patch : {}, change, document),
  };
}

/** The patch with the effect of two that follow each other, on a tree. */
function mergePatches(first: Branch, second: Branch, tree: unknown): Branch {
  const merged = new Map(Object.entries(first));
  for (const [key, change] of Object.entries(second)) {
    const before = merged.get(key);
    const old = branchOf(tree, key);
    if (!isBranch(change) || !merged.has(key)) merged.set(key, change);
    else merged.set(key, isBranch(before) ? mergePatches(before, change, old) : replacing(old, change));
  }
  return Object.fromEntries(merged);
}

/** The patch that replaces an old branch by a new one: the first patch had removed it. */
function replacing(old: unknown, change: Branch): Branch {
  if (!isBranch(old)) return change;
  const removed = Object.keys(old)
    .filter((key) => !Object.hasOwn(change, key))
    .map((key) => [key, null] as const);
  const remaining = Object.entries(change).map(
    ([key, value]) => [key, isBranch(value) ? replacing(branchOf(old, key), value) : value] as const,
  );
  return Object.fromEntries([...removed, ...remaining]);
}

function branchOf(tree: unknown, key: string): unknown {
  return isBranch(tree) && Object.hasOwn(tree, key) ? tree[key] : undefined;
}

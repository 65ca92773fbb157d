import type { Tree } from '#contract/live/merge-patch';
import { liveMessageLimit } from '#contract/live/publisher-messages';

/** A document that takes more characters than this as JSON ends its live race. */
export const maxDocument = 64 * liveMessageLimit;

type Value = Tree[string];

/** Characters of a value as JSON. */
export function sizeOf(value: Value): number {
  if (typeof value !== 'object') return JSON.stringify(value).length;
  let size = 2;
  for (const key of Object.keys(value)) size += key.length + 4 + sizeOf(value[key] ?? 0);
  return size;
}

/** By how much a tree is larger than the one it was made from. Branches that both share are not looked at. */
export function growthOf(from: Tree, to: Tree): number {
  let growth = 0;
  for (const key of Object.keys(from)) {
    const old = from[key];
    if (old !== undefined && to[key] === undefined) growth -= key.length + 4 + sizeOf(old);
  }
  for (const key of Object.keys(to)) {
    const [old, value] = [from[key], to[key]];
    if (value === undefined || old === value) continue;
    if (old === undefined) growth += key.length + 4 + sizeOf(value);
    else if (typeof old === 'object' && typeof value === 'object') growth += growthOf(old, value);
    else growth += sizeOf(value) - sizeOf(old);
  }
  return growth;
}

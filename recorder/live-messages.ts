import type { Patch, Tree } from '#contract/live/merge-patch';
import { liveMessageLimit } from '#contract/live/publisher-messages';

/** Bytes of a message besides its document or patch. */
const envelope = 200;
const limit = liveMessageLimit - envelope;

/** Branches of a live document that grow; the document is complete without them. */
const growing: ReadonlySet<string> = new Set(['drivers', 'overtakes', 'weatherHistory', 'weatherForecastSamples']);

/** A document as messages that are not too large: its first part, and the others. */
export function splitDocument(document: Tree): { readonly snapshot: Tree; readonly patches: readonly Patch[] } {
  if (sizeOf(document) <= limit) return { snapshot: document, patches: [] };
  const parts = Object.entries(document);
  return {
    snapshot: Object.fromEntries(parts.filter(([key]) => !growing.has(key))),
    patches: splitPatch(Object.fromEntries(parts.filter(([key]) => growing.has(key)))),
  };
}

/** A patch as patches that are not too large: a driver, or an entry of a list, stays whole. */
export function splitPatch(patch: Patch): readonly Patch[] {
  if (sizeOf(patch) <= limit) return [patch];
  const pieces = Object.entries(patch).flatMap(([key, value]): Patch[] =>
    typeof value === 'object' && value !== null && growing.has(key)
      ? Object.entries(value).map(([entry, inner]) => ({ [key]: { [entry]: inner } }))
      : [{ [key]: value }],
  );
  const patches: Patch[] = [];
  let size = 0;
  for (const piece of pieces) {
    const own = sizeOf(piece);
    const last = patches.at(-1);
    if (last === undefined || size + own > limit) {
      patches.push(piece);
      size = own;
      continue;
    }
    patches[patches.length - 1] = merge(last, piece);
    size += own;
  }
  return patches;
}

/** Two patches of different entries as one. */
function merge(one: Patch, other: Patch): Patch {
  const merged = Object.entries(other).map(([key, value]) => {
    const before = one[key];
    const isBranch = typeof before === 'object' && before !== null && typeof value === 'object' && value !== null;
    return [key, isBranch ? { ...before, ...value } : value];
  });
  return { ...one, ...Object.fromEntries(merged) };
}

function sizeOf(value: Patch): number {
  return Buffer.byteLength(JSON.stringify(value));
}

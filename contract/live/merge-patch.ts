/** JSON without lists and null, the form of live data: missing values are absent. */
export interface Tree {
  readonly [key: string]: Tree | string | number | boolean;
}

/** A JSON merge patch (RFC 7396) of a tree: null removes, anything else is set, objects are merged. */
export interface Patch {
  readonly [key: string]: Patch | string | number | boolean | null;
}

const isObject = (value: unknown): value is Patch => typeof value === 'object' && value !== null;

/** A tree with a patch applied. Branches that the patch does not name are shared with the old tree. */
export function applyPatch(tree: Tree, patch: Patch): Tree {
  const patched: Record<string, Tree[string]> = { ...tree };
  for (const key of Object.keys(patch)) {
    const change = patch[key];
    if (change === undefined) continue;
    if (change === null) {
      delete patched[key];
      continue;
    }
    const old = Object.hasOwn(patched, key) ? patched[key] : undefined;
    const value = isObject(change) ? applyPatch(isObject(old) ? old : {}, change) : change;
    // An assignment to this key would set the prototype.
    if (key === '__proto__') Object.defineProperty(patched, key, { value, ...ownProperty });
    else patched[key] = value;
  }
  return patched;
}

const ownProperty = { enumerable: true, configurable: true, writable: true };

/** The patch that makes one tree of another; empty for equal ones. Shared branches are not compared. */
export function createPatch(from: Tree, to: Tree): Patch {
  const changes: [string, Patch[string]][] = [];
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) changes.push([key, null]);
  for (const [key, value] of Object.entries(to)) {
    const old = Object.hasOwn(from, key) ? from[key] : undefined;
    if (old === value) continue;
    if (!isObject(value) || !isObject(old)) {
      changes.push([key, value]);
      continue;
    }
    const patch = createPatch(old, value);
    if (!isEmpty(patch)) changes.push([key, patch]);
  }
  return Object.fromEntries(changes);
}

/** Whether a patch changes nothing. */
export function isEmpty(patch: Patch): boolean {
  for (const _ in patch) return false;
  return true;
}

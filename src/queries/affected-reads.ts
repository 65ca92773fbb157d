import { addressOf } from '#contract/address';
import { calls } from '#contract/calls';
import { type AffectedRead, dependencies, type WriteName, type WriteRequest } from '#contract/dependencies';

/** Whether a write changes the response that is cached under `address`. */
export function createAffectedFilter(write: WriteName, request: WriteRequest): (address: string) => boolean {
  // A tab with a newer version of the app may report a write that this one does not know.
  const patterns = Object.hasOwn(dependencies, write) ? dependencies[write](request).map(patternOf) : [];
  return (address) => patterns.some((pattern) => pattern.test(address));
}

/** Addresses of a read: with the given parameters, any value for the others, and any query. */
function patternOf({ name, params = {} }: AffectedRead): RegExp {
  const { path } = calls[name];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, each = '']) => each);
  // No id contains this character.
  const wildcard = '*';
  const address = addressOf({ path }, Object.fromEntries(names.map((each) => [each, params[each] ?? wildcard])));
  const source = address.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(wildcard, '[^/?]+');
  return new RegExp(`^${source}(\\?|$)`);
}

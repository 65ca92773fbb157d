import { addressOf } from '#contract/api/address';
import { calls } from '#contract/api/calls';
import type { AffectedRead } from '#contract/api/dependencies';

/** Whether an address is that of one of these reads. */
export function createAffectedFilter(reads: readonly AffectedRead[]): (address: string) => boolean {
  // A tab with a newer version of the app may name a read that this one does not know.
  const patterns = reads.filter(({ name }) => Object.hasOwn(calls, name)).map(patternOf);
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

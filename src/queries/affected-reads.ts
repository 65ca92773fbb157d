import { addressOf, paramNamesOf } from '#contract/api/address';
import type { Call } from '#contract/api/call';
import type { CallName } from '#contract/api/calls';
import type { AffectedRead } from '#contract/api/dependencies';
import { reads } from '#contract/api/reads';

const known: Readonly<Partial<Record<CallName, Call>>> = reads;

/** Whether an address is that of one of these reads. */
export function createAffectedFilter(affected: readonly AffectedRead[]): (address: string) => boolean {
  const patterns = affected.flatMap(({ name, params }) => {
    const call = known[name];
    // A tab with a newer version of the app may name a read that this one does not know.
    return call === undefined ? [] : [patternOf(call, params)];
  });
  return (address) => patterns.some((pattern) => pattern.test(address));
}

/** Addresses of a read: with the given parameters, any value for the others, and any query. */
function patternOf(call: Call, params: AffectedRead['params'] = {}): RegExp {
  // No id contains this character.
  const wildcard = '*';
  const values = Object.fromEntries(paramNamesOf(call).map((name) => [name, params[name] ?? wildcard]));
  const source = addressOf(call, values)
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(wildcard, '[^/?]+');
  return new RegExp(`^${source}(\\?|$)`);
}

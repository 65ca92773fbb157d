import { addressOf, paramNamesOf } from '#contract/api/address';
import type { AffectedRead, Call } from '#contract/calls/call';

/** A read that a write affects, as it is sent to other tabs: the path of its call says which it is. */
export interface AffectedPath extends Pick<AffectedRead, 'params'> {
  readonly path: string;
}

/** Whether an address is that of one of these reads. A tab of an older version sends reads without a path: they may be any. */
export function createAffectedFilter(affected: readonly Partial<AffectedPath>[]): (address: string) => boolean {
  if (affected.some(({ path }) => path === undefined)) return () => true;
  const patterns = affected.map(({ path = '', params }) => patternOf({ path }, params));
  return (address) => patterns.some((pattern) => pattern.test(address));
}

/** Addresses of a read: with the given parameters, any value for the others, and any query. */
function patternOf(call: Pick<Call, 'path'>, params: AffectedRead['params'] = {}): RegExp {
  // No id contains this character.
  const wildcard = '*';
  const values = Object.fromEntries(paramNamesOf(call).map((name) => [name, params[name] ?? wildcard]));
  const source = addressOf(call, values)
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(wildcard, '[^/?]+');
  return new RegExp(`^${source}(\\?|$)`);
}

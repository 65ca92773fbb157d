import type { CallName } from '#contract/api/calls';
import type { Endpoint } from '#contract/api/requests';

/** Kinds of requests that are limited separately. */
export type RequestKind = 'change' | 'search';

/** Null for requests that are not limited. */
export function kindOf(name: CallName, call: Endpoint): RequestKind | null {
  if (name === 'search' || name === 'filterSessions') return 'search';
  return call.method === 'GET' ? null : 'change';
}

import type { Call } from '#contract/calls/call';
import { filterSessions } from '#contract/calls/sessions';
import { search } from '#contract/calls/site';

/** Kinds of requests that are limited separately. */
export type RequestKind = 'change' | 'search';

/** Null for requests that are not limited. */
export function kindOf(call: Call): RequestKind | null {
  if (call === search || call === filterSessions) return 'search';
  return call.method === 'GET' ? null : 'change';
}

import type { TokenScope } from '../entities/api-token.ts';
import type { CallName } from './calls.ts';
import { endpointOf } from './requests.ts';

/** Leagues, seasons and sessions; not the webhooks of leagues, which others' messages go through. */
const data = /^\/api\/(League|Seasons|Sessions)(?!.*\/webhook)(\/|$)/;

/**
 * What the token of a program needs to be allowed for a call. null: no such token makes it, as those on the account, its
 * recorders and tokens. What anyone may call needs no more than `read`.
 */
export function scopeOf(name: CallName): TokenScope | null {
  const { method, path, access } = endpointOf(name);
  // The code of a recorder is worth a login.
  if (name === 'pairRecorder') return null;
  if (access === 'public') return 'read';
  if (!data.test(path)) return null;
  return method === 'GET' ? 'read' : 'write';
}

/** Whether a token of `scope` may make a call. */
export function isAllowed(scope: TokenScope, name: CallName): boolean {
  const needed = scopeOf(name);
  return needed === 'read' || (needed === 'write' && scope === 'write');
}

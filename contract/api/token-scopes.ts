import type { Call } from '../calls/call.ts';
import { pairRecorder } from '../calls/recorders.ts';
import type { TokenScope } from '../entities/api-token.ts';

/** Leagues, seasons and sessions; not the webhooks of leagues, which others' messages go through, and not who has which role. */
const data = /^\/api\/(League|Seasons|Sessions)(?!.*\/(webhook|members|invitations|owner|log))(\/|$)/;

/**
 * What the token of a program needs to be allowed for a call. null: no such token makes it, as those on the account, its
 * recorders and tokens. What anyone may call needs no more than `read`.
 */
export function scopeOf(call: Call): TokenScope | null {
  const { method, path, access } = call;
  // The code of a recorder is worth a login.
  if (call === pairRecorder) return null;
  if (access === 'public') return 'read';
  if (!data.test(path)) return null;
  return method === 'GET' ? 'read' : 'write';
}

/** Whether a token of `scope` may make a call. */
export function isAllowed(scope: TokenScope, call: Call): boolean {
  const needed = scopeOf(call);
  return needed === 'read' || (needed === 'write' && scope === 'write');
}

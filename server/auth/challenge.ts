import { invalid } from './auth-error.ts';
import type { Body } from './body-fields.ts';

/** The challenge of a client that exchanges a code for a login itself (PKCE, RFC 7636). */
export interface Challenge {
  readonly challenge: string;
  readonly isHashed: boolean;
}

/** Reads the challenge of a request, null without one. @throws AuthError 400 when it is incomplete or malformed. */
export function parseChallenge(body: Body): Challenge | null {
  const challenge = body['code_challenge'] || null;
  const method = body['code_challenge_method'] || null;
  if (challenge === null && method === null) return null;
  if (typeof challenge !== 'string' || typeof method !== 'string')
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (!/^[\w.~-]{43,128}$/.test(challenge)) throw invalid('code challenge has to be between 43 and 128 characters');
  const name = method.toLowerCase();
  if (name !== 's256' && name !== 'plain') throw invalid(`Invalid code_challenge_method: ${method.slice(0, 20)}`);
  return { challenge, isHashed: name === 's256' };
}

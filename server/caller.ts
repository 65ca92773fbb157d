import { createLocalJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as v from 'valibot';
import { line, Uuid } from '#contract/values';
import type { Env } from './env.ts';
import type { SigningKeys } from './keys.ts';
import { Problem, unauthorized } from './problem.ts';
import { remoteKeys } from './remote-keys.ts';

/** Who calls, as the token says. */
export interface Caller {
  readonly userId: string;
  /** The name of a token that was minted for a name; who signed in has theirs in the profile. */
  readonly username: string | null;
}

/** Judges the Authorization header: null without one, a caller with a good token, otherwise a 401 problem. */
export type VerifyCaller = (authorization: string | undefined) => Promise<Caller | null>;

/** What users write about themselves: what cannot be shown or stored is left out, the token stays good. */
const username = v.fallback(v.nullish(v.pipe(v.string(), v.trim(), line(100))), null);

const Claims = v.object({
  sub: Uuid,
  role: v.literal('authenticated'),
  session_id: v.optional(v.string()),
  user_metadata: v.fallback(v.object({ username }), { username: null }),
});

/** Issuer of tokens: this server, or the Supabase project that it belongs to. */
export function issuerOf(env: Pick<Env, 'publicUrl' | 'supabase'>): string {
  return `${env.supabase?.url ?? env.publicUrl}/auth/v1`;
}

/**
 * Verifies bearer tokens: ES256 and RS256 by JWKS, HS256 by the configured secret alone. The algorithm is pinned by the
 * kind of key, so a public key never serves as an HMAC secret, and keys named in the token (jwk, jku, x5u) are not read.
 */
export function createVerifier(env: Env, keys: SigningKeys): VerifyCaller {
  const issuer = issuerOf(env);
  const checks = { issuer, audience: 'authenticated', requiredClaims: ['exp', 'sub'], clockTolerance: 5 };
  const keySet = keySetOf(env, keys);
  const secret = env.supabase?.jwtSecret == null ? null : new TextEncoder().encode(env.supabase.jwtSecret);

  return async (authorization) => {
    if (authorization === undefined) return null;
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
    if (token === undefined) throw unauthorized('The Authorization header holds no bearer token.');
    try {
      const { payload } =
        algorithmOf(token) === 'HS256' && secret !== null
          ? await jwtVerify(token, secret, { ...checks, algorithms: ['HS256'] })
          : await jwtVerify(token, keySet, { ...checks, algorithms: ['ES256', 'RS256'] });
      const claims = v.parse(Claims, payload);
      return { userId: claims.sub, username: nameOf(claims) };
    } catch (error) {
      // The keys could not be had, which says nothing about the token.
      if (error instanceof Problem) throw error;
      throw unauthorized(
        Object(error).code === 'ERR_JWT_EXPIRED' ? 'The token has expired.' : 'The token is not valid.',
      );
    }
  };
}

function nameOf(claims: v.InferOutput<typeof Claims>): string | null {
  return claims.session_id === undefined ? (claims.user_metadata.username ?? null) : null;
}

function keySetOf(env: Env, keys: SigningKeys): JWTVerifyGetKey {
  if (env.supabase === null) return createLocalJWKSet(keys.published);
  return remoteKeys(`${env.supabase.url}/auth/v1/.well-known/jwks.json`);
}

/** Only chooses between two pinned verifications; nothing is believed yet. */
function algorithmOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).alg;
  } catch {
    return null;
  }
}

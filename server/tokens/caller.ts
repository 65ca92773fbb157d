import { createLocalJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as v from 'valibot';
import type { TokenScope } from '#contract/entities/api-token';
import { fieldsOf } from '#contract/json/fields-of';
import { line } from '#contract/values/text-values';
import { Uuid } from '#contract/values/values';
import { Problem, unauthorized } from '../http/problem.ts';
import type { Env } from '../settings/env.ts';
import type { SigningKeys } from './keys.ts';
import { createRemoteKeys } from './remote-keys.ts';

/** The caller of a request, from a verified token. */
export interface Caller {
  readonly userId: string;
  /** The login that the token belongs to. */
  readonly loginId: string | null;
  /** The token was minted on the command line: there is no login and no account. */
  readonly isMinted: boolean;
  /** In ms since 1970; 0 for a token without `iat`. */
  readonly issuedAt: number;
  /** The time of the last authentication, such as by password, in ms since 1970; a refresh does not change it. */
  readonly signedInAt: number;
  /** The token is that of a recorder, which may publish and upload and nothing else. */
  readonly recorderId?: string;
  /** The token was made for a program, and may do this. */
  readonly scope?: TokenScope;
  /** The user may see what strangers may not, such as a private session: public answers do not have all of it. */
  readonly seesPrivate?: boolean;
  /** The name in a minted token; other users have their name in the profile. */
  readonly username: string | null;
}

/** Verifies an Authorization header. Returns null without one. @throws Problem 401 for an invalid token. */
export type VerifyCaller = (authorization: string | undefined) => Promise<Caller | null>;

/** A name that cannot be stored is ignored; the token stays valid. */
const Name = v.fallback(v.nullish(v.pipe(v.string(), v.trim(), line(100))), null);

const Claims = v.object({
  sub: Uuid,
  role: v.literal('authenticated'),
  session_id: v.optional(v.string()),
  iat: v.fallback(v.number(), 0),
  /** How the user was signed in (RFC 8176), with the time in s as Supabase adds it. */
  amr: v.fallback(v.array(v.object({ timestamp: v.number() })), []),
  user_metadata: v.fallback(v.object({ username: v.unknown() }), { username: null }),
});

/** The caller of verified claims, or null when they are not those of a user. */
export function toCaller(payload: JWTPayload): Caller | null {
  const { success, output } = v.safeParse(Claims, payload);
  if (!success) return null;
  const { sub: userId, session_id: loginId = null, iat, amr, user_metadata: metadata } = output;
  const isMinted = loginId === null && typeof metadata.username === 'string';
  const name = isMinted ? (v.parse(Name, metadata.username) ?? null) : null;
  const signedInAt = amr.length === 0 ? iat : Math.max(...amr.map(({ timestamp }) => timestamp));
  return { userId, loginId, isMinted, issuedAt: iat * 1_000, signedInAt: signedInAt * 1_000, username: name };
}

/** The issuer of tokens: the Supabase project, or this server without one. */
export function issuerOf(env: Pick<Env, 'publicUrl' | 'supabase'>): string {
  return `${env.supabase?.url ?? env.publicUrl}/auth/v1`;
}

/** A token for a user of this server, without a login. `lifetime` in s. */
export function mintToken(
  env: Env,
  keys: SigningKeys,
  { userId, username }: Pick<Caller, 'userId' | 'username'>,
  lifetime: number,
): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1_000);
  const fixed = { iss: issuerOf(env), aud: 'authenticated', role: 'authenticated' };
  const claims = { ...fixed, sub: userId, user_metadata: { username } };
  return keys.sign(claims, { issuedAt, expiresAt: issuedAt + lifetime });
}

/**
 * Verifies bearer tokens: ES256 and RS256 by JWKS, HS256 only by the configured secret. The kind of key decides the
 * algorithm, so a public key is never used as an HMAC secret. Keys in the token's header (jwk, jku, x5u) are ignored.
 */
export function createVerifier(env: Env, keys: SigningKeys): VerifyCaller {
  const issuer = issuerOf(env);
  const checks = { issuer, audience: 'authenticated', requiredClaims: ['exp', 'sub'], clockTolerance: 5 };
  const keySet = createKeySet(env, keys);
  const secret = env.supabase?.jwtSecret == null ? null : new TextEncoder().encode(env.supabase.jwtSecret);

  return async (authorization) => {
    if (authorization === undefined) return null;
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
    if (token === undefined) throw unauthorized('The Authorization header has no bearer token.');
    try {
      const { payload } =
        readAlgorithm(token) === 'HS256' && secret !== null
          ? await jwtVerify(token, secret, { ...checks, algorithms: ['HS256'] })
          : await jwtVerify(token, keySet, { ...checks, algorithms: ['ES256', 'RS256'] });
      const caller = toCaller(payload);
      if (caller === null) throw new Error('the claims are not those of a user');
      return caller;
    } catch (error) {
      // The keys could not be fetched, so the token is neither valid nor invalid.
      if (error instanceof Problem) throw error;
      throw unauthorized(
        fieldsOf(error).code === 'ERR_JWT_EXPIRED' ? 'The token has expired.' : 'The token is not valid.',
      );
    }
  };
}

function createKeySet(env: Env, keys: SigningKeys): JWTVerifyGetKey {
  if (env.supabase === null) return createLocalJWKSet(keys.published);
  return createRemoteKeys(`${env.supabase.url}/auth/v1/.well-known/jwks.json`);
}

/** The algorithm in the header, not verified. It only selects one of two verifications with fixed algorithms. */
function readAlgorithm(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).alg;
  } catch {
    return null;
  }
}

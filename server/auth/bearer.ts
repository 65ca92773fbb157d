import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import type { AuthContext } from './context.ts';

/** The token of an Authorization header; null without one. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** What a token of ours says, or why it says nothing; `leeway` in s. */
export async function claimsOf(
  { keys, issuer, now }: AuthContext,
  bearer: string,
  leeway = 0,
): Promise<JWTPayload | 'expired' | 'bad'> {
  try {
    const { payload } = await jwtVerify(bearer, createLocalJWKSet(keys.published), {
      issuer,
      audience: 'authenticated',
      algorithms: ['ES256'],
      requiredClaims: ['exp', 'sub'],
      currentDate: now(),
      clockTolerance: leeway,
    });
    return payload;
  } catch (error) {
    return Object(error).code === 'ERR_JWT_EXPIRED' ? 'expired' : 'bad';
  }
}

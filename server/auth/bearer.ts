import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { fieldsOf } from '#contract/json/fields-of';
import type { AuthContext } from './context.ts';

/** The bearer token of an Authorization header, or null. */
export function parseBearer(authorization: string | undefined): string | null {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** Verifies a token of this server. `clockTolerance` in s. */
export async function verifyBearer(
  { keys, issuer, now }: AuthContext,
  bearer: string,
  clockTolerance = 0,
): Promise<JWTPayload | 'expired' | 'invalid'> {
  try {
    const { payload } = await jwtVerify(bearer, createLocalJWKSet(keys.published), {
      issuer,
      audience: 'authenticated',
      algorithms: ['ES256'],
      requiredClaims: ['exp', 'sub'],
      currentDate: now(),
      clockTolerance,
    });
    return payload;
  } catch (error) {
    return fieldsOf(error).code === 'ERR_JWT_EXPIRED' ? 'expired' : 'invalid';
  }
}

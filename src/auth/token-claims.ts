import { fieldsOf } from '#contract/json/fields-of';

/** The user in the claims of an access token. Only the server can verify them. */
export interface TokenClaims {
  readonly userId: string;
  /** Empty where the account has no e-mail address. */
  readonly email: string;
}

/** Reads the claims of an access token (a JWT) without checking its signature; null where it is none. */
export function readTokenClaims(token: string): TokenClaims | null {
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const { sub, email } = fieldsOf(JSON.parse(new TextDecoder().decode(bytes)));
    return typeof sub === 'string' ? { userId: sub, email: typeof email === 'string' ? email : '' } : null;
  } catch {
    return null;
  }
}

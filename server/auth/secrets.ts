import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** 32 random bytes as base64url, 43 characters: refresh tokens and links. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Six digits for a mail. */
export function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** What is stored of a token: it cannot be turned back. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** What is stored of a code: six digits alone could be tried out, so a key of the server is in it. */
export function codeHashOf(secret: Buffer, address: string, code: string): string {
  return createHmac('sha256', secret).update(`${address.toLowerCase()}\n${code}`).digest('base64url');
}

/** Equality that takes the same time wherever two hashes differ. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());
}

/** Keeps the next token on the row of this one, so that only who holds this one can read it. */
export function seal(token: string, child: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealKey(token), nonce);
  return Buffer.concat([nonce, cipher.update(child, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Opens what `seal` kept. @throws Error when the token is another one. */
export function unseal(token: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', sealKey(token), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

function sealKey(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'refresh token child', 32));
}

/** Does the verifier belong to the challenge that was sent before (PKCE, RFC 7636)? */
export function isVerifierOf(challenge: string, isHashed: boolean, verifier: string): boolean {
  return isSame(challenge, isHashed ? hashOf(verifier) : verifier);
}

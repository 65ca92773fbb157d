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

/** A token for refreshing a login or for a link: 32 random bytes as base64url, 43 characters. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A code for a mail or a text message: eight digits. */
export function randomCode(): string {
  return String(randomInt(100_000_000)).padStart(8, '0');
}

/** The hash that is stored of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The hash that is stored of a code. It uses the server's secret, because a plain hash of eight digits can be reversed. */
export function hashCode(secret: Buffer, address: string, code: string): string {
  return createHmac('sha256', secret).update(`${address.toLowerCase()}\n${code}`).digest('base64url');
}

/** Compares two hashes in constant time. */
export function isEqualHash(one: string, other: string): boolean {
  return timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());
}

/** Encrypts the successor of a token with the token itself, so that the database alone does not reveal it. */
export function encryptSuccessor(token: string, successor: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(token), nonce);
  return Buffer.concat([nonce, cipher.update(successor, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the result of `encryptSuccessor`. @throws Error for another token. */
export function decryptSuccessor(token: string, encrypted: Uint8Array): string {
  const bytes = Buffer.from(encrypted);
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(token), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

function deriveKey(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'refresh token child', 32));
}

/** Returns whether a verifier belongs to the challenge that was sent before (PKCE, RFC 7636). */
export function matchesChallenge(challenge: string, isHashed: boolean, verifier: string): boolean {
  return isEqualHash(challenge, isHashed ? hashToken(verifier) : verifier);
}

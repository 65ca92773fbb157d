import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type JSONWebKeySet, type JWK, SignJWT } from 'jose';
import * as v from 'valibot';

/** Keys of this server: the first signs, all of them verify (a second one is there while keys are changed). */
export interface SigningKeys {
  readonly published: JSONWebKeySet;
  readonly sign: (claims: Record<string, unknown>, times: { issuedAt: number; expiresAt: number }) => Promise<string>;
}

const KeyFile = v.object({
  keys: v.pipe(
    v.array(v.looseObject({ kty: v.literal('EC'), crv: v.literal('P-256'), kid: v.string(), d: v.string() })),
    v.minLength(1),
  ),
});

/** There is no key file, or it cannot be read as one. */
export class KeyFileError extends Error {}

/** Where the key file of a data directory is. */
function keyFileOf(dataDir: string): string {
  return join(dataDir, 'keys.json');
}

/** Reads the keys of a data directory and makes them on the first run, readable for the owner alone. */
export async function openKeys(dataDir: string): Promise<SigningKeys> {
  if (!existsSync(keyFileOf(dataDir))) await makeKeys(dataDir);
  return readKeys(dataDir);
}

/**
 * Reads the keys of a data directory.
 * @throws KeyFileError when there are none or the file is broken.
 */
export async function readKeys(dataDir: string): Promise<SigningKeys> {
  const file = keyFileOf(dataDir);
  if (!existsSync(file)) throw new KeyFileError(`${file} is not there; start the server once, it makes its keys`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), KeyFile), readFileSync(file, 'utf8'));
  if (!parsed.success) throw new KeyFileError(`${file} is not a key file; restore it, or move it away for new keys`);
  const [first, ...others] = parsed.output.keys as [JWK, ...JWK[]];
  const signing = await importJWK(first, 'ES256');
  return {
    published: { keys: [first, ...others].map(publicPart) },
    sign: (claims, { issuedAt, expiresAt }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: first.kid ?? '' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(signing),
  };
}

async function makeKeys(dataDir: string): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' };
  mkdirSync(dataDir, { recursive: true });
  const draft = `${keyFileOf(dataDir)}.${key.kid}`;
  writeFileSync(draft, `${JSON.stringify({ keys: [key] }, null, 2)}\n`, { mode: 0o600, flush: true });
  try {
    // Of two servers that start at once over one folder the first makes the keys, and both use them.
    linkSync(draft, keyFileOf(dataDir));
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

function publicPart({ kty, crv, x, y, kid }: JWK): JWK {
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] } as JWK;
}

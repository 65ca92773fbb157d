import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type JSONWebKeySet, type JWK, SignJWT } from 'jose';
import * as v from 'valibot';

/** Keys of this server: the first signs, all of them verify; the second is published before it ever signs. */
export interface SigningKeys {
  /** 32 bytes that only this server knows. */
  readonly secret: Buffer;
  readonly published: JSONWebKeySet;
  readonly sign: (claims: Record<string, unknown>, times: { issuedAt: number; expiresAt: number }) => Promise<string>;
}

const KeyFile = v.object({
  keys: v.pipe(
    v.array(v.looseObject({ kty: v.literal('EC'), crv: v.literal('P-256'), kid: v.string(), d: v.string() })),
    v.minLength(1),
  ),
  secret: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
});

type KeyFile = v.InferOutput<typeof KeyFile>;
type Key = KeyFile['keys'][number];

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
  const { keys, secret = addSecret(dataDir) } = readKeyFile(file);
  const [first, ...others] = keys as unknown as [JWK, ...JWK[]];
  const signing = await importJWK(first, 'ES256');
  return {
    secret: Buffer.from(secret, 'base64url'),
    published: { keys: [first, ...others].map(publicPart) },
    sign: (claims, { issuedAt, expiresAt }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: first.kid ?? '' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(signing),
  };
}

function readKeyFile(file: string): KeyFile {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), KeyFile), readFileSync(file, 'utf8'));
  if (!parsed.success) throw new KeyFileError(`${file} is not a key file; restore it, or move it away for new keys`);
  return parsed.output;
}

/** Files of the first releases hold no secret. */
function addSecret(dataDir: string): string {
  const secret = randomBytes(32).toString('base64url');
  const { keys } = readKeyFile(keyFileOf(dataDir));
  renameSync(writeDraft(dataDir, { keys, secret }), keyFileOf(dataDir));
  return secret;
}

/**
 * Signs with the second key from the next start on, and publishes a new one to come; the first goes on verifying, the
 * one before it no longer does. Answers the ids of the keys, the signing one first.
 */
export async function rotateKeys(dataDir: string): Promise<string[]> {
  const { keys, secret } = readKeyFile(keyFileOf(dataDir));
  const [first, second] = keys;
  const others = [second ?? (await makeKey()), await makeKey(), first].filter((key) => key !== undefined);
  const draft = writeDraft(dataDir, { keys: others, secret });
  renameSync(draft, keyFileOf(dataDir));
  return others.map(({ kid }) => kid);
}

async function makeKey(): Promise<Key> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  // What was just generated as ES256 is an EC key on P-256.
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' } as Key;
}

function writeDraft(dataDir: string, content: KeyFile): string {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${keyFileOf(dataDir)}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  return draft;
}

async function makeKeys(dataDir: string): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const draft = writeDraft(dataDir, { keys: [await makeKey(), await makeKey()], secret });
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

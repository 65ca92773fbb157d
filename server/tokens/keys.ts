import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import * as v from 'valibot';
import { fieldsOf } from '#contract/json/fields-of';
import { OperatorError } from '../settings/operator-error.ts';

/** The keys of this server. The first one signs, all verify. The second is published before it is used to sign. */
export interface SigningKeys {
  /** 32 random bytes, for hashes that only this server can compute. */
  readonly secret: Buffer;
  /** The id of the key that signs. */
  readonly id: string;
  /** The public keys. */
  readonly published: JSONWebKeySet;
  readonly sign: (claims: Record<string, unknown>, times: { issuedAt: number; expiresAt: number }) => Promise<string>;
}

const Key = v.looseObject({
  ...{ kty: v.literal('EC'), crv: v.literal('P-256'), kid: v.pipe(v.string(), v.minLength(1)) },
  ...{ d: v.string(), x: v.string(), y: v.string() },
});
const KeyFile = v.object({
  keys: v.tupleWithRest([Key], Key),
  secret: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
});

type KeyFile = v.InferOutput<typeof KeyFile>;
type Key = v.InferOutput<typeof Key>;

/** The key file is missing or invalid. */
export class KeyFileError extends OperatorError {}

function keyFilePath(dataDir: string): string {
  return join(dataDir, 'keys.json');
}

interface Log {
  readonly warn: (text: string) => void;
}

/** Reads the keys of a data directory. On the first run it creates them, readable only by the owner. */
export async function openKeys(dataDir: string, log: Log | null = null): Promise<SigningKeys> {
  const file = keyFilePath(dataDir);
  if (!existsSync(file)) await createKeys(dataDir);
  // Windows has no such modes.
  const isOpen = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  if (isOpen) log?.warn(`${file} can be read by other users, who could sign in as anybody: chmod 600 ${file}`);
  return readKeys(dataDir);
}

/**
 * Reads the keys of a data directory.
 * @throws KeyFileError when the file is missing or invalid.
 */
export async function readKeys(dataDir: string): Promise<SigningKeys> {
  const file = keyFilePath(dataDir);
  const { keys, secret = addSecret(dataDir) } = readKeyFile(file);
  const [{ kid }] = keys;
  const [first, ...others] = keys as unknown as [JWK, ...JWK[]];
  const [signing] = await Promise.all([importKey(first, file), ...others.map((key) => importKey(key, file))]);
  return {
    secret: Buffer.from(secret, 'base64url'),
    id: kid,
    published: { keys: [first, ...others].map(toPublicKey) },
    sign: (claims, { issuedAt, expiresAt }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(signing),
  };
}

/** Imports the private and the public part: tokens that the public part does not verify would be refused. */
async function importKey(key: JWK, file: string): Promise<CryptoKey> {
  try {
    const signing = (await importJWK(key, 'ES256')) as CryptoKey;
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256' }).sign(signing);
    await jwtVerify(token, await importJWK(toPublicKey(key), 'ES256'));
    return signing;
  } catch {
    throw invalidFile(file);
  }
}

function invalidFile(file: string): KeyFileError {
  return new KeyFileError(
    `${file} is not a valid key file; restore it, or move it away to create new keys, which logs out all users`,
  );
}

function readKeyFile(file: string): KeyFile {
  if (!existsSync(file)) throw new KeyFileError(`${file} does not exist; start the server once to create its keys`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), KeyFile), readFileSync(file, 'utf8'));
  if (!parsed.success) throw invalidFile(file);
  return parsed.output;
}

/** Key files of the first releases have no secret. */
function addSecret(dataDir: string): string {
  const secret = randomBytes(32).toString('base64url');
  const { keys } = readKeyFile(keyFilePath(dataDir));
  renameSync(writeTemporary(dataDir, { keys, secret }), keyFilePath(dataDir));
  return secret;
}

/**
 * Makes the second key the signing key from the next start on, and adds a new second key. The previous signing key still
 * verifies, the one before it no longer does, and logins that were last renewed with that one end. Returns the ids of all keys, the signing one first.
 */
export async function rotateKeys(dataDir: string): Promise<string[]> {
  const { keys, secret } = readKeyFile(keyFilePath(dataDir));
  const [first, second] = keys;
  const rotated: KeyFile['keys'] = [second ?? (await createKey()), await createKey(), first];
  renameSync(writeTemporary(dataDir, { keys: rotated, secret }), keyFilePath(dataDir));
  return rotated.map(({ kid }) => kid);
}

async function createKey(): Promise<Key> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  // A key generated for ES256 is an EC key on P-256.
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' } as Key;
}

function writeTemporary(dataDir: string, content: KeyFile): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = `${keyFilePath(dataDir)}.${randomUUID()}`;
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  return file;
}

async function createKeys(dataDir: string): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const file = writeTemporary(dataDir, { keys: [await createKey(), await createKey()], secret });
  try {
    // When two servers start at once on one folder, only one link succeeds, and both use its keys.
    linkSync(file, keyFilePath(dataDir));
  } catch (error) {
    if (fieldsOf(error).code !== 'EEXIST') throw error;
  } finally {
    rmSync(file);
  }
}

function toPublicKey({ kty, crv, x, y, kid }: JWK): JWK {
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] } as JWK;
}

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeyFileError, openKeys, readKeys, rotateKeys, type SigningKeys } from './keys.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-keys-'));
  file = join(folder, 'keys.json');
  await openKeys(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('values that are no key are refused in one line that names the file', async () => {
  const text = readFileSync(file, 'utf8');
  const stored = JSON.parse(text);
  const [first, second] = stored.keys;
  const bad = [
    { ...first, d: 'AAAA' },
    { ...first, d: second.d },
    { ...first, x: '' },
    { ...first, y: second.y },
    { ...first, x: undefined },
    { ...first, kid: '' },
  ];
  for (const key of bad) {
    writeFileSync(file, JSON.stringify({ ...stored, keys: [key, second] }));
    await expect(openKeys(folder)).rejects.toThrow(new KeyFileError(message()));
    writeFileSync(file, JSON.stringify({ ...stored, keys: [second, key] }));
    await expect(openKeys(folder)).rejects.toThrow(message());
  }
  writeFileSync(file, text);
  await openKeys(folder);
});

function message(): string {
  return `${file} is not a valid key file; restore it, or move it away to create new keys, which logs out all users`;
}

test.skipIf(process.platform === 'win32')('a file that other users can read is used with a warning', async () => {
  const warnings: string[] = [];
  const log = { warn: (text: string) => warnings.push(text) };
  await openKeys(folder, log);
  expect(warnings).toEqual([]);
  chmodSync(file, 0o644);
  await openKeys(folder, log);
  expect(warnings).toEqual([expect.stringContaining(`chmod 600 ${file}`)]);
  expect((await openKeys(folder)).id).toBe((await readKeys(folder)).id);
});

const idsOf = ({ published }: SigningKeys) => published.keys.map(({ kid }) => kid);
const times = { issuedAt: 1_700_000_000, expiresAt: 1_700_000_600 };

/** Whether the keys of a server verify a token. */
async function verifies({ published }: SigningKeys, token: string): Promise<boolean> {
  const currentDate = new Date(times.issuedAt * 1_000);
  return jwtVerify(token, createLocalJWKSet(published), { currentDate }).then(
    () => true,
    () => false,
  );
}

test('the first key signs, all verify, and nothing private is published', async () => {
  const keys = await readKeys(folder);
  const token = await keys.sign({ sub: 'max' }, times);
  expect([decodeProtectedHeader(token), keys.id]).toEqual([
    { alg: 'ES256', typ: 'JWT', kid: idsOf(keys)[0] },
    idsOf(keys)[0],
  ]);
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys.published), {
    currentDate: new Date(times.issuedAt * 1_000),
  });
  expect(payload).toEqual({ sub: 'max', iat: times.issuedAt, exp: times.expiresAt });
  expect(keys.published.keys.map((key) => Object.keys(key).sort())).toEqual(
    Array.from({ length: 2 }, () => ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y']),
  );
  expect(keys.published.keys[0]).toMatchObject({ kty: 'EC', alg: 'ES256', use: 'sig', key_ops: ['verify'] });
  expect(keys.secret.length).toBe(32);
});

test('the file is made once, for its owner alone, and nothing else is left in the folder', async () => {
  const text = readFileSync(file, 'utf8');
  expect(text.endsWith('}\n')).toBe(true);
  const other = mkdtempSync(join(tmpdir(), 'pitboard-keys-'));
  try {
    const opened = await Promise.all(Array.from({ length: 5 }, () => openKeys(join(other, 'new'))));
    expect(new Set(opened.map((keys) => idsOf(keys).join())).size).toBe(1);
    expect(readdirSync(join(other, 'new'))).toEqual(['keys.json']);
    if (process.platform !== 'win32') expect(statSync(join(other, 'new/keys.json')).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
  await openKeys(folder);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a rotation signs with the second key, and tokens of the key before it still count, but not older ones', async () => {
  const first = await readKeys(folder);
  const token = await first.sign({}, times);
  const ids = await rotateKeys(folder);
  const second = await readKeys(folder);
  expect([idsOf(second), ids[0], ids[2]]).toEqual([ids, idsOf(first)[1], idsOf(first)[0]]);
  expect(ids.length).toBe(3);
  expect([await verifies(second, token), second.secret.equals(first.secret)]).toEqual([true, true]);
  const later = await second.sign({}, times);
  await rotateKeys(folder);
  const third = await readKeys(folder);
  expect([await verifies(third, later), await verifies(third, token)]).toEqual([true, false]);
});

test('a file with one key and no secret, of a first release, gets a secret that stays, and can be rotated', async () => {
  const { keys } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ keys: keys.slice(0, 1) }));
  const opened = await readKeys(folder);
  expect([opened.secret.length, idsOf(opened)]).toEqual([32, [keys[0].kid]]);
  expect((await readKeys(folder)).secret.equals(opened.secret)).toBe(true);
  expect((await rotateKeys(folder))[2]).toBe(keys[0].kid);
});

test.each(['not JSON', '{}', '{"keys":[]}'])('a file that is %s is refused, and never replaced', async (text) => {
  writeFileSync(file, text);
  await expect(openKeys(folder)).rejects.toThrow(new KeyFileError(message()));
  await expect(rotateKeys(folder)).rejects.toThrow(message());
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a secret that is cut short, and a key of another kind, are refused', async () => {
  const stored = JSON.parse(readFileSync(file, 'utf8'));
  const bad = [
    { ...stored, secret: stored.secret.slice(1) },
    { ...stored, secret: `${stored.secret}A` },
    { ...stored, keys: [{ ...stored.keys[0], kty: 'RSA' }] },
    { ...stored, keys: [{ ...stored.keys[0], crv: 'P-384' }] },
  ];
  for (const content of bad) {
    writeFileSync(file, JSON.stringify(content));
    await expect(readKeys(folder)).rejects.toThrow(message());
  }
});

test('keys that do not exist are not made by reading them', async () => {
  rmSync(file);
  await expect(readKeys(folder)).rejects.toThrow(
    new KeyFileError(`${file} does not exist; start the server once to create its keys`),
  );
  expect(readdirSync(folder)).toEqual([]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseEnv } from '../settings/env.ts';
import { borrowDatabase } from '../tests/support/databases.ts';
import { openKeys, rotateKeys, type SigningKeys } from '../tokens/keys.ts';
import { requireOwnKeys } from './require-own-keys.ts';

let database: Awaited<ReturnType<typeof borrowDatabase>>;
const folders: string[] = [];
beforeEach(async () => {
  database = await borrowDatabase();
});
afterEach(async () => {
  await database.giveBack();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-keys-'));
  folders.push(folder);
  return folder;
}

/** A server of the database starts with these keys. */
const start = (keys: SigningKeys, accepted = {}) =>
  requireOwnKeys({ ...parseEnv({ DATA_DIR: '/data' }), ...accepted }, database.storage, keys);

test('keys that the database does not know stop the start with a sentence, unless they are accepted', async () => {
  const [own, other] = [await openKeys(createFolder()), await openKeys(createFolder())];
  await start(own);
  await start(own);
  const refusal =
    '/data/keys.json is not the key file of this database, and everybody would be logged out: copy it from another server of this database or from a backup, or start once with --new-keys';
  await expect(start(other)).rejects.toThrow(refusal);
  await start(own);
  await start(other, { acceptsNewKeys: true });
  await start(other);
  await expect(start(own)).rejects.toThrow(refusal);
});

test('keys that were rotated, also twice, are known; servers may start one after the other with them', async () => {
  const folder = createFolder();
  const before = await openKeys(folder);
  await start(before);
  await rotateKeys(folder);
  const once = await openKeys(folder);
  await start(once);
  // A server that has not been given the new file yet.
  await start(before);
  await start(once);
  await rotateKeys(folder);
  await rotateKeys(folder);
  await start(await openKeys(folder));
});

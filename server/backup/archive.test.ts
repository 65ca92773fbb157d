import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { packBackup, unpackBackup } from './archive.ts';
import { restoreBackup } from './restore-backup.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-restore-'));
  folders.push(folder);
  return folder;
}

const backup = { keys: '{"keys":[]}', database: new Uint8Array(3_000).fill(7) };

test('a backup is unpacked as it was packed', async () => {
  const { keys, database } = await unpackBackup(await packBackup(backup));
  expect(keys).toBe(backup.keys);
  expect(new Uint8Array(database)).toEqual(backup.database);
});

test('a file that is cut anywhere, empty, or of another kind is refused', async () => {
  const bytes = await packBackup(backup);
  for (let length = 0; length < bytes.length - 1_024; length += 97)
    await expect(unpackBackup(bytes.subarray(0, length))).rejects.toThrow('the file is not a whole backup');
  await expect(unpackBackup(Buffer.from('{"sessions": []}'.repeat(100)))).rejects.toThrow('not a whole backup');
});

test('nothing is restored over data, and nothing is left of a database that cannot be opened', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'keys.json'), '{}');
  await expect(restoreBackup(backup, folder)).rejects.toThrow('keys.json exists already; move it away');
  const empty = createFolder();
  await expect(restoreBackup(backup, empty)).rejects.toThrow('the database in the backup is broken');
  expect(readdirSync(empty)).toEqual([]);
});

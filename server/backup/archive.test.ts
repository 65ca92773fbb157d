import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
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

const keys = '{"keys":[]}';

/** Writes bytes to a file. */
function write(bytes: Uint8Array): string {
  const file = join(createFolder(), 'file');
  writeFileSync(file, bytes);
  return file;
}

/** The bytes of a backup whose database has these files. */
async function backupOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const tar = pack();
  for (const [name, text] of Object.entries(files)) tar.entry({ name }, text);
  tar.entry({ name: 'pg_notify', type: 'directory' });
  tar.finalize();
  return buffer(packBackup(keys, write(gzipSync(await buffer(tar)))));
}

test('a backup is unpacked as it was packed, its empty folders too', async () => {
  const folder = createFolder();
  expect(await unpackBackup(write(await backupOf({ 'base/1/2': 'rows' })), folder)).toBe(keys);
  expect(readFileSync(join(folder, 'base/1/2'), 'utf8')).toBe('rows');
  expect(readdirSync(folder).sort()).toEqual(['base', 'pg_notify']);
});

test('a file that is cut anywhere, empty, or of another kind is refused', async () => {
  const bytes = await backupOf({ one: 'x'.repeat(2_000) });
  for (let length = 0; length < bytes.length - 1_024; length += 97)
    await expect(unpackBackup(write(bytes.subarray(0, length)))).rejects.toThrow('the file is not a whole backup');
  const other = write(Buffer.from('{"sessions": []}'.repeat(100)));
  await expect(unpackBackup(other)).rejects.toThrow('not a whole backup');
});

test('nothing is written outside of the folder of the database', async () => {
  const folder = join(createFolder(), 'postgres');
  const file = write(await backupOf({ '../outside': 'rows' }));
  await expect(unpackBackup(file, folder)).rejects.toThrow('not a whole backup');
  expect(existsSync(join(folder, '../outside'))).toBe(false);
});

test('nothing is restored over data, and nothing is left of a database that cannot be opened', async () => {
  const file = write(await backupOf({ one: 'x' }));
  const folder = createFolder();
  writeFileSync(join(folder, 'keys.json'), '{}');
  await expect(restoreBackup(file, folder)).rejects.toThrow('keys.json exists already; move it away');
  const empty = createFolder();
  await expect(restoreBackup(file, empty)).rejects.toThrow('the database in the backup is broken');
  expect(readdirSync(empty)).toEqual([]);
});

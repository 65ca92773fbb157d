import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase } from '../tests/support/fresh-database.ts';
import type { Storage } from './open-storage.ts';
import { leagues } from './tables.ts';

const disk = vi.hoisted(() => ({ free: Number.POSITIVE_INFINITY }));
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  statfsSync: () => ({ bavail: disk.free, bsize: 1 }),
}));

let folder: string;
let storage: Storage;
beforeAll(async () => {
  // Test files share modules. This one needs those that were imported after the mock.
  vi.resetModules();
  const { openEmbedded } = await import('./open-storage.ts');
  folder = mkdtempSync(join(tmpdir(), 'pitboard-dump-'));
  storage = await openEmbedded(folder, await freshDatabase());
});
afterEach(() => {
  disk.free = Number.POSITIVE_INFINITY;
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const backups = () => readdirSync(folder).filter((name) => name.startsWith('.backup-'));

setFlagsFromString('--expose-gc');
/** Collects garbage at once, so that it does not count as used memory. */
const collect: () => void = runInNewContext('gc');

test('the event loop runs while a database is dumped to a file, which is removed, and little is held in memory', async () => {
  const held = () => {
    collect();
    return process.memoryUsage().external;
  };
  const before = held();
  let isDone = false;
  let turns = 0;
  let most = 0;
  const dumped = storage.dump?.().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    turns += 1;
    // At the turns 1, 2, 4 and so on.
    if ((turns & (turns - 1)) === 0) most = Math.max(most, held() - before);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const dump = await dumped;
  expect(turns).toBeGreaterThan(100);
  expect(most).toBeLessThan(20 * 1024 * 1024);
  expect([existsSync(dump?.path ?? ''), backups().length]).toEqual([true, 1]);
  dump?.remove();
  expect(backups()).toEqual([]);
});

test('what is written while a database is dumped waits, and succeeds', async () => {
  const id = '01900000-0000-7000-8000-000000000001';
  const now = '2026-05-01T18:00:00.123Z';
  const row = { id, ownerId: id, version: 1, name: 'Sunday', isPublic: true, createdAt: now, updatedAt: now };
  const dumping = storage.dump?.();
  await storage.transaction((transaction) => transaction.insert(leagues).values(row));
  (await dumping)?.remove();
  expect(await storage.database.select().from(leagues)).toHaveLength(1);
});

test('a dump is refused without room for the copy and the tar, and leaves nothing', async () => {
  disk.free = 70 * 1024 * 1024;
  await expect(storage.dump?.()).rejects.toThrow(/^a backup needs \d+ MiB of free disk in /);
  expect(backups()).toEqual([]);
});

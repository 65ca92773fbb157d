import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { freshDatabase } from '../tests/support/fresh-database.ts';
import { openEmbedded } from './open-storage.ts';
import { leagues } from './tables.ts';

test('data persists after a restart, and migrations can run again; an open directory is locked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-storage-'));
  const now = '2026-05-01T18:00:00.123Z';
  const id = '01900000-0000-7000-8000-000000000001';
  const first = await openEmbedded(folder, await freshDatabase());
  await first.transaction((transaction) =>
    transaction.insert(leagues).values({
      id,
      ownerId: id,
      version: 1,
      name: 'Sunday',
      isPublic: true,
      createdAt: now,
      updatedAt: now,
    }),
  );
  await expect(openEmbedded(folder)).rejects.toThrow('in use by process');
  await first.close();
  const second = await openEmbedded(folder);
  const rows = await second.database.select().from(leagues);
  expect(rows.map((row) => [row.name, row.createdAt])).toEqual([['Sunday', now]]);
  await second.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the log of an open database is cut and bounded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-storage-'));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { database, close } = await openEmbedded(folder, await freshDatabase());
  const read = async (query: string) => {
    const { rows } = (await database.execute(sql.raw(query))) as { rows: Record<string, unknown>[] };
    return Object.values(rows[0] ?? {})[0];
  };
  expect(await read('show max_wal_size')).toBe('64MB');
  const redo = await read('select redo_lsn from pg_control_checkpoint()');
  for (let segment = 0; segment < 4; segment += 1)
    await read("select pg_logical_emit_message(false, '', '') from pg_switch_wal()");
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => read('select redo_lsn from pg_control_checkpoint()')).not.toBe(redo);
  await close();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

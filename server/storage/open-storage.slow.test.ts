import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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

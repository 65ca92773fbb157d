import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, onTestFinished, test } from 'vitest';
import { listEntryRows } from '../storage/entries.ts';
import { migrationsFolder } from '../storage/migrations.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { listClaimRows, listMembers } from '../storage/roster-claims.ts';

test('an update to entries leaves claims as they were: confirmed or waiting, and no entries', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const { entries, ...journal } = JSON.parse(readFileSync(path, 'utf8'));
  const before = entries.filter(({ idx }: { idx: number }) => idx <= 46);
  writeFileSync(path, JSON.stringify({ ...journal, entries: before }));
  const client = await PGlite.create({ extensions: { pg_trgm } });
  onTestFinished(() => client.close());
  await migrate(drizzle(client), { migrationsFolder: folder });
  const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;
  const at = '2026-01-01T00:00:00.000Z';
  await client.exec(`
    insert into seasons (id, owner_id, version, name, created_at, updated_at)
      values ('${id(1)}', '${id(2)}', 3, 'Cup', '${at}', '${at}');
    insert into roster_claims (id, season_id, driver_id, user_id, claimed_at, confirmed_at)
      values ('${id(3)}', '${id(1)}', '${id(4)}', '${id(5)}', '${at}', null),
        ('${id(6)}', '${id(1)}', '${id(7)}', '${id(8)}', '${at}', '${at}')`);
  await migrate(drizzle(client), { migrationsFolder });
  const transaction = drizzle(client) as unknown as Transaction;
  const claim = { seasonId: id(1), username: null, claimedAt: at };
  expect(await listClaimRows(transaction, id(1))).toEqual([
    { ...claim, id: id(3), driverId: id(4), userId: id(5), confirmedAt: null },
    { ...claim, id: id(6), driverId: id(7), userId: id(8), confirmedAt: at },
  ]);
  expect(await listMembers(transaction, id(1))).toEqual([{ driverId: id(7), userId: id(8), username: null }]);
  expect(await listEntryRows(transaction, id(1))).toEqual([]);
});

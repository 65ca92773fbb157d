import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, onTestFinished, test } from 'vitest';
import { migrationsFolder } from '../storage/migrations.ts';

test('an update to members leaves leagues and seasons with their owner, and nobody else', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const { entries, ...journal } = JSON.parse(readFileSync(path, 'utf8'));
  const before = entries.filter(({ idx }: { idx: number }) => idx <= 41);
  writeFileSync(path, JSON.stringify({ ...journal, entries: before }));
  const client = await PGlite.create({ extensions: { pg_trgm } });
  onTestFinished(() => client.close());
  await migrate(drizzle(client), { migrationsFolder: folder });
  const id = '01900000-0000-7000-8000-000000000001';
  const owned = `gen_random_uuid(), 3, 'Cup', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'`;
  await client.exec(`
    insert into leagues (id, is_public, owner_id, version, name, created_at, updated_at) values ('${id}', false, ${owned});
    insert into seasons (id, owner_id, version, name, created_at, updated_at) values ('${id}', ${owned});
    insert into league_seasons values ('${id}', '${id}', '2026-01-03T00:00:00Z')`);
  const read = async () =>
    Promise.all(
      ['leagues', 'seasons', 'league_seasons'].map(
        async (table) => (await client.query(`select * from ${table}`)).rows,
      ),
    );
  const stored = await read();
  await migrate(drizzle(client), { migrationsFolder });
  // Later updates add columns.
  expect(await read()).toMatchObject(stored);
  for (const table of ['members', 'invitations', 'league_log'])
    expect((await client.query(`select * from ${table}`)).rows).toEqual([]);
});

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, onTestFinished, test } from 'vitest';
import { migrationsFolder } from '../storage/migrations.ts';

/** A database as it was after a migration. */
async function migratedTo(last: number) {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const { entries, ...journal } = JSON.parse(readFileSync(path, 'utf8'));
  const before = entries.filter(({ idx }: { idx: number }) => idx <= last);
  writeFileSync(path, JSON.stringify({ ...journal, entries: before }));
  const client = await PGlite.create({ extensions: { pg_trgm } });
  onTestFinished(() => client.close());
  await migrate(drizzle(client), { migrationsFolder: folder });
  return client;
}

const id = '01900000-0000-7000-8000-000000000001';
const owned = `gen_random_uuid(), 3, 'Cup', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'`;
const league = `insert into leagues (id, is_public, owner_id, version, name, created_at, updated_at) values ('${id}', false, ${owned})`;

test('an update to members leaves leagues and seasons with their owner, and nobody else', {
  timeout: 120_000,
}, async () => {
  const client = await migratedTo(41);
  await client.exec(`
    ${league};
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

test('an update to notices keeps the messages to chats that wait, and those that were sent', {
  timeout: 120_000,
}, async () => {
  const client = await migratedTo(47);
  const time = `'2026-01-01T00:00:00Z'`;
  const message = (subject: string, state: string) => `insert into deliveries
    (id, league_id, kind, subject, title, content, state, attempts, created_at, next_attempt_at, expires_at)
    values (gen_random_uuid(), '${id}', 'test', '${subject}', 'A title', 'A text', '${state}', 1, ${time}, ${time}, ${time})`;
  await client.exec(`${league}; ${message('one', 'waiting')}; ${message('two', 'sent')}`);
  const read = async () => (await client.query<object>('select * from deliveries order by subject')).rows;
  const stored = await read();
  await migrate(drizzle(client), { migrationsFolder });
  expect(await read()).toMatchObject(stored.map((row) => ({ ...row, channel: 'discord', notice_id: null })));
  // A chat still gets a subject once.
  await expect(client.exec(message('two', 'waiting'))).rejects.toThrow(/deliveries_subject/);
});

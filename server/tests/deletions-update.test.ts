import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, onTestFinished, test } from 'vitest';
import { migrationsFolder } from '../storage/migrations.ts';
import { openEmbedded } from '../storage/open-storage.ts';
import { openTestServer } from './support/open-test-server.ts';

/**
 * The rows of a server of the release before, which copied what was deleted: a season with all that belongs to it, a session
 * in an event, and an event whose session was deleted after it. `before` is what it had answered.
 */
const [{ deleted }, { before }, ...rows] = readFileSync(
  join(import.meta.dirname, '../../tests/fixtures/deletions-0040.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** A dump of a database of that release with these rows. */
async function dumpOfReleaseBefore(): Promise<Blob | File> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-migrations-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const { entries, ...journal } = JSON.parse(readFileSync(path, 'utf8'));
  const kept = entries.filter(({ idx }: { idx: number }) => idx <= 40);
  writeFileSync(path, JSON.stringify({ ...journal, entries: kept }));
  const client = await PGlite.create({ extensions: { pg_trgm } });
  await migrate(drizzle(client), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
  for (const { table, row } of rows)
    await client.query(`insert into ${table} select (jsonb_populate_record(null::${table}, $1)).*`, [row]);
  await client.query(
    "update deletions set deleted_at = now() - interval '5 minutes' + (deleted_at - timestamptz '2026-11-29T08:36:17Z')",
  );
  const dump = await client.dumpDataDir('none');
  await client.close();
  return dump;
}

// A database of each release is made.
test('what the release before could bring back can be restored after the update', { timeout: 120_000 }, async () => {
  const storage = await openEmbedded(null, await dumpOfReleaseBefore());
  const base = await openTestServer();
  const server = await openTestServer({}, undefined, undefined, { over: { ...base, storage } });
  onTestFinished(async () => {
    await server.close();
    await base.close();
    await storage.close();
  });
  server.clock.now = new Date();
  const as = 'Ann';
  const restore = async (deletionId: string) =>
    (await server.call('undoDeletion', { as, params: { deletionId } })).statusCode;
  const listed = await server.get('listDeletions', { as });
  expect(new Set(listed.map(({ entityId }) => entityId))).toEqual(new Set(Object.values(deleted)));
  for (const id of [deleted.event, deleted.session, deleted.lastSession, deleted.whole])
    expect(await restore(id)).toBe(200);
  for (const season of before) {
    const { updatedAt: _, ...found } = await server.get('getSeason', { params: { id: season.id } });
    const { updatedAt: __, ...expected } = season;
    expect(found).toEqual(expected);
  }
  expect(await server.get('listDeletions', { as })).toEqual([]);
  expect((await server.get('getTasks', { as })).deleted.total).toBe(0);
});

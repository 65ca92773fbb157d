import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openTestServer } from '../tests/support/open-test-server.ts';
import { migrationsFolder, NewerDatabase, requireSupportedSchema } from './migrations.ts';

test('a database with a newer migration is refused', async () => {
  const server = await openTestServer();
  // Closed, its database is given to no other test.
  onTestFinished(async () => {
    await server.storage.close();
    await server.close();
  });
  const { database } = server.storage;
  await requireSupportedSchema(database);
  const later = Date.parse('2100-01-01T00:00:00Z');
  await database.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${later})`);
  await expect(requireSupportedSchema(database)).rejects.toThrow(NewerDatabase);
});

/** Whether a statement fails the reads or writes of a release that does not know of it. */
function breaksTheReleaseBefore(statement: string): boolean {
  if (
    /\bDROP (?:COLUMN|TABLE)\b|\bRENAME\b|\bSET NOT NULL\b|\bALTER COLUMN "\w+" (?:SET DATA )?TYPE\b/i.test(statement)
  )
    return true;
  return /\bADD COLUMN\b/i.test(statement) && /\bNOT NULL\b/i.test(statement) && !/\bDEFAULT\b/i.test(statement);
}

test.each([
  'ALTER TABLE "seasons" DROP COLUMN "points"',
  'ALTER TABLE "seasons" ADD COLUMN "points" integer NOT NULL',
  'ALTER TABLE "seasons" ALTER COLUMN "points" SET DATA TYPE text',
  'ALTER TABLE "seasons" ALTER COLUMN "points" SET NOT NULL',
])('the release before would fail after %s', (statement) => expect(breaksTheReleaseBefore(statement)).toBe(true));

test('a migration takes nothing away that the release before uses: both run at once in a rolling update', () => {
  // Before the release that began to keep to it.
  const earlier = new Set(['0003_season_editing.sql']);
  const taking = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql') && !earlier.has(name))
    .filter((name) =>
      readFileSync(join(migrationsFolder, name), 'utf8').split('--> statement-breakpoint').some(breaksTheReleaseBefore),
    );
  expect(taking).toEqual([]);
});

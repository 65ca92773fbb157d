import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestServer } from '../tests/support/open-test-server.ts';
import { migrationsFolder, NewerDatabase, requireSupportedSchema } from './migrations.ts';

test('a database with a newer migration is refused', async () => {
  const server = await openTestServer();
  const { database } = server.storage;
  await requireSupportedSchema(database);
  const later = Date.parse('2100-01-01T00:00:00Z');
  await database.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${later})`);
  await expect(requireSupportedSchema(database)).rejects.toThrow(NewerDatabase);
  await server.close();
});

test('a migration takes nothing away that the release before uses: both run at once in a rolling update', () => {
  // Before the release that began to keep to it.
  const earlier = new Set(['0003_season_editing.sql']);
  const taking = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql') && !earlier.has(name))
    .filter((name) =>
      /\bDROP (?:COLUMN|TABLE)\b|\bRENAME\b|\bSET NOT NULL\b/i.test(readFileSync(join(migrationsFolder, name), 'utf8')),
    );
  expect(taking).toEqual([]);
});

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestServer } from '../tests/support/open-test-server.ts';
import { NewerDatabase, requireSupportedSchema } from './migrations.ts';

test('a database with a newer migration is refused', async () => {
  const server = await openTestServer();
  const { database } = server.storage;
  await requireSupportedSchema(database);
  const later = Date.parse('2100-01-01T00:00:00Z');
  await database.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${later})`);
  await expect(requireSupportedSchema(database)).rejects.toThrow(NewerDatabase);
  await server.close();
});

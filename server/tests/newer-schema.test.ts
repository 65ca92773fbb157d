import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  // Closed, its database is given to no other test.
  await server.storage.close();
  await server.close();
});

test('a server says once that a newer release has migrated its database, and goes on', async () => {
  const warn = vi.spyOn(server.app.log, 'warn');
  const checks = vi.spyOn(server.storage.database, 'execute');
  server.pass(60_000);
  await expect.poll(() => checks.mock.settledResults.length).toBeGreaterThanOrEqual(2);
  expect(warn).not.toHaveBeenCalled();
  await server.storage.transaction((transaction) =>
    transaction.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer release', 9999999999999)`,
    ),
  );
  server.pass(60_000);
  await expect.poll(() => warn).toHaveBeenCalled();
  server.pass(600_000);
  expect(warn.mock.calls).toEqual([
    ['a newer release has migrated the database: this server works on, until it is replaced by that release'],
  ]);
  expect((await server.call('createSeason', { as: 'Ann', body: { name: 'Season' } })).statusCode).toBe(200);
});

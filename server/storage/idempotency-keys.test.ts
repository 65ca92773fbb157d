import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer, userIdOf } from '../tests/support/open-test-server.ts';
import { deleteOldestKeys, insertIdempotencyKey } from './idempotency-keys.ts';
import { idempotencyKeys } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const createdAt = '2026-05-01T18:00:00.000Z';

test.each(['a', 'b', 'c'])('of keys of one time the one of the write that asks stays: %s', async (key) => {
  const userId = userIdOf(`Keys ${key}`);
  const left = await server.storage.transaction(async (transaction) => {
    for (const other of ['a', 'b', 'c'])
      await insertIdempotencyKey(transaction, { userId, key: other, request: other, createdAt });
    await deleteOldestKeys(transaction, { userId, key }, 1);
    return transaction.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
  });
  expect(left.map((row) => row.key)).toEqual([key]);
});

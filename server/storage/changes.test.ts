import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#contract/calls/by-name';
import type { AffectedRead } from '#contract/calls/call';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import { ChangeChannel } from './change-channel.ts';
import { announceChange, type Change } from './changes.ts';
import type { Transaction } from './open-storage.ts';
import { deletedUsers, profiles } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const reads: AffectedRead[] = [{ call: calls.getProfile, params: { userId: 'a' } }];
const at = '2026-01-01T00:00:00.000Z';
const addProfile = (transaction: Transaction) =>
  transaction
    .insert(profiles)
    .values({ id: randomUUID(), createdAt: at })
    .then(() => undefined);

/** The changes that have been announced of a transaction once all are confirmed. */
async function changesOf(work: (transaction: Transaction) => Promise<void>): Promise<Change[]> {
  const announced: Change[] = [];
  const stop = server.storage.changes.listen((change) => announced.push(change));
  await server.storage.transaction(work).catch(() => undefined);
  expect(await server.storage.changes.confirm()).toBe(true);
  stop();
  return announced;
}

test('a transaction announces the reads that its writes affect', async () => {
  const announced = await changesOf(async (transaction) => {
    announceChange(transaction, reads);
    await addProfile(transaction);
  });
  expect(announced).toEqual([reads]);
});

test('a write that was not announced changes everything', async () =>
  expect(await changesOf(addProfile)).toEqual(['everything']));

test('more than a message can have is everything', async () => {
  const many = Array.from({ length: 500 }, () => reads[0] as AffectedRead);
  const announced = await changesOf(async (transaction) => {
    announceChange(transaction, many);
    await addProfile(transaction);
  });
  expect(announced).toEqual([server.env.databaseUrl === null ? many : 'everything']);
});

test.each<[string, (transaction: Transaction) => Promise<void>]>([
  ['that only reads', async (transaction) => announceChange(transaction, reads)],
  [
    'that writes what no answer shows',
    async (transaction) => {
      await transaction.insert(deletedUsers).values({ userId: randomUUID(), deletedAt: at });
    },
  ],
  [
    'that is rolled back',
    async (transaction) => {
      await addProfile(transaction);
      throw new Error('no');
    },
  ],
])('a transaction %s changes nothing', async (_, work) => expect(await changesOf(work)).toEqual([]));

test('a write outside of a transaction is refused when answers show it', () => {
  expect(() => server.storage.database.insert(profiles)).toThrow('profiles is written in transactions only');
  expect(() => server.storage.database.insert(deletedUsers)).not.toThrow();
});

test('nothing is confirmed behind a pooler that holds back the messages of others, or without a database', async (context) => {
  const { databaseUrl } = server.env;
  if (databaseUrl === null) return context.skip('TEST_DATABASE_URL is not set');
  const silent = { execute: async () => undefined } as unknown as Transaction;
  for (const channel of [
    new ChangeChannel(databaseUrl, silent),
    new ChangeChannel('postgres://127.0.0.1:1/none', server.storage.database),
  ]) {
    await channel.open();
    expect(await channel.confirm()).toBe(false);
    await channel.close();
  }
});

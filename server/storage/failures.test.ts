import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { freePort } from '../../tests/postgres.ts';
import { openTestServer } from '../tests/support/open-test-server.ts';
import { isBusy, isTaken, isUnreachable } from './failures.ts';
import { attachSessions } from './season-events.ts';

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('a refused connection is unreachable', async () => {
  const client = new Client({ connectionString: `postgres://nobody@127.0.0.1:${await freePort()}/none` });
  const error = await errorOf(client.connect());
  expect([isUnreachable(error), isBusy(error), isTaken(error)]).toEqual([true, false, false]);
});

test('an error of the program is neither busy, taken nor unreachable', () => {
  const error = new TypeError('undefined is not a function', { cause: new Error('x') });
  expect([isUnreachable(error), isBusy(error), isTaken(error)]).toEqual([false, false, false]);
});

test('a reference to a row that was deleted in the meantime is a conflict', async () => {
  const server = await openTestServer();
  const ids = { eventId: randomUUID(), sessionId: randomUUID() };
  const error = await errorOf(
    server.storage.transaction((transaction) => attachSessions(transaction, ids.eventId, [ids.sessionId])),
  );
  expect([isUnreachable(error), isBusy(error), isTaken(error)]).toEqual([false, true, false]);
  await server.close();
});

test('health is 200 with a database and 503 without one', async () => {
  const server = await openTestServer();
  expect(await server.get('getHealth')).toEqual({
    status: 'ok',
    time: server.clock.now.toISOString(),
    version: '0.0.0',
  });
  // All checks in a turn of the event loop share their result.
  await setImmediate();
  await server.storage.close();
  const response = await server.call('getHealth');
  expect([response.statusCode, response.json().detail, response.headers['retry-after']]).toEqual([
    503,
    'An unexpected server error occurred.',
    '5',
  ]);
  await server.close();
});

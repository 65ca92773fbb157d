import { expect, test } from 'vitest';
import { freePort } from '../../tests/postgres.ts';
import { openTestServer } from '../testing/open-test-server.ts';
import { isBusy, isTaken, isUnreachable } from './failures.ts';
import { openPostgres } from './open-storage.ts';

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('a database that nobody serves is unreachable', async () => {
  const failure = await failureOf(openPostgres(`postgres://nobody@127.0.0.1:${await freePort()}/none`));
  expect([isUnreachable(failure), isBusy(failure), isTaken(failure)]).toEqual([true, false, false]);
});

test('a fault of our own is none of them', () => {
  const failure = new TypeError('undefined is not a function', { cause: new Error('x') });
  expect([isUnreachable(failure), isBusy(failure), isTaken(failure)]).toEqual([false, false, false]);
});

test('health is 200 with a database and 503 without', async () => {
  const server = await openTestServer();
  expect(await server.get('getHealth')).toEqual({
    status: 'ok',
    time: server.clock.now.toISOString(),
    version: '0.0.0',
  });
  await server.storage.close();
  const response = await server.call('getHealth');
  expect([response.statusCode, response.json().detail, response.headers['retry-after']]).toEqual([
    503,
    'An unexpected server error occurred.',
    '5',
  ]);
  await server.close();
});

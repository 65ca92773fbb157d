import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { toDocument } from '#contract/live/to-document';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { LiveClient } from './support/live-client.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await openTestServer();
});
afterEach(() => server.close());

async function readiness(): Promise<[number, unknown]> {
  const answer = await server.app.inject({ url: '/readyz' });
  expect(answer.headers['cache-control']).toBe('no-store');
  return [answer.statusCode, answer.json()];
}

/** A live session with a recorder and a viewer, on a server that listens. */
async function startRace(): Promise<{ address: string; viewer: LiveClient }> {
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const id = randomUUID();
  const { publish } = await server.get('registerLive', { as: 'Ann', params: { id } });
  const open = (path: string) => new LiveClient(`${address.replace('http', 'ws')}${path}`);
  const recorder = open(addressOf(calls.publishLive, { id }));
  await recorder.opened();
  recorder.send({ type: 'auth', token: publish.token });
  await recorder.nextOf('ready');
  recorder.send({ type: 'snapshot', seq: 1, t: 0, document: toDocument(upload({ drivers: [driver({})] })) });
  await recorder.roundTrip();
  const viewer = open(addressOf(calls.watchLive, { id }));
  await viewer.nextOf('hello');
  return { address, viewer };
}

test('a server that can store is ready', async () => {
  expect(await readiness()).toEqual([
    200,
    { status: 'ready', database: 'ok', live: 'ok', redis: 'off', backup: 'off' },
  ]);
});

test('a server whose database is gone is not', async () => {
  await server.storage.close();
  expect(await readiness()).toEqual([
    503,
    { status: 'unavailable', database: 'does not store', live: 'ok', redis: 'off', backup: 'off' },
  ]);
});

test('a server that could not store its live sessions is not, until it can', async () => {
  await startRace();
  await server.storage.database.execute('alter table live_sessions rename to elsewhere');
  server.pass(5_100);
  const notStored = [503, { status: 'unavailable', database: 'ok', live: 'not stored', redis: 'off', backup: 'off' }];
  await expect.poll(readiness).toEqual(notStored);
  await server.storage.database.execute('alter table elsewhere rename to live_sessions');
  server.pass(5_100);
  await expect.poll(async () => (await readiness())[0]).toBe(200);
});

test('a server that stops is not, and takes no new viewers', async () => {
  const { address, viewer } = await startRace();
  // It does not read, so that the server waits for it.
  viewer.socket.pause();
  const closing = server.app.close();
  const asked = await Promise.all([
    fetch(`${address}/readyz`).then(({ status }) => status),
    new LiveClient(`${address.replace('http', 'ws')}${addressOf(calls.watchLive, { id: randomUUID() })}`).closed,
  ]);
  expect(asked).toEqual([503, { code: 503, reason: '' }]);
  await closing;
});

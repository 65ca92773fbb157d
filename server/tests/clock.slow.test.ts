import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { toDocument } from '#contract/live/to-document';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { LiveClient } from './support/live-client.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

// The clock of the machine is set back by an hour, or forward.

let server: TestServer;
let origin = '';
beforeAll(async () => {
  server = await openTestServer({ SMTP_URL: 'off' }, undefined, { changes: 1_000_000, searches: 3 });
  origin = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
});
afterAll(() => server.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now });
});
afterEach(() => {
  vi.useRealTimers();
});

function setBack(): void {
  server.clock.now = new Date(server.clock.now.getTime() - 3_600_000);
  vi.setSystemTime(server.clock.now);
}

test('who was signed in stays so, and the session can be refreshed', async () => {
  const payload = { email: `${randomUUID()}@x.test`, password: 'correct horse 9' };
  const send = (url: string, body: object) => server.app.inject({ method: 'POST', url, payload: body });
  const { access_token, refresh_token } = (await send('/auth/v1/signup', payload)).json();
  setBack();
  const user = { authorization: `Bearer ${access_token}` };
  const { statusCode } = await server.app.inject({ url: '/auth/v1/user', headers: user });
  const refreshed = await send('/auth/v1/token?grant_type=refresh_token', { refresh_token });
  expect([statusCode, refreshed.statusCode]).toEqual([200, 200]);
  const authorization = `Bearer ${refreshed.json().access_token}`;
  const again = await server.app.inject({ url: '/auth/v1/user', headers: { authorization } });
  expect(again.statusCode).toBe(200);
});

test('whoever has sent too many requests need not wait for longer than the time of the limit', async () => {
  const search = () => server.call('search', { query: { q: 'race' } });
  for (let count = 0; count < 3; count += 1) expect((await search()).statusCode).toBe(200);
  setBack();
  const { statusCode, headers } = await search();
  expect(statusCode).toBe(429);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
});

test('a read after a write shows it, and an Idempotency-Key counts', async () => {
  const { count } = await server.get('listLeagues');
  const create = { as: 'Ann', body: { name: 'League' }, headers: { 'idempotency-key': 'once' } };
  const first = await server.get('createLeague', create);
  setBack();
  expect(await server.get('createLeague', create)).toEqual(first);
  await server.get('createLeague', { as: 'Ann', body: { name: 'Another' } });
  expect((await server.get('listLeagues')).count).toBe(count + 2);
});

/** A live session with a recorder that has sent its document. */
async function record(delaySeconds: number) {
  const id = randomUUID();
  const { publish } = await server.get('registerLive', { as: 'Ann', params: { id }, query: { delaySeconds } });
  const recorder = new LiveClient(`${origin}${addressOf(calls.publishLive, { id })}`);
  await recorder.opened();
  recorder.send({ type: 'auth', token: publish.token });
  await recorder.next();
  const document = toDocument(upload({ sessionStatus: 2, sessionEndTime: null, drivers: [driver({ position: 1 })] }));
  recorder.send({ type: 'snapshot', seq: 1, t: 0, document });
  await recorder.roundTrip();
  const watch = () => new LiveClient(`${origin}${addressOf(calls.watchLive, { id }, { format: 'json' })}`);
  return { recorder, watch };
}

test('a live session goes on: what its delay holds back is shown when that is over', async () => {
  const { recorder, watch } = await record(10);
  server.pass(1_000);
  setBack();
  const viewer = watch();
  await viewer.nextOf('snapshot');
  server.pass(9_500);
  expect((await viewer.nextOf('delta')).patch.trackId).toBe(11);
  await Promise.all([recorder.close(), viewer.close()]);
});

test('a live session goes on after the clock was set forward: its recorder was not silent, and its delay stays', async () => {
  const { recorder, watch } = await record(10);
  server.pass(1_000);
  const viewer = watch();
  const { document } = await viewer.nextOf('snapshot');
  server.step(3_600_000);
  server.pass(6_000);
  const late = watch();
  expect((await late.nextOf('snapshot')).document).toEqual(document);
  recorder.send({ type: 'patch', seq: 2, t: 100, patch: { trackTemp: 33 } });
  await recorder.roundTrip();
  server.pass(3_500);
  expect((await viewer.nextOf('delta')).patch.trackId).toBe(11);
  server.pass(7_000);
  expect((await viewer.nextOf('delta')).patch.trackTemp).toBe(33);
  await Promise.all([recorder.close(), viewer.close(), late.close()]);
});

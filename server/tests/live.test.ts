import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AddressQuery, addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import type { LiveDocument } from '#contract/live/document';
import { FrameDecoder } from '#contract/live/frame-decoder';
import { seqOf } from '#contract/live/frame-head';
import { toDocument } from '#contract/live/to-document';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { LiveClient } from './support/live-client.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
let origin: string;
const open: LiveClient[] = [];

beforeAll(async () => {
  server = await openTestServer();
  origin = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(() => server.close());

function connect(path: string, headers?: Record<string, string>): LiveClient {
  const client = new LiveClient(`${origin}${path}`, headers);
  open.push(client);
  return client;
}

function watch(id: string, query: AddressQuery = {}, headers?: Record<string, string>): LiveClient {
  return connect(addressOf(calls.watchLive, { id }, { format: 'json', ...query }), headers);
}

async function register(id: string = randomUUID(), options: { as?: string; key?: string; delaySeconds?: number } = {}) {
  // A user of its own for every session: one user can have only a few.
  const { as = `Recorder ${id}`, key, delaySeconds = 0 } = options;
  const headers: Record<string, string> = key === undefined ? {} : { 'x-session-key': key };
  const { publish, epoch } = await server.get('registerLive', { as, params: { id }, query: { delaySeconds }, headers });
  return { id, epoch, token: publish.token, url: publish };
}

/** A connected recorder. */
async function record({ id, token }: { id: string; token: string }) {
  const client = connect(addressOf(calls.publishLive, { id }));
  await client.opened();
  client.send({ type: 'auth', token });
  return { client, ready: await client.next() };
}

const lap = { lapTime: 90_000, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };
const race = (given: Partial<Parameters<typeof upload>[0]> = {}): LiveDocument =>
  toDocument(
    upload({ sessionStatus: 2, sessionEndTime: null, drivers: [driver({ position: 1, lapTimes: [lap] })], ...given }),
  );

/** The motion of cars that have not moved. */
const still = { interval: 100, rates: {} };

/** Sends a message, and waits until the server has passed it on. */
async function publish(client: LiveClient, message: { seq: number; [key: string]: unknown }): Promise<void> {
  client.send({ t: 0, ...message });
  await client.roundTrip();
  server.pass(100);
}

/** A session with a recorder that has sent a snapshot. */
async function startRace(options: Parameters<typeof register>[1] = {}) {
  const registered = await register(randomUUID(), options);
  const { client } = await record(registered);
  await publish(client, { type: 'snapshot', seq: 1, document: race() });
  return { ...registered, recorder: client };
}

describe('registering', () => {
  test('gives an address and a token, which no answer shows again', async () => {
    const id = randomUUID();
    const response = await server.call('registerLive', { as: 'Recorder', params: { id } });
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers.etag).toBeUndefined();
    const { publish, epoch } = response.json();
    expect(publish).toEqual({
      transport: 'ws',
      url: `ws://pitboard.test/api/LiveSession/ws/publish/${id}`,
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(epoch).toBe(1);
    const answers = [await server.call('getLive', { params: { id } }), await server.call('listLive')];
    for (const { body } of answers) expect(body).not.toContain(publish.token);
  });

  test('again by the same user is a new epoch, and cuts the recorder before off', async () => {
    const first = await startRace();
    const again = await register(first.id);
    expect(again.epoch).toBe(2);
    expect((await first.recorder.nextOf('refused')).problem.status).toBe(409);
    expect((await record({ id: first.id, token: first.token })).ready.problem.status).toBe(401);
    expect((await record(again)).ready).toEqual({ type: 'ready', epoch: 2, seq: 0 });
  });

  test('by another user is refused', async () => {
    const { id } = await register();
    expect((await server.call('registerLive', { as: 'Other', params: { id } })).statusCode).toBe(403);
  });

  test('a repeated request with one Idempotency-Key stores no token', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const params = { id: randomUUID() };
    const one = await server.get('registerLive', { as: 'Recorder', params, headers });
    const two = await server.get('registerLive', { as: 'Recorder', params, headers });
    expect(two.epoch).toBe(2);
    expect(two.publish.token).not.toBe(one.publish.token);
  });

  test('an eleventh session that runs at the same time is refused', async () => {
    for (let count = 0; count < 10; count += 1) await register(randomUUID(), { as: 'Busy' });
    expect((await server.call('registerLive', { as: 'Busy', params: { id: randomUUID() } })).statusCode).toBe(422);
  });

  test('beyond ten of a user, the oldest gives way whose recorder has sent nothing for a minute', async () => {
    const as = 'Busier';
    const used = await startRace({ as });
    server.pass(1_000);
    const unused = await register(randomUUID(), { as });
    server.pass(1_000);
    for (let count = 0; count < 8; count += 1) await register(randomUUID(), { as });
    const eleventh = () => server.call('registerLive', { as, params: { id: randomUUID() } });
    expect((await eleventh()).statusCode).toBe(422);
    server.pass(62_000);
    const isStored = sql`select 1 from live_sessions where id = ${used.id} and last_data_at is not null`;
    // The server stores its state every five seconds.
    await expect.poll(async () => Object(await server.storage.database.execute(isStored)).rows.length).toBe(1);
    expect((await eleventh()).statusCode).toBe(200);
    expect((await record(unused)).ready.problem.status).toBe(401);
    expect(await server.get('getLive', { params: { id: unused.id } })).toMatchObject({ state: 'ended' });
    expect((await server.get('getLive', { params: { id: used.id } })).state).not.toBe('ended');
  });
});

describe('a recorder', () => {
  test('is no page of another site', async () => {
    const { id } = await register();
    const recorder = connect(addressOf(calls.publishLive, { id }), { origin: 'https://evil.example' });
    expect((await recorder.closed).code).toBe(403);
  });

  test('is refused without auth, with a wrong token, and with the token of another session', async () => {
    const [one, other] = [await register(), await register()];
    const silent = connect(addressOf(calls.publishLive, { id: one.id }));
    await silent.opened();
    silent.send({ type: 'patch', seq: 1, t: 0, patch: {} });
    expect((await silent.next()).problem.status).toBe(401);
    expect((await silent.closed).code).toBe(4_400);
    for (const token of ['', 'x', other.token]) {
      expect((await record({ id: one.id, token })).ready.problem.status).toBe(401);
    }
  });

  test.each([
    ['{', ''],
    ['null', ''],
    ['[]', ''],
    ['[['.repeat(30_000), ''],
    [{ type: 'compliment' }, 'type'],
    [{ type: 'patch', t: 0, patch: {} }, 'seq'],
    [{ type: 'patch', seq: 2 ** 53, t: 0, patch: {} }, 'seq'],
    [{ type: 'snapshot', seq: 9, t: 0, document: 5 }, 'document'],
    [{ type: 'snapshot', seq: 9, t: 0 }, 'document'],
  ])('that sends %j loses that message alone, and is warned of "%s"', async (message, path) => {
    const { id, recorder } = await startRace();
    recorder.send(message);
    expect((await recorder.nextOf('warning')).problem.errors).toEqual([{ path, message: expect.any(String) }]);
    await publish(recorder, { type: 'patch', seq: 2, patch: { trackTemp: 33 } });
    expect((await watch(id).nextOf('snapshot')).document).toEqual({ ...race(), trackTemp: 33 });
  });

  test.each([
    [{ isHidden: true }, 'patch.isHidden'],
    [5, 'patch'],
    [{ trackId: null }, 'patch.trackId'],
    [{ drivers: { 64: { name: 'Bo', resultStatus: 2 } } }, 'patch.drivers.64'],
    [{ drivers: { 0: { deltaToLeader: 2 ** 53 } } }, 'patch.drivers.0.deltaToLeader'],
  ])('whose patch is %j loses that field alone, and is warned of "%s"', async (patch, path) => {
    const { id, recorder } = await startRace();
    recorder.send({ type: 'patch', seq: 2, t: 0, patch });
    expect((await recorder.nextOf('warning')).problem.errors).toEqual([{ path, message: expect.any(String) }]);
    await publish(recorder, { type: 'patch', seq: 3, patch: { trackTemp: 33 } });
    expect((await watch(id).nextOf('snapshot')).document).toEqual({ ...race(), trackTemp: 33 });
  });

  test('that sends text as bytes is understood', async () => {
    const { id, recorder } = await startRace();
    recorder.socket.send(Buffer.from(JSON.stringify({ type: 'patch', seq: 2, t: 0, patch: { trackTemp: 33 } })));
    await recorder.roundTrip();
    server.pass(100);
    expect((await watch(id).nextOf('snapshot')).document.trackTemp).toBe(33);
  });

  test('that sends its token again is ready again; another token is refused, and the document stays', async () => {
    const { id, token, recorder } = await startRace();
    recorder.send({ type: 'auth', token });
    expect(await recorder.nextOf('ready')).toEqual({ type: 'ready', epoch: 1, seq: 1 });
    recorder.send({ type: 'auth', token: 'x' });
    expect((await recorder.nextOf('refused')).problem.status).toBe(401);
    expect((await watch(id).nextOf('snapshot')).document).toEqual(race());
  });

  test('is cut off with a message of more than 64 KiB', async () => {
    const { recorder } = await startRace();
    recorder.send('x'.repeat(64 * 1024 + 1));
    expect((await recorder.closed).code).toBe(1_009);
  });

  test('is asked for what is missing, and may send again what arrived', async () => {
    const { id, recorder } = await startRace();
    recorder.send({ type: 'patch', seq: 3, t: 0, patch: { trackTemp: 33 } });
    expect(await recorder.nextOf('resend')).toEqual({ type: 'resend', from: 2 });
    await publish(recorder, { type: 'patch', seq: 2, patch: { trackTemp: 32 } });
    await publish(recorder, { type: 'patch', seq: 1, patch: { trackTemp: 99 } });
    await publish(recorder, { type: 'patch', seq: 3, patch: { trackTemp: 33 } });
    expect((await watch(id).nextOf('snapshot')).document.trackTemp).toBe(33);
  });

  test('gets an ack every second', async () => {
    const { recorder } = await startRace();
    server.pass(1_000);
    expect(await recorder.nextOf('ack')).toEqual({ type: 'ack', seq: 1 });
  });

  test('that is silent for 10 s loses its connection, and can come back', async () => {
    const started = await startRace();
    server.pass(11_000);
    expect((await started.recorder.closed).code).toBe(1_006);
    expect((await record(started)).ready).toEqual({ type: 'ready', epoch: 1, seq: 1 });
  });
});

describe('a viewer', () => {
  test('gets a hello, a snapshot, and then changes', async () => {
    const { id, recorder } = await startRace();
    const viewer = watch(id);
    expect(await viewer.next()).toEqual({
      type: 'hello',
      id,
      epoch: 1,
      seq: expect.any(Number),
      hz: 10,
      serverTime: server.clock.now.toISOString(),
      delaySeconds: 0,
    });
    const { seq, document } = await viewer.next();
    expect(document).toEqual(race());
    await publish(recorder, {
      type: 'patch',
      seq: 2,
      patch: { drivers: { 0: { lapDistance: 12.5 } }, trackTemp: null },
    });
    expect(await viewer.nextOf('delta')).toEqual({
      type: 'delta',
      seq: seq + 1,
      patch: { drivers: { 0: { lapDistance: 12.5 } }, trackTemp: null },
    });
  });

  test('gets changes as binary frames unless it asks for JSON', async () => {
    const { id, recorder } = await startRace();
    const viewer = connect(addressOf(calls.watchLive, { id }));
    const { seq, document, motion } = await viewer.nextOf('snapshot');
    const decoder = new FrameDecoder();
    decoder.reset(document, motion);
    await publish(recorder, { type: 'patch', seq: 2, patch: { drivers: { 0: { position: 3 } }, trackTemp: 31 } });
    const { frame } = await viewer.nextOf('frame');
    expect(seqOf(frame)).toBe(seq + 1);
    decoder.decode(frame);
    expect(decoder.drainChanges()).toEqual([{ trackTemp: 31 }, { drivers: { 0: { position: 3 } } }]);
  });

  test('of the table gets no positions', async () => {
    const { id, recorder } = await startRace();
    const viewer = watch(id, { view: 'table' });
    await viewer.nextOf('snapshot');
    await publish(recorder, { type: 'patch', seq: 2, patch: { drivers: { 0: { lapDistance: 12.5 } } } });
    await publish(recorder, { type: 'patch', seq: 3, patch: { drivers: { 0: { position: 2, lapDistance: 14 } } } });
    expect((await viewer.nextOf('delta')).patch).toEqual({ drivers: { 0: { position: 2 } } });
  });

  test('is pinged every second when there is nothing else', async () => {
    const { id } = await startRace();
    const viewer = watch(id);
    await viewer.nextOf('snapshot');
    server.pass(2_000);
    expect([await viewer.next(), await viewer.next()]).toEqual([{ type: 'ping' }, { type: 'ping' }]);
  });

  test('gets a snapshot when it asks for one, at most once a second', async () => {
    const { id } = await startRace();
    const viewer = watch(id);
    const { seq } = await viewer.nextOf('snapshot');
    server.pass(1_000);
    for (let count = 0; count < 3; count += 1) viewer.send({ type: 'resync' });
    await viewer.roundTrip();
    server.pass(1_000);
    const received = [];
    for (let count = 0; count < 4; count += 1) received.push(await viewer.next());
    const snapshot = { type: 'snapshot', seq, document: race(), motion: still };
    expect(received).toEqual([{ type: 'ping' }, snapshot, snapshot, { type: 'ping' }]);
    viewer.send({ type: 'order' });
    expect((await viewer.closed).code).toBe(4_400);
  });

  test('that comes back gets what it missed, or a snapshot when that is too much', async () => {
    const { id, recorder } = await startRace();
    const first = watch(id);
    const { epoch, seq } = await first.next();
    await first.next();
    await publish(recorder, { type: 'patch', seq: 2, patch: { trackTemp: 35 } });
    await first.nextOf('delta');
    const back = watch(id, { since: `${epoch}.${seq}` });
    expect([(await back.next()).seq, await back.next()]).toEqual([
      seq + 1,
      { type: 'delta', seq: seq + 1, patch: { trackTemp: 35 } },
    ]);
    const expectSnapshot = async (since: string) => {
      const lost = watch(id, { since });
      await lost.next();
      expect((await lost.next()).type).toBe('snapshot');
    };
    await expectSnapshot(`${epoch}.${seq + 5}`);
    await expectSnapshot(`${epoch + 1}.${seq}`);
    // A hundred changes are kept.
    for (let change = 0; change < 100; change += 1) {
      await publish(recorder, { type: 'patch', seq: 3 + change, patch: { timeOfDay: change } });
    }
    await expectSnapshot(`${epoch}.${seq}`);
    const late = watch(id, { since: `${epoch}.${seq + 1}` });
    await late.next();
    expect(await late.next()).toEqual({ type: 'delta', seq: seq + 2, patch: { timeOfDay: 0 } });
  });

  test('is told when the recorder is silent and when it is back', async () => {
    const { id, recorder } = await startRace();
    const since = server.clock.now.toISOString();
    const viewer = watch(id);
    await viewer.nextOf('snapshot');
    server.pass(3_500);
    expect(Date.parse((await viewer.nextOf('recorderLost')).since)).toBeLessThanOrEqual(Date.parse(since));
    expect((await server.get('getLive', { params: { id } })).state).toBe('recorderLost');
    const late = watch(id);
    await late.nextOf('recorderLost');
    await publish(recorder, { type: 'patch', seq: 2, patch: { trackTemp: 36 } });
    await viewer.nextOf('recorderBack');
    expect((await server.get('getLive', { params: { id } })).state).toBe('live');
  });

  test('sees a new epoch with its first snapshot', async () => {
    const started = await startRace();
    const viewer = watch(started.id);
    const { seq } = await viewer.nextOf('snapshot');
    const again = await register(started.id);
    const { client } = await record(again);
    client.send({ type: 'patch', seq: 1, t: 0, patch: {} });
    expect(await client.nextOf('resend')).toEqual({ type: 'resend', from: 1 });
    await publish(client, { type: 'snapshot', seq: 1, document: race({ trackTemp: 20 }) });
    expect(await viewer.nextOf('hello')).toMatchObject({ epoch: 2, seq: seq + 1 });
    const document = race({ trackTemp: 20 });
    expect(await viewer.next()).toEqual({ type: 'snapshot', seq: seq + 1, document, motion: still });
  });

  test('of a user gets the session that was registered last, and none when all have ended', async () => {
    const options = { as: 'Streamer' };
    await startRace(options);
    server.pass(1_000);
    const latest = await startRace(options);
    const viewer = connect(addressOf(calls.watchUserLive, { id: userIdOf('Streamer') }, { format: 'json' }));
    expect((await viewer.next()).id).toBe(latest.id);
    const none = connect(addressOf(calls.watchUserLive, { id: userIdOf('Nobody') }));
    expect((await none.closed).code).toBe(4_404);
  });

  test('of a session that does not exist is closed with 4404', async () => {
    expect((await watch(randomUUID()).closed).code).toBe(4_404);
  });

  test.each([
    ['this site', () => ({ origin: origin.replace('ws', 'http') })],
    ['the public address', () => ({ origin: 'http://pitboard.test' })],
    ['another site', () => ({ origin: 'https://overlay.example' })],
    ['a file', () => ({ origin: 'null' })],
    ['a program', () => ({})],
  ])('of a public session is open to %s', async (_, headers: () => Record<string, string>) => {
    const { id } = await startRace();
    expect((await watch(id, {}, headers()).next()).type).toBe('hello');
  });

  test('of a session is refused when it is no upgrade, and with a wrong id or view', async () => {
    const { id } = await startRace();
    const plain = await server.app.inject({ url: addressOf(calls.watchLive, { id }) });
    expect([plain.statusCode, plain.headers.upgrade]).toEqual([426, 'websocket']);
    expect((await watch('no-id').closed).code).toBe(400);
    expect((await watch(id, { view: 'everything' }).closed).code).toBe(400);
  });
});

describe('a private session', () => {
  const key = 'canary-of-the-pit-wall';

  test('is not made with a key that can be guessed', async () => {
    for (const given of [{ query: { key: 'short_7' } }, { headers: { 'x-session-key': 'short_7' } }]) {
      const answer = await server.call('registerLive', { as: 'Ann', params: { id: randomUUID() }, ...given });
      expect(answer.json().errors).toEqual([{ path: 'key', message: 'must have at least 8 characters' }]);
    }
  });

  test('is watched with the key, or once with a ticket', async () => {
    const { id } = await startRace({ key });
    for (const query of [{}, { key: 'wrong' }, { ticket: 'x' }]) {
      expect((await watch(id, query).closed).code).toBe(4_403);
    }
    expect((await watch(id, { key }).next()).type).toBe('hello');
    const answer = await server.call('createTicket', { params: { id }, headers: { 'x-session-key': key } });
    expect(answer.headers['cache-control']).toBe('no-store');
    const { ticket } = answer.json();
    expect((await watch(id, { ticket }).next()).type).toBe('hello');
    expect((await watch(id, { ticket }).closed).code).toBe(4_403);
  });

  test('refuses pages of other sites, even with the key, and uses up no ticket', async () => {
    const { id } = await startRace({ key });
    const { ticket } = await server.get('createTicket', { params: { id }, headers: { 'x-session-key': key } });
    const others = [{ origin: 'https://overlay.example' }, { origin: 'null' }];
    for (const headers of others) {
      expect((await watch(id, { key }, headers).closed).code).toBe(4_403);
      expect((await watch(id, { ticket }, headers).closed).code).toBe(4_403);
    }
    expect((await watch(id, { ticket }, { origin: 'http://pitboard.test' }).next()).type).toBe('hello');
  });

  test('is opened by the key alone for a program, which sends no Origin', async () => {
    const { id } = await startRace({ key });
    for (const query of [{}, { key: 'wrong' }]) expect((await watch(id, query, {}).closed).code).toBe(4_403);
    expect((await watch(id, { key }, {}).next()).type).toBe('hello');
    const { ticket } = await server.get('createTicket', { params: { id }, headers: { 'x-session-key': key } });
    expect((await watch(id, { ticket }, {}).next()).type).toBe('hello');
  });

  test('refuses tickets of other sessions, and after a minute', async () => {
    const [one, other] = [await startRace({ key }), await startRace({ key })];
    const headers = { 'x-session-key': key };
    const foreign = await server.get('createTicket', { params: { id: other.id }, headers });
    expect((await watch(one.id, { ticket: foreign.ticket }).closed).code).toBe(4_403);
    const { ticket } = await server.get('createTicket', { params: { id: one.id }, headers });
    server.clock.now = new Date(server.clock.now.getTime() + 60_000);
    expect((await watch(one.id, { ticket }).closed).code).toBe(4_403);
  });

  test('that is registered again with another key cuts its viewers off', async () => {
    const { id } = await startRace({ key });
    const viewer = watch(id, { key });
    await viewer.nextOf('snapshot');
    await register(id, { key: 'another one' });
    expect((await viewer.closed).code).toBe(4_403);
    expect((await watch(id, { key: 'another one' }).next()).type).toBe('hello');
  });

  test('gives no ticket for a wrong key or an absent session', async () => {
    const { id } = await startRace({ key });
    expect((await server.call('createTicket', { params: { id } })).statusCode).toBe(403);
    const wrong = { 'x-session-key': 'wrong' };
    expect((await server.call('createTicket', { params: { id }, headers: wrong })).statusCode).toBe(403);
    expect((await server.call('createTicket', { params: { id: randomUUID() } })).statusCode).toBe(404);
  });

  test('is listed without race data, and the key is nowhere to be read', async () => {
    const { id, token } = await startRace({ key, as: 'Secret' });
    const userId = userIdOf('Secret');
    const [summary] = await server.get('listUserLive', { params: { userId } });
    expect(summary).toEqual({
      id,
      userId,
      userName: 'Secret',
      trackId: null,
      sessionType: null,
      leaderName: null,
      currentLap: null,
      totalLaps: null,
      startedAt: expect.any(String),
      lastDataAt: expect.any(String),
      isPrivate: true,
      delaySeconds: 0,
      state: 'live',
    });
    const { rows } = (await server.storage.database.execute('select * from live_sessions')) as unknown as {
      rows: object[];
    };
    const text = JSON.stringify(rows);
    for (const secret of [key, token]) expect(text).not.toContain(secret);
  });
});

describe('the end', () => {
  test('stores what the recorder sent, and tells viewers where', async () => {
    const { id, recorder } = await startRace();
    const viewer = watch(id);
    await viewer.nextOf('snapshot');
    recorder.send({ type: 'end' });
    expect((await recorder.closed).code).toBe(1_000);
    server.pass(100);
    const { sessionId } = await viewer.nextOf('ended');
    expect((await viewer.closed).code).toBe(1_000);
    const stored = await server.get('getSession', { params: { id: sessionId } });
    expect([stored.sessionStatus, stored.drivers.length]).toEqual([2, 1]);
    expect(await server.get('getLive', { params: { id } })).toMatchObject({ state: 'ended', sessionId });
    expect((await server.get('listLive')).map((one) => one.id)).not.toContain(id);
    const late = watch(id);
    expect((await late.nextOf('ended')).sessionId).toBe(sessionId);
    server.pass(11 * 60_000);
    expect(await server.get('getLive', { params: { id } })).toMatchObject({ state: 'ended', sessionId });
    expect((await watch(id).closed).code).toBe(4_404);
  });

  test('is stored when the id is registered again at once: its viewers learn where, and the next one runs', async () => {
    for (let count = 0; count < 10; count += 1) {
      const { id, recorder } = await startRace();
      const viewer = watch(id);
      await viewer.nextOf('snapshot');
      // With and without a stored state.
      if (count % 2 === 1) server.pass(6_000);
      recorder.send({ type: 'end' });
      await recorder.roundTrip();
      const { client, ready } = await record(await register(id));
      expect(ready).toEqual({ type: 'ready', epoch: 2, seq: 0 });
      expect((await recorder.closed).code).toBe(1_000);
      server.pass(100);
      const { sessionId } = await viewer.nextOf('ended');
      expect((await server.get('getSession', { params: { id: sessionId } })).drivers.length).toBe(1);
      await publish(client, { type: 'snapshot', seq: 1, document: race() });
      expect((await watch(id).nextOf('snapshot')).document.trackId).toBe(11);
      expect(await server.get('getLive', { params: { id } })).toMatchObject({ state: 'live' });
    }
  });

  test('comes to a viewer with a delay at its time, though the id is registered again before', async () => {
    const { id, recorder } = await startRace();
    const viewer = watch(id, { delay: 5 });
    await viewer.nextOf('hello');
    recorder.send({ type: 'end' });
    await recorder.closed;
    server.pass(200);
    const { sessionId } = await server.get('getLive', { params: { id } });
    await register(id);
    server.pass(5_000);
    expect(await viewer.nextOf('ended')).toEqual({ type: 'ended', sessionId });
    expect((await viewer.closed).code).toBe(1_000);
  });

  test('names the uploaded session, if it is the user’s own', async () => {
    const [mine, foreign] = await Promise.all(
      ['Recorder', 'Other'].map((as) => server.get('createSession', { as, body: upload({ internalSessionId: '77' }) })),
    );
    for (const [sessionId, isMine] of [
      [mine?.id, true],
      [foreign?.id, false],
    ] as const) {
      const { id, recorder } = await startRace({ as: 'Recorder' });
      recorder.send({ type: 'end', sessionId });
      await recorder.closed;
      server.pass(100);
      const ended = await watch(id).nextOf('ended');
      expect(ended.sessionId === sessionId).toBe(isMine);
    }
  });

  test('comes with the upload that names the live session', async () => {
    const { id } = await startRace({ as: 'Recorder' });
    const viewer = watch(id);
    await viewer.nextOf('snapshot');
    const body = { ...upload({ internalSessionId: '78' }), liveId: id };
    const stored = await server.get('createSession', { as: 'Recorder', body });
    const other = await startRace();
    await server.get('createSession', { as: 'Other', body: { ...body, liveId: other.id } });
    const ended = viewer.nextOf('ended');
    // The end is stored before viewers are told at the next tick.
    const again = await register(randomUUID());
    const { client } = await record(again);
    await publish(client, { type: 'snapshot', seq: 1, document: race() });
    expect((await ended).sessionId).toBe(stored.id);
    expect((await server.get('getLive', { params: { id: other.id } })).state).not.toBe('ended');
  });

  describe('stores race control with the session', () => {
    const laps = (count: number) => Array.from({ length: count }, () => lap);
    const deployed = [{ kind: 0, time: 65_000, lapNum: 2, flag: 4 }];
    const raceControlOf = async (id: string) => (await server.get('getSession', { params: { id } })).raceControl;

    /** A race with a safety car, which its recorder still sends. */
    async function startNeutralised(as: string, internalSessionId: string) {
      const registered = await register(randomUUID(), { as });
      const { client } = await record(registered);
      const drivers = [driver({ position: 1, currentLapNumber: 2, lapTimes: [lap], resultStatus: 2 })];
      await publish(client, { type: 'snapshot', seq: 1, document: race({ internalSessionId, drivers }) });
      await publish(client, { type: 'patch', seq: 2, t: 65_000, patch: { safetyCarStatus: 1 } });
      return { ...registered, recorder: client };
    }

    test('that its recorder leaves to the server', async () => {
      const { id, recorder } = await startNeutralised('Recorder', '901');
      recorder.send({ type: 'end' });
      await recorder.closed;
      server.pass(100);
      const { sessionId = '' } = await server.get('getLive', { params: { id } });
      expect(await raceControlOf(sessionId)).toEqual(deployed);
    });

    test('that its recorder uploads, and whose versions are exchanged', async () => {
      const { id: liveId, recorder } = await startNeutralised('Recorder', '902');
      const put = (count: number) =>
        server.get('createSession', {
          as: 'Recorder',
          body: { ...upload({ internalSessionId: '902', drivers: [driver({ lapTimes: laps(count) })] }), liveId },
        });
      const { id } = await put(2);
      expect((await recorder.closed).code).toBe(1_000);
      expect(await raceControlOf(id)).toEqual(deployed);
      expect((await put(5)).uploadResult).toBe('replaced');
      expect(await raceControlOf(id)).toEqual(deployed);
      const [version] = await server.get('listSessionVersions', { as: 'Recorder', params: { id } });
      const params = { id, versionId: version?.id ?? '' };
      expect((await server.get('restoreSession', { as: 'Recorder', params })).raceControl).toEqual(deployed);
      await server.call('deleteSession', { as: 'Recorder', params: { id } });
      const [deletion] = await server.get('listDeletions', { as: 'Recorder' });
      await server.call('undoDeletion', { as: 'Recorder', params: { deletionId: deletion?.id ?? '' } });
      expect(await raceControlOf(id)).toEqual(deployed);
    });

    test('unless that is another one of the game', async () => {
      const { id: other } = await server.get('createSession', {
        as: 'Recorder',
        body: upload({ internalSessionId: '903' }),
      });
      const { recorder } = await startNeutralised('Recorder', '904');
      recorder.send({ type: 'end', sessionId: other });
      await recorder.closed;
      expect(await raceControlOf(other)).toBeUndefined();
    });
  });
});

describe('a delay', () => {
  test('holds back everything that viewers see', async () => {
    const { id, recorder } = await startRace({ delaySeconds: 30 });
    expect((await server.get('getLive', { params: { id } })).trackId).toBeNull();
    const viewer = watch(id);
    expect((await viewer.next()).delaySeconds).toBe(30);
    expect((await viewer.next()).document).toEqual({});
    recorder.send({ type: 'end' });
    await recorder.closed;
    server.pass(20_000);
    expect((await server.get('getLive', { params: { id } })).state).toBe('live');
    const delta = viewer.nextOf('delta');
    const ended = delta.then(() => viewer.nextOf('ended'));
    server.pass(20_000);
    expect((await delta).patch.trackId).toBe(11);
    expect((await ended).sessionId).not.toBeNull();
  });
});

test('a deleted account takes its live sessions with it', async () => {
  const { id, recorder } = await startRace({ as: 'Leaver' });
  const viewer = watch(id);
  await viewer.nextOf('snapshot');
  expect((await server.call('deleteAccount', { as: 'Leaver' })).statusCode).toBe(204);
  expect((await recorder.closed).code).toBe(1_000);
  expect((await viewer.closed).code).toBe(1_012);
  expect((await server.call('getLive', { params: { id } })).statusCode).toBe(404);
});

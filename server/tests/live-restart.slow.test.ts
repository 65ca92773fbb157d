import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AddressQuery, addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { toDocument } from '#contract/live/to-document';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { insertBlock } from '../storage/operator.ts';
import { liveSessions } from '../storage/tables.ts';
import { LiveClient } from './support/live-client.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
let origin: string;
const lap = { lapTime: 90_000, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };
const document = toDocument(
  upload({ sessionStatus: 2, sessionEndTime: null, drivers: [driver({ position: 1, lapTimes: [lap] })] }),
);

async function listen(target: TestServer): Promise<string> {
  return (await target.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
}

beforeEach(async () => {
  server = await openTestServer();
  origin = await listen(server);
});
afterEach(() => server.close());

/** A recorder over WebSocket that has sent a snapshot, and patches that make the track 30 + `patches` degrees warm. */
async function startRace(patches = 0, key?: string) {
  const id = randomUUID();
  const headers: Record<string, string> = key === undefined ? {} : { 'x-session-key': key };
  const { publish } = await server.get('registerLive', { as: 'Ann', params: { id }, headers });
  const recorder = await connectRecorder(origin, id, publish.token);
  await recorder.next();
  recorder.send({ type: 'snapshot', seq: 1, t: 0, document });
  for (let count = 1; count <= patches; count += 1) {
    recorder.send({ type: 'patch', seq: 1 + count, t: count, patch: { trackTemp: 30 + count } });
  }
  await recorder.roundTrip();
  server.pass(100);
  return { id, token: publish.token, recorder };
}

/** A patch and a second for each degree until 30 + `last`, and then the end. */
async function warmAndEnd(recorder: LiveClient, last: number): Promise<void> {
  for (let seq = 2; seq <= last; seq += 1) await warm(recorder, server, seq);
  recorder.send({ type: 'end' });
  await recorder.closed;
  server.pass(100);
}

/** A patch with the number `seq` that makes the track 30 + `seq` degrees warm, and a second. */
async function warm(recorder: LiveClient, on: TestServer, seq: number): Promise<void> {
  recorder.send({ type: 'patch', seq, t: seq, patch: { trackTemp: 30 + seq } });
  await recorder.roundTrip();
  on.pass(1_000);
}

async function connectRecorder(address: string, id: string, token: string): Promise<LiveClient> {
  const recorder = new LiveClient(`${address}${addressOf(calls.publishLive, { id })}`);
  await recorder.opened();
  recorder.send({ type: 'auth', token });
  return recorder;
}

async function storedSeq(id: string): Promise<number | undefined> {
  const rows = await server.storage.database.select({ id: liveSessions.id, seq: liveSessions.seq }).from(liveSessions);
  return rows.find((row) => row.id === id)?.seq;
}

/** Passes time until a viewer with a delay is shown a temperature. */
async function followUntil(viewer: LiveClient, trackTemp: number, pass: () => void) {
  for (let seconds = 0; seconds < 120; seconds += 1) {
    pass();
    const message = await viewer.next();
    if (message.type === 'snapshot' && message.document.trackTemp === trackTemp) return;
    if (message.type === 'snapshot') expect(message.document.trackTemp).toBeLessThan(trackTemp);
  }
  expect.unreachable();
}

describe('a server that stops', () => {
  test('shows a viewer with a delay what it has stored of the last minutes, at its time, once it is there again', async () => {
    const { id, token, recorder } = await startRace();
    for (let seq = 2; seq <= 60; seq += 1) await warm(recorder, server, seq);
    await server.app.close();
    const next = await openTestServer({}, undefined, undefined, { over: server });
    next.clock.now = new Date(server.clock.now.getTime() + 5_000);
    const address = await listen(next);
    const watch = (delay: number) =>
      new LiveClient(`${address}${addressOf(calls.watchLive, { id }, { format: 'json', delay })}`);
    const again = await connectRecorder(address, id, token);
    await again.next();
    const viewer = watch(50);
    expect(await viewer.next()).toMatchObject({ type: 'hello' });
    // It has a picture at once, of at least 50 s ago.
    const { document: first } = await viewer.next();
    const shownAt = (first.trackTemp as number) - 31;
    expect(shownAt).toBeLessThanOrEqual(15);
    const early = watch(300);
    expect(await early.next()).toMatchObject({ type: 'hello', beginsAt: expect.any(String) });
    await followUntil(viewer, 30 + 60, () => next.pass(1_000));
    await next.close();
  });

  test('after the end shows a viewer with a delay the last minutes and the end, each at its time', async () => {
    const { id, recorder } = await startRace();
    await warmAndEnd(recorder, 60);
    const { endedAt = '', sessionId } = await server.get('getLive', { params: { id } });
    expect(Date.parse(endedAt)).toBeGreaterThan(server.clock.now.getTime() - 1_000);
    await server.app.close();
    const next = await openTestServer({}, undefined, undefined, { over: server });
    next.clock.now = new Date(server.clock.now.getTime() + 5_000);
    const address = await listen(next);
    const watch = (query: AddressQuery) =>
      new LiveClient(`${address}${addressOf(calls.watchLive, { id }, { format: 'json', ...query })}`);
    // Others know it already.
    expect(await next.get('getLive', { params: { id } })).toMatchObject({ state: 'ended', endedAt, sessionId });
    const other = watch({});
    expect((await other.nextOf('ended')).sessionId).toBe(sessionId);
    expect((await other.closed).code).toBe(1_000);
    const viewer = watch({ delay: 50 });
    expect((await viewer.next()).type).toBe('hello');
    expect((await viewer.next()).document.trackTemp).toBeLessThanOrEqual(31 + 15);
    await followUntil(viewer, 30 + 60, () => next.pass(1_000));
    const dueAt = Date.parse(endedAt) + 50_000;
    next.pass(dueAt - next.clock.now.getTime() - 100);
    const late = watch({ delay: 50 });
    expect((await late.nextOf('snapshot')).document.trackTemp).toBe(90);
    next.pass(200);
    for (const each of [viewer, late]) {
      expect((await each.nextOf('ended')).sessionId).toBe(sessionId);
      expect((await each.closed).code).toBe(1_000);
    }
    await next.close();
  });

  test('shows nothing of a session to viewers of another one that was registered with its id', async () => {
    const key = 'canary-of-the-pit-wall';
    const { id, recorder } = await startRace(0, key);
    await warmAndEnd(recorder, 30);
    await server.get('registerLive', { as: 'Ann', params: { id } });
    await server.app.close();
    const next = await openTestServer({}, undefined, undefined, { over: server });
    next.clock.now = new Date(server.clock.now.getTime() + 5_000);
    const viewer = new LiveClient(
      `${await listen(next)}${addressOf(calls.watchLive, { id }, { format: 'json', delay: 10 })}`,
    );
    expect(await viewer.next()).toMatchObject({ type: 'hello', beginsAt: expect.any(String) });
    next.pass(1_000);
    expect(await viewer.next()).toEqual({ type: 'ping' });
    await next.close();
  });

  test('shows nothing more of a user who is blocked', async () => {
    const { id } = await startRace();
    server.pass(6_000);
    await expect.poll(() => storedSeq(id)).toBe(1);
    const { now } = server.clock;
    await server.storage.transaction((transaction) => insertBlock(transaction, userIdOf('Ann'), now.toISOString()));
    const next = await openTestServer({}, undefined, undefined, { over: server });
    const viewer = new LiveClient(`${await listen(next)}${addressOf(calls.watchLive, { id }, { delay: 5 })}`);
    expect((await viewer.closed).code).toBe(4_404);
    await next.close();
  });

  test('tells recorders and viewers when to come back, and stores where they were', async () => {
    const { id, token, recorder } = await startRace(3);
    const viewer = new LiveClient(`${origin}${addressOf(calls.watchLive, { id }, { format: 'json' })}`);
    const { epoch, seq } = await viewer.next();
    await server.app.close();
    for (const client of [viewer, recorder]) {
      expect(await client.closed).toEqual({ code: 1_012, reason: 'retry 500-5000' });
    }
    const next = await openTestServer({}, undefined, undefined, { over: server });
    const address = await listen(next);
    const back = new LiveClient(
      `${address}${addressOf(calls.watchLive, { id }, { format: 'json', since: `${epoch}.${seq}` })}`,
    );
    const first = await back.next();
    expect(first).toMatchObject({ type: 'hello', epoch: epoch + 1 });
    expect(await back.next()).toEqual({
      type: 'snapshot',
      seq: first.seq,
      document: { ...document, trackTemp: 33 },
      motion: { interval: 100, rates: {} },
    });
    const again = await connectRecorder(address, id, token);
    expect(await again.next()).toEqual({ type: 'ready', epoch: epoch + 1, seq: 4 });
    await next.close();
  });
});

describe('a server that was killed', () => {
  test('goes on with the state of five seconds ago, and asks the recorder for the rest', async () => {
    const { id, token, recorder } = await startRace(2);
    server.pass(5_000);
    await expect.poll(() => storedSeq(id)).toBe(3);
    recorder.send({ type: 'patch', seq: 4, t: 9, patch: { trackTemp: 50 } });
    await recorder.roundTrip();
    // The first server goes on, but the second one knows only the stored state.
    const next = await openTestServer({}, undefined, undefined, { over: server });
    const address = await listen(next);
    const viewer = new LiveClient(`${address}${addressOf(calls.watchLive, { id }, { format: 'json' })}`);
    expect((await viewer.nextOf('snapshot')).document).toEqual({ ...document, trackTemp: 32 });
    const again = await connectRecorder(address, id, token);
    expect(await again.next()).toEqual({ type: 'ready', epoch: 2, seq: 3 });
    again.send({ type: 'patch', seq: 5, t: 10, patch: { airTemp: 21 } });
    expect(await again.nextOf('resend')).toEqual({ type: 'resend', from: 4 });
    again.send({ type: 'patch', seq: 4, t: 9, patch: { trackTemp: 50 } });
    again.send({ type: 'patch', seq: 5, t: 10, patch: { airTemp: 21 } });
    await again.roundTrip();
    next.pass(100);
    expect((await next.get('getLive', { params: { id } })).userName).toBe('Ann');
    expect((await viewer.nextOf('delta')).patch).toEqual({ trackTemp: 50, airTemp: 21 });
    await next.close();
  });
});

test('a session whose recorder never returns is stored as far as it got, and is not finished', async () => {
  const { id } = await startRace(1);
  server.pass(10 * 60_000 + 6_000);
  const read = () => server.get('getLive', { params: { id } });
  const pass = async () => {
    server.pass(100);
    return (await read()).state;
  };
  await expect.poll(pass).toBe('ended');
  const summary = await read();
  const stored = await server.get('getSession', { params: { id: String(summary.sessionId) } });
  expect([stored.sessionStatus, stored.trackTemp, stored.sessionEndTime]).toEqual([2, 31, expect.any(String)]);
});

describe('over TCP', () => {
  /** A TCP connection, and the lines that it received. */
  function dial(port: number) {
    const socket: Socket = connect(port, '127.0.0.1');
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    socket.on('error', () => undefined);
    return {
      socket,
      next: async () => JSON.parse((await lines.next()).value ?? 'null'),
      closed: new Promise<void>((resolve) => socket.once('close', () => resolve())),
    };
  }

  async function register() {
    const id = randomUUID();
    const { publish } = await server.get('registerLive', { as: 'Ann', params: { id }, query: { useTcp: 'true' } });
    if (publish.transport !== 'tcp') throw new Error('not over TCP');
    return { id, ...publish };
  }

  test('a recorder sends the same messages, in lines that may arrive in pieces', async () => {
    const { id, token, host, port } = await register();
    expect(host).toBe('pitboard.test');
    const recorder = dial(port);
    const text = [
      { type: 'auth', token },
      { type: 'snapshot', seq: 1, t: 0, document },
      { type: 'patch', seq: 2, t: 1, patch: { trackTemp: 40 } },
      { type: 'end' },
    ]
      .map((message) => JSON.stringify(message))
      .join('\n');
    for (let start = 0; start < text.length; start += 100) recorder.socket.write(text.slice(start, start + 100));
    recorder.socket.write('\n');
    expect(await recorder.next()).toEqual({ type: 'ready', epoch: 1, seq: 0 });
    expect(await recorder.next()).toEqual({ type: 'ack', seq: 2 });
    await recorder.closed;
    server.pass(100);
    const { sessionId } = await server.get('getLive', { params: { id } });
    expect((await server.get('getSession', { params: { id: String(sessionId) } })).trackTemp).toBe(40);
  });

  test.each([
    ['another message than auth', '{}\n', 401],
    ['a wrong token', '{"type":"auth","token":"x"}\n', 401],
    ['a line that is too long and does not end', 'x'.repeat(70_000), 413],
    ['a line that is too long', `${'x'.repeat(70_000)}\n`, 413],
  ])('%s is refused', async (_, text, status) => {
    const { port } = await register();
    const recorder = dial(port);
    recorder.socket.write(text);
    expect((await recorder.next()).problem.status).toBe(status);
    await recorder.closed;
  });

  test('nothing is promised while the server does not listen', async () => {
    const other = await openTestServer({}, undefined, undefined, { over: server });
    const params = { id: randomUUID() };
    const response = await other.call('registerLive', { as: 'Ann', params, query: { useTcp: 'true' } });
    expect(response.statusCode).toBe(422);
    await other.close();
  });
});

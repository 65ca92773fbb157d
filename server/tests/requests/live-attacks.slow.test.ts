import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { toDocument } from '#contract/live/to-document';
import { driver, upload } from '../../../tests/fixtures/session.ts';
import { freePort } from '../../../tests/postgres.ts';
import { builtServer } from '../../../tests/prepare-servers.ts';
import { openKeys } from '../../tokens/keys.ts';
import { LiveClient } from '../support/live-client.ts';
import { userIdOf } from '../support/open-test-server.ts';

/** A server that is started as its users start it, behind a proxy, with a private session that runs. */
const root = join(import.meta.dirname, '../../..');
const key = 'canary-of-the-pit-wall';
const id = randomUUID();
const secrets = [key];
const answers: string[] = [];
let dataDir: string;
let child: ChildProcess;
let log = '';
let address: string;
let tcpPort: number;
let recorder: LiveClient;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pitboard-attacks-'));
  const [port, liveTcpPort] = [await freePort(), await freePort()];
  tcpPort = liveTcpPort;
  address = `http://127.0.0.1:${port}`;
  const settings = {
    PATH: process.env.PATH,
    PORT: String(port),
    LIVE_TCP_PORT: String(tcpPort),
    PUBLIC_URL: address,
    DATA_DIR: dataDir,
    DEMO: 'off',
    TRUST_PROXY: 'on',
    PITBOARD_TEST: '{"logLevel":"trace"}',
  };
  child = spawn(process.execPath, [builtServer], {
    cwd: root,
    env: settings,
  });
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('Pitboard is on')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => reject(new Error(log)));
  });
  const keys = await openKeys(dataDir);
  const issuedAt = Math.floor(Date.now() / 1_000);
  const user = { sub: userIdOf('Ann'), aud: 'authenticated', role: 'authenticated' };
  const claims = { iss: `${address}/auth/v1`, ...user, user_metadata: { username: 'Ann' } };
  const token = await keys.sign(claims, { issuedAt, expiresAt: issuedAt + 3_600 });
  const registered = await fetch(`${address}${addressOf(calls.registerLive, { id }, { key })}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const { publish } = await registered.json();
  secrets.push(publish.token);
  recorder = new LiveClient(publish.url, {});
  await recorder.opened();
  recorder.send({ type: 'auth', token: publish.token });
  await recorder.nextOf('ready');
  recorder.send({ type: 'snapshot', seq: 1, t: 0, document: toDocument(upload({ drivers: [driver({})] })) });
  await recorder.nextOf('ack');
});

afterAll(async () => {
  await recorder.close();
  child.removeAllListeners('close');
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await closed;
  rmSync(dataDir, { recursive: true, force: true });
});

function watch(query: Record<string, string>, from = '203.0.113.1'): LiveClient {
  const path = addressOf(calls.watchLive, { id }, { format: 'json', ...query });
  return new LiveClient(`${address.replace('http', 'ws')}${path}`, { origin: address, 'x-forwarded-for': from });
}

async function ask(path: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(`${address}${path}`, init);
  answers.push(JSON.stringify([...answer.headers]), await answer.text());
  return answer.status;
}

test('the key and the token are in no log and no answer, whatever is asked with them', async () => {
  const guest = watch({ key });
  const refused = [watch({ key: 'wrong' }), watch({ key, view: 'everything' }), watch({ ticket: key })];
  for (const { socket } of [guest, ...refused]) socket.on('message', (data) => answers.push(data.toString()));
  await guest.nextOf('snapshot');
  await guest.close();
  const codes = await Promise.all(refused.map(async ({ closed }) => (await closed).code));
  expect(codes).toEqual([4_403, 400, 4_403]);
  const body = '{';
  const headers = { 'x-session-key': key, 'content-type': 'application/json' };
  const statuses = [
    await ask(addressOf(calls.registerLive, { id }, { key }), { method: 'POST' }),
    await ask(addressOf(calls.registerLive, { id: 'no-id' }, { key }), { method: 'POST', headers, body }),
    await ask(addressOf(calls.createTicket, { id }), { method: 'POST', headers: { ...headers, 'x-session-key': 'x' } }),
    await ask(addressOf(calls.createTicket, { id: 'no-id' }), { method: 'POST', headers }),
    await ask(`${addressOf(calls.watchLive, { id })}?key=${key}`),
    await ask(`${addressOf(calls.watchLive, { id })}/nothing?key=${key}`),
    await ask(addressOf(calls.listLive)),
    await ask(addressOf(calls.getLive, { id })),
    await ask('/api/openapi.json'),
  ];
  expect(statuses).toEqual([401, 401, 403, 400, 426, 404, 200, 200, 200]);
  for (const secret of secrets) {
    expect(log).not.toContain(secret);
    for (const answer of answers) expect(answer).not.toContain(secret);
  }
});

test('of 1,000 viewers of one address 128 are let in, and those of others are', async () => {
  const guests = Array.from({ length: 1_000 }, () => watch({ key }, '203.0.113.7'));
  const opened = await Promise.all(
    guests.map(({ socket, closed }) =>
      Promise.race([new Promise((resolve) => socket.once('open', () => resolve('open'))), closed]),
    ),
  );
  expect(opened.filter((outcome) => outcome === 'open')).toHaveLength(128);
  expect(opened.find((outcome) => outcome !== 'open')).toEqual({ code: 503, reason: '' });
  const other = watch({ key }, '203.0.113.8');
  expect((await other.nextOf('hello')).id).toBe(id);
  await other.close();
  for (const { socket } of guests) socket.terminate();
});

test('a viewer that sends too much, or too often, is closed', async () => {
  const giant = watch({ key });
  await giant.opened();
  giant.send('x'.repeat(64 * 1_024 + 1));
  expect((await giant.closed).code).toBe(1_009);
  const frequent = watch({ key });
  await frequent.nextOf('snapshot');
  for (let count = 0; count < 100; count += 1) frequent.send({ type: 'resync' });
  expect((await frequent.closed).code).toBe(4_400);
});

/** The answer to a connection that sends a byte every half second. */
function drip(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let place = 0;
  let received = '';
  const timer = setInterval(() => socket.write(text[place++ % text.length] ?? ' '), 500);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve(received);
    });
  });
}

test('connections that say almost nothing are closed', async () => {
  const upgrade = `GET ${addressOf(calls.watchLive, { id })} HTTP/1.1\r\nHost: x\r\nX-Nothing: ${'x'.repeat(1_000)}`;
  const [http, tcp] = await Promise.all([
    drip(Number(new URL(address).port), upgrade),
    drip(tcpPort, '{"type":"auth"'),
  ]);
  expect(http).toMatch(/^HTTP\/1.1 408 /);
  expect(tcp).toBe('');
});

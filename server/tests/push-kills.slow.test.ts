import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { type AddressParams, addressOf } from '#contract/api/address';
import { type CallName, calls } from '#contract/calls/by-name';
import { type ArrivedPush, openPushService } from '../../tests/fixtures/push-service.ts';
import { uploadOf } from '../../tests/fixtures/session.ts';
import { freePort } from '../../tests/postgres.ts';
import { builtServer } from '../../tests/prepare-servers.ts';
import { readKeys } from '../tokens/keys.ts';
import { userIdOf } from './support/open-test-server.ts';

const kills = 50;
const names = Array.from({ length: 8 }, (_, index) => `Driver ${index + 1}`);
const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-kills-'));
let running: ChildProcess | null = null;
afterAll(async () => {
  await kill();
  rmSync(dataDir, { recursive: true, force: true });
});

async function kill(): Promise<void> {
  if (running === null) return;
  const closed = once(running, 'close');
  running.kill('SIGKILL');
  await closed;
  running = null;
}

/** Starts the built server, and waits until it listens. */
async function start(env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [builtServer], { env: { PATH: process.env['PATH'], ...env } });
  running = child;
  await new Promise<void>((listening, failed) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('Pitboard is on')) listening();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', (code) => failed(new Error(`the server ended with ${code}: ${text}`)));
  });
}

test(`no push arrives twice when the server is killed ${kills} times while it sends some`, {
  timeout: 1_500_000,
}, async () => {
  // The answer comes later than the message: the server is killed in between.
  const service = await openPushService(() => new Date(), 60);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...{ PORT: String(port), PUBLIC_URL: origin, DATA_DIR: dataDir, DEMO: 'off', LIVE_TCP_PORT: '0' },
    OPERATOR: 'Me; ; me@race.example',
    PITBOARD_TEST: JSON.stringify({ logLevel: 'warn', pushOrigin: service.origin }),
  };
  await start(env);
  const keys = await readKeys(dataDir);
  const send = async (as: string, name: CallName, params: AddressParams = {}, body?: object) => {
    const { method } = calls[name];
    const path = addressOf(calls[name], params);
    const now = Math.floor(Date.now() / 1_000);
    const user = { sub: userIdOf(as), user_metadata: { username: as } };
    const claims = { iss: `${origin}/auth/v1`, aud: 'authenticated', role: 'authenticated', ...user };
    const token = await keys.sign(claims, { issuedAt: now, expiresAt: now + 3_600 });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'if-match': '*' };
    const response = await fetch(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const roster = names.map((name, index) => ({ id: v7(), name, number: index + 1, team: null, isReserve: false }));
  const { id } = await send('Owner', 'createSeason', {}, { name: 'Cup' });
  await send('Owner', 'setRoster', { id }, { roster });
  for (const [index, as] of names.entries()) {
    const claims = await send(as, 'claimDriver', { id }, { driverId: roster[index]?.id });
    await send('Owner', 'confirmClaim', { id, claimId: claims[0].id });
    await send(as, 'setPush', {}, service.subscribe(`device-${index}`));
  }
  const session = await send('Owner', 'createSession', {}, uploadOf(names, { internalSessionId: '1' }));
  const { events } = await send('Owner', 'addEvent', { seasonId: id }, { track: 11 });
  await send('Owner', 'addEventSession', { seasonId: id, eventId: events[0].id, sessionId: session.id });
  /** Standings are official once more: a notice to each driver, with a name of its own. */
  const publish = async (name: string) => {
    await send('Owner', 'updateSeason', {}, { id, name });
    const ruling = { sessionId: session.id, kind: 'points', carIndex: 0, points: 1, reason: 'Fair play' };
    await send('Owner', 'addRuling', { id }, ruling);
    await send('Owner', 'createRevision', { id }, { note: null });
  };
  const arrivedOf = (name: string) =>
    service.arrived.filter(({ body }) => body.notification.body === name && /official/.test(body.notification.title));
  for (let round = 0; round < kills; round += 1) {
    const before = service.arrived.length;
    await publish(`Cup ${round}`);
    await expect
      .poll(() => service.arrived.length - before, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(round % 6);
    await kill();
    await start(env);
  }
  await publish('The last cup');
  await expect.poll(() => arrivedOf('The last cup').length, { timeout: 60_000 }).toBe(names.length);
  const keyOf = ({ device, body }: ArrivedPush) => `${device} ${body.notification.title} ${body.notification.body}`;
  const seen = new Map<string, number>();
  for (const push of service.arrived) seen.set(keyOf(push), (seen.get(keyOf(push)) ?? 0) + 1);
  expect([...seen].filter(([, times]) => times > 1)).toEqual([]);
  // Those in flight at a kill may be lost; all others have arrived.
  expect(seen.size).toBeGreaterThanOrEqual((kills + 1) * (names.length + 1) - kills * 8);
  expect(service.faults).toEqual([]);
  await service.close();
});

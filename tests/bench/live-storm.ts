import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '#contract/address';
import { calls } from '#contract/calls';
import type { Patch } from '#contract/merge-patch';
import { LiveClient } from '../../server/testing/live-client.ts';
import { userIdOf } from '../../server/testing/open-test-server.ts';
import { openKeys } from '../../server/tokens/keys.ts';
import { freePort } from '../postgres.ts';
import { startServer } from './accounts.ts';
import { feedOf, Stage, Viewers } from './live-stage.ts';
import { alternate } from './load.ts';

const quantile = (numbers: readonly number[], part: number) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length * part)] ?? Number.NaN;

/** The 99th percentile in ms from a tick until a viewer has its message, among 300 of whom some stop reading. */
async function lateness(slow: number): Promise<number> {
  const feed = feedOf(2);
  const stage = await Stage.open(feed.first);
  const order = { url: stage.url, origin: stage.origin, count: 300, slow, comesBack: false };
  const viewers = await new Viewers().connect(order);
  const sentAt = new Map<number, number>();
  const watcher = new LiveClient(stage.url);
  const { seq } = await watcher.nextOf('snapshot');
  for (let step = 0; step < 200; step += 1) {
    // Large changes, so that those who do not read fall behind by more than the server holds for them.
    await stage.receive({ gameVersion: `${step}`, ...largeChange(step) });
    sentAt.set(seq + 1 + step, performance.timeOrigin + performance.now());
    stage.tick();
    await sleep(60);
  }
  const { at } = await viewers.ask('arrivals');
  await viewers.stop();
  await watcher.close();
  await stage.close();
  return quantile(
    at.flatMap(([number, time]) => {
      const sent = sentAt.get(number);
      return sent === undefined ? [] : [time - sent];
    }),
    0.99,
  );
}

/** About 40 kB of laps that change. */
function largeChange(step: number): Patch {
  const laps = Object.fromEntries(
    Array.from({ length: 100 }, (_, lap) => [lap, { lapTime: 90_000 + step * 10 + lap, invalidLap: false }]),
  );
  return { drivers: Object.fromEntries(Array.from({ length: 8 }, (_, car) => [car, { lapTimes: laps }])) };
}

/** p99 of viewers in ms when a tenth of all do not read, and when all do. */
export async function slowViewers(): Promise<{ withSlow: number; without: number }> {
  const { one, other } = await alternate(
    3,
    () => lateness(30),
    () => lateness(0),
  );
  return { withSlow: one, without: other };
}

/** Seconds from the return of a killed server until 99 % of 1,000 viewers have a snapshot again, and the most in one second. */
export async function restartStorm(): Promise<{ seconds: number; most: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = { DEMO: 'off', LIVE_TCP_PORT: '0' };
  const first = await startServer(dataDir, port, settings);
  const id = randomUUID();
  const issuedAt = Math.floor(Date.now() / 1_000);
  const user = { sub: userIdOf('Bench'), aud: 'authenticated', role: 'authenticated' };
  const claims = { iss: `${origin}/auth/v1`, ...user, user_metadata: { username: 'Bench' } };
  const token = await (await openKeys(dataDir)).sign(claims, { issuedAt, expiresAt: issuedAt + 3_600 });
  const headers = { authorization: `Bearer ${token}` };
  const address = `${origin}${addressOf(calls.registerLive, { id })}`;
  const { publish } = await (await fetch(address, { method: 'POST', headers })).json();
  const recorder = new LiveClient(publish.url, {});
  await recorder.opened();
  recorder.send({ type: 'auth', token: publish.token });
  await recorder.nextOf('ready');
  recorder.send({ type: 'snapshot', seq: 1, t: 0, document: feedOf(1).first });
  await recorder.nextOf('ack');
  const url = `${origin.replace('http', 'ws')}${addressOf(calls.watchLive, { id })}`;
  const viewers = await new Viewers().connect({ url, origin, count: 1_000, slow: 0, comesBack: true });
  // The state is stored every five seconds.
  await sleep(6_000);
  await viewers.ask('back');
  await first('SIGKILL');
  const again = await startServer(dataDir, port, settings);
  const start = performance.timeOrigin + performance.now();
  const back: number[] = [];
  while (back.length < 990 && performance.timeOrigin + performance.now() - start < 60_000) {
    await sleep(250);
    back.push(...(await viewers.ask('back')).at);
  }
  await viewers.stop();
  await again();
  rmSync(dataDir, { recursive: true, force: true });
  const seconds = back.map((at) => Math.floor((at - start) / 1_000));
  const most = Math.max(...[...new Set(seconds)].map((one) => seconds.filter((other) => other === one).length));
  return { seconds: (quantile(back, Math.min(1, 989.5 / back.length)) - start) / 1_000, most };
}

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import type { Patch } from '#contract/live/merge-patch';
import { LiveClient } from '../../server/tests/support/live-client.ts';
import { freePort } from '../postgres.ts';
import { startServer } from './accounts.ts';
import { registerAs } from './live-recorder.ts';
import { feedOf, Stage, Viewers } from './live-stage.ts';
import { median, quantile } from './load.ts';

/** Ticks of one window: enough for viewers that do not read to be cut in it. */
const windowTicks = 160;
const rounds = 6;
const readers = 90;
const slowOnes = 10;

/** The delay of changes for the viewers of one race, with and without others who do not read. */
class SlowTrial {
  readonly #stage: Stage;
  readonly #viewers: Viewers;
  readonly #watcher: LiveClient;
  readonly #seq: number;
  #step = 0;

  private constructor(stage: Stage, viewers: Viewers, watcher: LiveClient, seq: number) {
    this.#stage = stage;
    this.#viewers = viewers;
    this.#watcher = watcher;
    this.#seq = seq;
  }

  static async open(): Promise<SlowTrial> {
    const feed = feedOf(30);
    const stage = await Stage.open(feed.first);
    await stage.warmUp(feed.patches);
    const order = { url: stage.url, origin: stage.origin, slow: 0, comesBack: false, measured: 1 };
    const viewers = await new Viewers().connect({ ...order, count: readers });
    const watcher = new LiveClient(stage.url);
    const { seq } = await watcher.nextOf('snapshot');
    const trial = new SlowTrial(stage, viewers, watcher, seq);
    await trial.window();
    return trial;
  }

  /** ms from each tick of a window to each viewer. */
  async window(): Promise<number[]> {
    const sentAt = new Map<number, number>();
    for (let tick = 0; tick < windowTicks; tick += 1) {
      this.#step += 1;
      await this.#stage.receive({ gameVersion: `${this.#step}`, ...largeChange(this.#step) });
      sentAt.set(this.#seq + this.#step, performance.timeOrigin + performance.now());
      this.#stage.tick();
      await sleep(40);
    }
    const { at } = await this.#viewers.ask('arrivals');
    return at.flatMap(([number, time]) => {
      const sent = sentAt.get(number);
      return sent === undefined ? [] : [time - sent];
    });
  }

  /** The same while a tenth of all do not read; also how many of those were cut. */
  async windowWithSlow(): Promise<{ late: number[]; cut: number }> {
    const order = { url: this.#stage.url, origin: this.#stage.origin, comesBack: false, measured: 1 };
    const slow = await new Viewers().connect({ ...order, count: slowOnes, slow: slowOnes });
    const late = await this.window();
    const { count } = await slow.ask('cut');
    await slow.stop();
    return { late, cut: count };
  }

  async close(): Promise<void> {
    await this.#viewers.stop();
    await this.#watcher.close();
    await this.#stage.close();
  }
}

/** About 50 kB of laps that change: a window of them is more than the system and the server hold for one viewer. */
function largeChange(step: number): Patch {
  const time = step * 10;
  const laps = Object.fromEntries(
    Array.from({ length: 80 }, (_, lap) => {
      const sectors = { sector1Time: 30_000 + time + lap, sector2Time: 30_000 + time + lap };
      return [lap, { lapTime: 90_000 + time + lap, ...sectors, invalidLap: false }];
    }),
  );
  return { drivers: Object.fromEntries(Array.from({ length: 8 }, (_, car) => [car, { lapTimes: laps }])) };
}

export interface SlowViewers {
  /** p99 of the reading viewers, in ms: the median of the windows of one kind. */
  readonly withSlow: number;
  readonly without: number;
  /** The part of the other viewers that was cut. */
  readonly cut: number;
}

/** The cost of viewers who do not read for the others. Windows with and without them alternate in one server. */
export async function slowViewers(): Promise<SlowViewers> {
  const trial = await SlowTrial.open();
  const [withSlow, without]: [number[], number[]] = [[], []];
  let cut = 0;
  for (let round = 0; round < rounds; round += 1) {
    without.push(quantile(await trial.window(), 0.99));
    const { late, cut: ofWindow } = await trial.windowWithSlow();
    withSlow.push(quantile(late, 0.99));
    cut += ofWindow;
  }
  await trial.close();
  return {
    withSlow: median(withSlow),
    without: median(without),
    cut: cut / (rounds * slowOnes),
  };
}

/** Seconds from the return of a killed server until 99 % of 1,000 viewers have a snapshot again, and the most in one second. */
export async function restartStorm(): Promise<{ seconds: number; most: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = { DEMO: 'off', LIVE_TCP_PORT: '0' };
  const first = await startServer(dataDir, port, settings);
  const id = randomUUID();
  await registerAs('Bench', { dataDir, origin, id, document: feedOf(1).first });
  const url = `${origin.replace('http', 'ws')}${addressOf(calls.watchLive, { id })}`;
  const viewers = await new Viewers().connect({ url, origin, count: 1_000, slow: 0, comesBack: true, measured: 10 });
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

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import type { LiveDocument } from '#contract/live/document';
import { FrameDecoder } from '#contract/live/frame-decoder';
import { seqOf } from '#contract/live/frame-head';
import { applyPatch, type Tree } from '#contract/live/merge-patch';
import { toDocument } from '#contract/live/to-document';
import { LivePublisher } from '../recorder/live-publisher.ts';
import { LiveClient } from '../server/tests/support/live-client.ts';
import { userIdOf } from '../server/tests/support/open-test-server.ts';
import { openKeys } from '../server/tokens/keys.ts';
import { startServer } from './bench/accounts.ts';
import { driver, upload } from './fixtures/session.ts';
import { findPostgres, freePort, type PostgresCluster, startPostgres } from './postgres.ts';
import { findProgram } from './readme/proxies.ts';
import { TestRedis } from './redis.ts';

const program = TestRedis.find();
const binaries = findPostgres();
const runs = process.env.PITBOARD_LONG === '1' && program !== null && binaries !== null;
if (!runs) console.log('SKIPPED: two server processes with one Redis (PITBOARD_LONG=1, redis-server and PostgreSQL)');

interface Node {
  readonly origin: string;
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

/** The document of a race at a step. */
function documentOf(step: number): LiveDocument {
  const drivers = [0, 1, 2].map((carIndex) =>
    driver({
      carIndex,
      name: `Driver ${carIndex}`,
      position: carIndex + 1,
      resultStatus: 2,
      currentLapTime: step * 100,
      lapDistance: step * 8 + carIndex,
      totalWarnings: step % 1_000,
    }),
  );
  return toDocument(upload({ sessionStatus: 2, sessionEndTime: null, sessionDuration: step, drivers }));
}

/** A viewer that comes back as the app does. */
class Viewer {
  readonly #nodes: () => readonly Pick<Node, 'origin'>[];
  readonly #id: string;
  readonly #decoder = new FrameDecoder();
  #client: LiveClient | null = null;
  #tree: Tree = {};
  #epoch = 0;
  /** The number of the last change; null before the first snapshot of an epoch. */
  #seq: number | null = null;
  #isOver = false;
  readonly messages: string[] = [];
  /** The step of the race that it shows; -1 before the first one. */
  step = -1;

  constructor(id: string, nodes: () => readonly Pick<Node, 'origin'>[]) {
    this.#id = id;
    this.#nodes = nodes;
    void this.#run();
  }

  async #run(): Promise<void> {
    for (let tries = 0; !this.#isOver; tries += 1) {
      const nodes = this.#nodes();
      const node = nodes[tries % nodes.length];
      if (node !== undefined) await this.#follow(node).catch(() => undefined);
      await sleep(200);
    }
  }

  async #follow({ origin }: Pick<Node, 'origin'>): Promise<void> {
    const since = this.#seq === null ? undefined : `${this.#epoch}.${this.#seq}`;
    const url = origin.replace('http', 'ws') + addressOf(calls.watchLive, { id: this.#id }, { since });
    const client = new LiveClient(url);
    this.#client = client;
    let isOpen = true;
    void client.closed.then(() => {
      isOpen = false;
    });
    while (isOpen) {
      const message = await Promise.race([client.next(), client.closed.then(() => null)]);
      if (message === null) return;
      this.#apply(message);
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: a message of a test client
  #apply(message: any): void {
    this.messages.push(message.type);
    if (message.type === 'hello') {
      if (message.epoch !== this.#epoch) this.#seq = null;
      this.#epoch = message.epoch;
    }
    if (message.type !== 'snapshot' && message.type !== 'frame') return;
    const seq = message.type === 'snapshot' ? message.seq : seqOf(message.frame);
    // Repeated messages are dropped, as in the app, and none is missing here.
    if (this.#seq !== null && seq <= this.#seq) return;
    if (message.type === 'snapshot') {
      this.#tree = message.document;
      this.#decoder.reset(this.#tree, message.motion);
    } else {
      if (this.#seq === null || seq !== this.#seq + 1) return;
      this.#decoder.decode(message.frame);
      this.#tree = this.#decoder.drainChanges().reduce(applyPatch, this.#tree);
    }
    this.#seq = seq;
    this.step = Number(this.#tree['sessionDuration'] ?? this.step);
  }

  close(): void {
    this.#isOver = true;
    this.#client?.socket.terminate();
  }
}

describe.skipIf(!runs)('two server processes with one PostgreSQL and one Redis', () => {
  let redis: TestRedis;
  let postgres: PostgresCluster;
  const folders: string[] = [];
  const nodes = new Map<number, Node>();
  let publicUrl = '';

  async function startNode(index: number, port: number): Promise<Node> {
    const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-node-'));
    folders.push(dataDir);
    // A server whose keys the database has never seen does not start.
    if (folders.length === 1) await openKeys(dataDir);
    else copyFileSync(join(folders[0] ?? '', 'keys.json'), join(dataDir, 'keys.json'));
    const stop = await startServer(dataDir, port, {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      PUBLIC_URL: publicUrl,
      LIVE_TCP_PORT: '0',
      DEMO: 'off',
    });
    const node = { origin: `http://127.0.0.1:${port}`, stop };
    nodes.set(index, node);
    return node;
  }

  beforeAll(async () => {
    redis = await TestRedis.open(program ?? '');
    postgres = await startPostgres(binaries ?? '');
    const ports = [await freePort(), await freePort()] as const;
    publicUrl = `http://127.0.0.1:${ports[0]}`;
    await startNode(0, ports[0]);
    await startNode(1, ports[1]);
  }, 120_000);
  afterAll(async () => {
    for (const node of nodes.values()) await node.stop('SIGKILL');
    await redis.close();
    await postgres.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  async function tokenOf(user: string): Promise<string> {
    const issuedAt = Math.floor(Date.now() / 1_000);
    const claims = { sub: userIdOf(user), aud: 'authenticated', role: 'authenticated' };
    const keys = await openKeys(folders[0] ?? '');
    const named = { ...claims, iss: `${publicUrl}/auth/v1`, user_metadata: { username: user } };
    return keys.sign(named, { issuedAt, expiresAt: issuedAt + 3_600 });
  }

  /** A race that goes on until it is stopped; its recorder tries the nodes that run, one after another, or one address. */
  async function race(user: string, proxy?: Pick<Node, 'origin'>) {
    const id = randomUUID();
    let step = 0;
    let tries = 0;
    const publisher = new LivePublisher({
      server: (proxy ?? [...nodes.values()][0])?.origin ?? '',
      token: () => tokenOf(user),
      id,
      publishUrl: (url) => {
        const running = proxy === undefined ? [...nodes.values()] : [proxy];
        const { origin = '' } = running[tries++ % running.length] ?? {};
        return origin.replace('http', 'ws') + new URL(url).pathname;
      },
      warn: () => undefined,
    });
    publisher.update(documentOf(0), 0);
    await publisher.start();
    const timer = setInterval(() => {
      step += 1;
      publisher.update(documentOf(step), step * 100);
    }, 100);
    return {
      id,
      step: () => step,
      stop: () => {
        clearInterval(timer);
        publisher.stop();
      },
    };
  }

  const caddy = findProgram('caddy');
  if (caddy === null) console.log('SKIPPED: a server for live races alone (apt-get install caddy)');
  test.skipIf(caddy === null)(
    'the proxy of docs/hosting.md gives live races a server of their own: each goes on without the other',
    async () => {
      const proxy = await startProxy(nodes.get(0), nodes.get(1));
      try {
        const running = await race('Nina', proxy);
        const viewer = new Viewer(running.id, () => [proxy]);
        await expect.poll(() => viewer.step).toBeGreaterThan(10);
        const before = viewer.messages.length;
        await nodes.get(0)?.stop('SIGKILL');
        nodes.delete(0);
        const killedAt = running.step();
        await expect.poll(() => viewer.step).toBeGreaterThan(killedAt + 20);
        expect(new Set(viewer.messages.slice(before))).toEqual(new Set(['frame']));
        expect((await fetch(`${proxy.origin}/api/Sessions`)).status).toBe(502);
        viewer.close();
        running.stop();
        await startNode(0, Number(new URL(publicUrl).port));
        await nodes.get(1)?.stop('SIGKILL');
        nodes.delete(1);
        expect((await fetch(`${proxy.origin}/api/Sessions`)).status).toBe(200);
      } finally {
        await proxy.stop();
      }
    },
    180_000,
  );

  /** Runs the block of docs/hosting.md with the addresses of two servers: that of pages, and that of live races. */
  async function startProxy(...servers: readonly (Node | undefined)[]) {
    const [pages = '', live = ''] = servers.map((node) => new URL(node?.origin ?? '').host);
    const origin = `http://127.0.0.1:${await freePort()}`;
    const docs = readFileSync(join(import.meta.dirname, '../docs/hosting.md'), 'utf8');
    const block = /^race\.example \{\n {2}reverse_proxy \/.+?^\}$/ms.exec(docs)?.[0] ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-proxy-'));
    folders.push(folder);
    const addressed = block
      .replace('race.example', origin)
      .replace('127.0.0.1:8082', live)
      .replace('127.0.0.1:8080', pages);
    const configuration = join(folder, 'Caddyfile');
    writeFileSync(configuration, `{\nadmin off\n}\n${addressed}\n`);
    const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const parameters = ['run', '--adapter', 'caddyfile', '--config', configuration];
    const child = spawn(caddy ?? 'caddy', parameters, { env, stdio: 'ignore' });
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200);
    const stop = async () => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    };
    return { origin, stop };
  }
});

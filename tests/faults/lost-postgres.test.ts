import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driver, upload } from '../fixtures/session.ts';
import { findPostgres, type PostgresCluster, startPostgres } from '../postgres.ts';
import { Folders, type Reply, ServerProcess } from './server-process.ts';

const binaries = findPostgres();
if (binaries === null) console.log('SKIPPED: a database that goes away under load (no PostgreSQL on this machine)');
const rounds = process.env.PITBOARD_LONG === undefined ? 2 : 20;

describe.skipIf(binaries === null)('under uploads and sign-ins', () => {
  const folders = new Folders();
  let cluster: PostgresCluster;
  let server: ServerProcess;
  /** Ids of the sessions, one for each upload that was acknowledged. */
  const acknowledged: string[] = [];
  const unexpected: string[] = [];
  let isOver = false;
  let count = 0;
  let faults = 0;
  let isLost = false;

  beforeAll(async () => {
    cluster = await startPostgres(binaries ?? '');
    server = await ServerProcess.start({ dataDir: folders.create(), env: { DATABASE_URL: cluster.url } });
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    await cluster.stop();
    folders.remove();
  });

  /** Sends a request. It may be refused with 503 only while a fault lasts; any other status than `usual` is unexpected. */
  async function send(path: string, usual: number, options: { token?: string; body: object }): Promise<Reply | null> {
    const before = faults;
    const wasLost = isLost;
    const reply = await server.send('POST', path, options).catch(() => null);
    const isExcused = reply?.status === 503 && (wasLost || isLost || faults > before);
    if (reply?.status === usual) return reply;
    if (!isExcused) unexpected.push(`${path}: ${reply?.status ?? 'not answered'} ${JSON.stringify(reply?.body)}`);
    return null;
  }

  /** Uploads until the test is over, more slowly than 600 in a minute, which one address may. Repeats what is refused. */
  async function uploadAll(name: string): Promise<void> {
    const token = await server.token(name);
    while (!isOver) {
      count += 1;
      const body = upload({ internalSessionId: String(count), drivers: [driver({})] });
      let reply: Reply | null = null;
      while (reply === null && server.isRunning) {
        reply = await send('/api/Sessions', 200, { token, body });
        await sleep(350);
      }
      acknowledged.push(reply?.body.id);
    }
  }

  /** More slowly than 3,000 in five minutes, which one address may. */
  async function signInAll(): Promise<void> {
    while (!isOver) {
      await send('/auth/v1/token?grant_type=refresh_token', 400, { body: { refresh_token: 'r'.repeat(43) } });
      await sleep(150);
    }
  }

  /** The database goes away, and is back once three more uploads are acknowledged. */
  async function lose(cause: () => Promise<void>): Promise<void> {
    faults += 1;
    isLost = true;
    await cause();
    await progress(3);
    isLost = false;
  }

  /** Waits until so many more uploads are acknowledged. */
  async function progress(more: number): Promise<void> {
    const until = acknowledged.length + more;
    while (acknowledged.length < until && server.isRunning) await sleep(5);
  }

  async function endAllConnections(): Promise<void> {
    const admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
    );
    await admin.end();
  }

  test(`connections that end and a database that is killed cost no acknowledged upload, ${rounds} times each`, async () => {
    const load = [uploadAll('Ann'), uploadAll('Bob'), uploadAll('Cy'), signInAll()];
    for (let round = 0; round < rounds; round += 1) {
      await progress(3);
      await lose(endAllConnections);
      await progress(3);
      await lose(cluster.crash);
    }
    isOver = true;
    await Promise.all(load);
    expect([server.isRunning, unexpected]).toEqual([true, []]);
    expect(new Set(acknowledged).size).toBe(count);
    for (const id of acknowledged) {
      const { status } = await server.send('GET', `/api/Sessions/session/${id}`);
      expect([id, status]).toEqual([id, 200]);
    }
  }, 600_000);
});

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driver, upload } from '../fixtures/session.ts';
import { findPostgres, type PostgresCluster, startPostgres } from '../postgres.ts';
import { Folders, ServerProcess } from './server-process.ts';

const binaries = findPostgres();
if (binaries === null) console.log('SKIPPED: a database that goes away under load (no PostgreSQL on this machine)');
const notAnswered = () => ({ status: 0, body: 'not answered' });
const rounds = process.env.PITBOARD_LONG === undefined ? 2 : 20;

describe.skipIf(binaries === null)('under uploads and sign-ins', () => {
  const folders = new Folders();
  let cluster: PostgresCluster;
  let server: ServerProcess;
  /** Ids of the sessions that were acknowledged. */
  const acknowledged: string[] = [];
  const unexpected: string[] = [];
  let isOver = false;
  let count = 0;

  beforeAll(async () => {
    cluster = await startPostgres(binaries ?? '');
    server = await ServerProcess.start({ dataDir: folders.create(), env: { DATABASE_URL: cluster.url } });
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    await cluster.stop();
    folders.remove();
  });

  /** Uploads until the test is over, more slowly than 600 in a minute, which one address may. */
  async function uploadAll(name: string): Promise<void> {
    const token = await server.token(name);
    while (!isOver) {
      count += 1;
      const body = upload({ internalSessionId: String(count), drivers: [driver({})] });
      const { status, body: answer } = await server.send('POST', '/api/Sessions', { token, body }).catch(notAnswered);
      if (status === 200) acknowledged.push(answer.id);
      else if (![429, 503].includes(status)) unexpected.push(`upload: ${status} ${JSON.stringify(answer)}`);
      await sleep(350);
    }
  }

  async function signInAll(): Promise<void> {
    const body = { refresh_token: 'r'.repeat(43) };
    while (!isOver) {
      const path = '/auth/v1/token?grant_type=refresh_token';
      const { status } = await server.send('POST', path, { body }).catch(notAnswered);
      if (![400, 429, 503].includes(status)) unexpected.push(`sign-in: ${status}`);
    }
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
      await endAllConnections();
      await progress(3);
      await cluster.crash();
    }
    await progress(3);
    isOver = true;
    await Promise.all(load);
    expect([server.isRunning, unexpected]).toEqual([true, []]);
    for (const id of acknowledged) {
      const { status } = await server.send('GET', `/api/Sessions/session/${id}`);
      expect([id, status]).toEqual([id, 200]);
    }
  }, 600_000);
});

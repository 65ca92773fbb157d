import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { findPostgres, startPostgres } from '../postgres.ts';
import { Folders, ServerProcess } from './server-process.ts';

const isLong = process.env.PITBOARD_LONG !== undefined;
const folders = new Folders();
const started: ServerProcess[] = [];
async function start(dataDir: string, through: readonly string[] = []): Promise<ServerProcess> {
  const server = await ServerProcess.start({ dataDir, through });
  started.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.end('SIGKILL')));
});
afterAll(() => folders.remove());

/** The output of a server that does not start. */
async function refusalOf(server: ServerProcess): Promise<string | undefined> {
  expect(await server.ended).toBe(1);
  return server.log.trim().split('\n').at(-1);
}

const advice = 'Make it writable for the user of this server, or set DATA_DIR to another folder';

/** A user without rights of its own, because root may write everywhere. */
const nobody = 65_534;
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
const canChangeUser = spawnSync('setpriv', [...asNobody.slice(1), 'true']).status === 0;
if (!canChangeUser) console.log('SKIPPED: a data directory whose permissions change (setpriv is not permitted)');

test.skipIf(!canChangeUser)(
  'a data directory that can no longer be written is answered with 503 until it can be again',
  async () => {
    const dataDir = folders.createData();
    expect(spawnSync('chown', ['-R', `${nobody}:${nobody}`, dataDir]).status).toBe(0);
    const setMode = (mode: string) => expect(spawnSync('chmod', ['-R', mode, dataDir]).status).toBe(0);
    const server = await start(dataDir, asNobody);
    const token = await server.token('Ann');
    const create = (name: string) => server.send('POST', '/api/League', { token, body: { name } });
    const statusOf = async (path: string) => (await server.send('GET', path)).status;
    const { body: before } = await create('Before');
    setMode('a-w');
    expect(await create('During')).toMatchObject({ status: 503, retryAfter: '5' });
    expect(await server.send('GET', '/readyz')).toMatchObject({ status: 503, body: { database: 'does not store' } });
    expect([await statusOf('/api/health'), await statusOf(`/api/League/${before.id}`)]).toEqual([200, 200]);
    setMode('u+w');
    expect([(await create('After')).status, await statusOf('/readyz')]).toEqual([200, 200]);
    expect((await server.send('GET', '/api/League')).body.count).toBe(2);

    setMode('a-w');
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await refusalOf(await start(dataDir, asNobody))).toBe(
      `Pitboard cannot start: ${dataDir} cannot be written by this user. ${advice}`,
    );
    if (!isLong) return;
    setMode('u+w');
    const again = await start(dataDir, asNobody);
    expect((await again.send('GET', '/api/League')).body.count).toBe(2);
  },
  120_000,
);

const disk = folders.create();
const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'none', disk]).status === 0;
if (!canMount) console.log('SKIPPED: a data directory on a read-only disk (mount is not permitted)');
afterAll(() => {
  if (canMount) spawnSync('umount', [disk]);
});

test.skipIf(!canMount)(
  'a data directory on a read-only disk is refused in one line, also one that would be created there',
  async () => {
    for (const dataDir of [disk, `${disk}/data`])
      expect(await refusalOf(await start(dataDir))).toBe(
        `Pitboard cannot start: ${dataDir} cannot be written: its disk is read-only. ${advice}`,
      );
  },
  60_000,
);

const postgres = findPostgres();
if (postgres === null) console.log('SKIPPED: a read-only PostgreSQL (it is not installed)');

test.skipIf(postgres === null)(
  'a PostgreSQL whose transactions are read-only is not ready until it is writable again',
  async () => {
    const cluster = await startPostgres(postgres ?? '');
    const admin = new pg.Client({ connectionString: cluster.url });
    try {
      const server = await ServerProcess.start({ dataDir: folders.create(), env: { DATABASE_URL: cluster.url } });
      started.push(server);
      await admin.connect();
      const setReadOnly = async (value: 'on' | 'off') => {
        // It would be refused itself.
        await admin.query('set transaction_read_only = off; set default_transaction_read_only = off');
        await admin.query(`alter system set default_transaction_read_only = ${value}`);
        await admin.query('select pg_reload_conf()');
      };
      const readiness = () => server.send('GET', '/readyz');
      expect(await readiness()).toMatchObject({ status: 200, body: { database: 'ok' } });
      await setReadOnly('on');
      const notReady = { status: 503, body: { database: 'does not store' } };
      await expect.poll(readiness).toMatchObject(notReady);
      expect((await server.send('GET', '/api/League')).status).toBe(200);
      await setReadOnly('off');
      await expect.poll(async () => (await readiness()).status).toBe(200);
    } finally {
      await admin.end();
      await Promise.all(started.splice(0).map((server) => server.end('SIGKILL')));
      await cluster.stop();
    }
  },
  120_000,
);

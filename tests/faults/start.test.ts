import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTcpProxy, type TcpProxy } from '../browser/tcp-proxy.ts';
import { driver, upload } from '../fixtures/session.ts';
import { findPostgres, freePort, type PostgresCluster, startPostgres } from '../postgres.ts';
import { TestRedis } from '../redis.ts';
import { Folders, ServerProcess } from './server-process.ts';

/** Several servers start one after another, in ms. */
const timeout = 120_000;

const folders = new Folders();
const started: ServerProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.end('SIGKILL')));
  folders.remove();
});

async function launch(
  env: Record<string, string>,
  dataDir = folders.create(),
  ...words: string[]
): Promise<ServerProcess> {
  const server = await ServerProcess.launch({ dataDir, env, words });
  started.push(server);
  return server;
}

async function start(...given: Parameters<typeof launch>): Promise<ServerProcess> {
  const server = await launch(...given);
  await server.printed('Pitboard is on');
  return server;
}

/** The last output of a server that does not start; never a secret. */
async function refusalOf(env: Record<string, string>, dataDir?: string): Promise<string | undefined> {
  const server = await launch(env, dataDir);
  expect(await server.ended).toBe(1);
  expect(server.log).not.toContain('hush');
  return server.lastLine;
}

test(
  'a port that another program uses is named before a database is made',
  async () => {
    const other = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const dataDir = folders.create();
    try {
      expect(await refusalOf({ PORT: String(port) }, dataDir)).toBe(
        `Pitboard cannot start: PORT ${port} is taken, perhaps by a Pitboard that runs already: stop that program, or set PORT to another number`,
      );
    } finally {
      other.close();
    }
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    expect(await refusalOf({ HOST: '192.0.2.1' })).toContain('HOST 192.0.2.1 is no address of this machine');
  },
  timeout,
);

test(
  'production without an address is refused, and the variable that was meant to be it is named, as a setting of the release before is',
  async () => {
    const production = {
      NODE_ENV: 'production',
      CONFIRM_EMAIL: 'off',
      PUBLIC_URL: '',
      PUBLIC_ULR: 'https://hush.example',
    };
    const server = await launch(production);
    expect(await server.ended).toBe(1);
    expect(server.log).toBe(
      'PUBLIC_ULR is not a setting of Pitboard: did you mean PUBLIC_URL?\n' +
        'CONFIRM_EMAIL is no longer a setting of Pitboard: SMTP_URL=off replaces CONFIRM_EMAIL=off, which still works without SMTP_URL\n' +
        'Pitboard cannot start: PUBLIC_URL must be set in production to the address that people use, such as https://race.example\n',
    );
  },
  timeout,
);

const binaries = findPostgres();
if (binaries === null) console.log('SKIPPED: starts with PostgreSQL (no PostgreSQL on this machine)');
const program = TestRedis.find();
if (program === null) console.log('SKIPPED: starts with Redis (no redis-server on this machine)');

describe.skipIf(binaries === null)('with PostgreSQL', () => {
  let cluster: PostgresCluster;
  let address: URL;
  const proxies: TcpProxy[] = [];

  beforeAll(async () => {
    cluster = await startPostgres(binaries ?? '');
    address = new URL(cluster.url);
    const admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    for (const statement of [
      `create role guest login password 'right'`,
      'create database closed',
      'create database league',
      // Only the superuser logs in without a password.
      `copy (select unnest(array['host all pitboard all trust', 'host all all all scram-sha-256'])) to '${
        (await admin.query('show hba_file')).rows[0].hba_file
      }'`,
      'select pg_reload_conf()',
    ])
      await admin.query(statement);
    await admin.end();
  });
  afterEach(async () => {
    for (const proxy of proxies.splice(0)) await proxy.close();
  });
  afterAll(() => cluster.stop());

  const addressWith = (change: Partial<Pick<URL, 'username' | 'password' | 'port' | 'pathname'>>) => ({
    DATABASE_URL: Object.assign(new URL(address), change).href,
  });

  test(
    'a database that refuses is named at once, with the next step and without the password',
    async () => {
      const refusals: string[] = [];
      for (const change of [
        { username: 'guest', password: 'hush' },
        { username: 'guest' },
        { pathname: '/nowhere' },
        { username: 'guest', password: 'right', pathname: '/closed' },
      ])
        refusals.push((await refusalOf(addressWith(change))) ?? '');
      expect(refusals).toEqual(
        [
          'PostgreSQL refuses the password of user guest; correct one of them',
          'PostgreSQL asks for the password of user guest; add it',
          'there is no database nowhere; create it: createdb nowhere',
          'user guest may not create tables in closed; make it the owner of the database',
        ].map((text) => `Pitboard cannot start: DATABASE_URL: ${text}`),
      );
    },
    timeout,
  );

  test(
    'a database that starts after the server is waited for',
    async () => {
      const port = await freePort();
      const server = await launch(addressWith({ port: String(port), password: 'hush' }));
      const nothing = `DATABASE_URL: nothing listens at 127.0.0.1:${port}; start PostgreSQL there`;
      await server.printed(nothing);
      expect(server.log).toContain(nothing);
      proxies.push(await openTcpProxy(port, Number(address.port)));
      await server.printed('Pitboard is on');
      expect((await server.send('GET', '/readyz')).status).toBe(200);
      expect(server.log).not.toContain('hush');
    },
    timeout,
  );

  test(
    'a stranger’s keys beside a full database stop the start, and its own server goes on with all of it',
    async () => {
      const env = addressWith({ pathname: '/league', password: 'hush' });
      const dataDir = folders.create();
      const own = await launch(env, dataDir);
      await own.printed('Pitboard is on');
      const token = await own.token('Ann');
      const body = upload({ internalSessionId: '1', drivers: [driver({ name: 'Mika Varga' })] });
      const stored = await own.send('POST', '/api/Sessions', { token, body });
      expect(stored.status).toBe(200);
      await own.end('SIGTERM');

      const stranger = folders.create();
      expect(await refusalOf(env, stranger)).toBe(
        `Pitboard cannot start: ${stranger}/keys.json is not the key file of this database, and everybody would be logged out: copy it from another server of this database or from a backup, or start once with --new-keys`,
      );

      const again = await launch({ ...env, PUBLIC_URL: own.base }, dataDir);
      await again.printed('Pitboard is on');
      const { body: read } = await again.send('GET', `/api/Sessions/session/${stored.body.id}`);
      expect(read.drivers).toMatchObject([{ name: 'Mika Varga' }]);
      // Its tokens are valid as before.
      expect((await again.send('POST', '/api/Sessions', { token, body })).status).toBe(200);
    },
    timeout,
  );

  test.skipIf(program === null)(
    'a server starts without Redis, says so once, and connects when it is there; one that refuses it stops the start',
    async () => {
      const redis = await TestRedis.open(program ?? '');
      try {
        const client = new Redis(redis.url);
        await client.config('SET', 'requirepass', 'right');
        client.disconnect();
        const wrong = redis.url.replace('//', '//:hush@');
        const given = { DATABASE_URL: address.href };
        const dataDir = folders.create();
        // The database has seen the keys of other tests alone.
        const refused = await launch({ ...given, REDIS_URL: wrong }, dataDir, '--new-keys');
        expect([await refused.ended, refused.lastLine]).toEqual([
          1,
          'Pitboard cannot start: REDIS_URL: Redis refuses its user or password; correct them',
        ]);
        expect(refused.log).not.toMatch(/hush|Redis is away/);

        await redis.kill();
        const server = await start({ ...given, REDIS_URL: redis.url }, dataDir);
        const { host } = new URL(redis.url);
        const away = `Redis is away (REDIS_URL: nothing listens at ${host})`;
        expect(server.log.split(away).length).toBe(2);
        expect(await server.send('GET', '/readyz')).toMatchObject({ status: 200, body: { redis: 'lost' } });
        await redis.start();
        await server.printed('Redis is back');
        expect((await server.send('GET', '/readyz')).body).toMatchObject({ status: 'ready', redis: 'ok' });
        const listener = new Redis(redis.url);
        // It listens to other servers.
        await expect.poll(() => listener.pubsub('NUMSUB', 'pitboard:live:claims')).toEqual(['pitboard:live:claims', 1]);
        listener.disconnect();
      } finally {
        await redis.close();
      }
    },
    timeout,
  );
});

test(
  'the first start with the demo says what takes its time, and the next ones do not',
  async () => {
    const dataDir = folders.create();
    const env = { DEMO: 'on', PITBOARD_TEST: '{"logLevel":"silent","demoLive":false}' };
    const logs: string[] = [];
    for (const _ of ['first', 'second']) {
      const server = await launch(env, dataDir);
      await server.printed('Pitboard is on');
      expect(await server.end('SIGTERM')).toBe(0);
      logs.push(server.log);
    }
    expect(logs[0]).toMatch(/\nStoring the demo: this first start may take a minute\nPitboard is on /);
    expect(logs[1]).not.toContain('Storing the demo');
  },
  timeout,
);

test(
  'a mail server that is away does not delay the start',
  async () => {
    const server = await start({ SMTP_URL: 'smtp://127.0.0.1:1' });
    expect((await server.send('GET', '/readyz')).status).toBe(200);
  },
  timeout,
);

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../tests/postgres.ts';
import { builtServer } from '../../tests/prepare-servers.ts';
import { readKeys } from '../tokens/keys.ts';

const address = process.env.TEST_DATABASE_URL;
if (address === undefined) console.log('SKIPPED: a lost database (TEST_DATABASE_URL is not set)');

/** A proxy in front of PostgreSQL that can be disconnected. */
class Way {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;

  constructor(target: URL) {
    this.#target = target;
  }

  async open(port: number): Promise<void> {
    const server = createServer((socket) => {
      const onward = connect(Number(this.#target.port || 5432), this.#target.hostname);
      for (const end of [socket, onward]) {
        this.#sockets.add(end);
        // Errors of disconnected sockets are expected.
        end.on('error', () => undefined);
        end.on('close', () => {
          socket.destroy();
          onward.destroy();
        });
      }
      socket.pipe(onward).pipe(socket);
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

describe.skipIf(address === undefined)('a server whose database goes away', () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const direct = new URL(address ?? 'postgres://127.0.0.1/none');
  const way = new Way(direct);
  let admin: pg.Client;
  let child: ChildProcess;
  let log = '';
  let dataDir: string;
  let base: string;
  let wayPort: number;
  let authorization: string;
  const id = randomUUID();

  beforeAll(async () => {
    admin = new pg.Client({ connectionString: address });
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    direct.pathname = `/${name}`;
    admin = new pg.Client({ connectionString: direct.href });
    await admin.connect();
    wayPort = await freePort();
    await way.open(wayPort);
    const database = new URL(direct);
    database.hostname = '127.0.0.1';
    database.port = String(wayPort);
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    dataDir = mkdtempSync(join(tmpdir(), 'pitboard-lost-'));
    child = spawn(process.execPath, [builtServer], {
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        PUBLIC_URL: base,
        DATA_DIR: dataDir,
        DATABASE_URL: database.href,
        DEMO: 'off',
        LIVE_TCP_PORT: '0',
        PITBOARD_TEST: '{"mailPause":0}',
      },
    });
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        log += chunk.toString();
        if (log.includes('Pitboard is on')) resolve();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', () => reject(new Error(log)));
    });
    const issuedAt = Math.floor(Date.now() / 1_000);
    const claims = { iss: `${base}/auth/v1`, aud: 'authenticated', role: 'authenticated', sub: id };
    const keys = await readKeys(dataDir);
    const times = { issuedAt, expiresAt: issuedAt + 3_600 };
    authorization = `Bearer ${await keys.sign({ ...claims, user_metadata: { username: 'Ann' } }, times)}`;
  }, 120_000);

  afterAll(async () => {
    child.kill('SIGKILL');
    await admin.end();
    await way.cut();
    const last = new pg.Client({ connectionString: address });
    await last.connect();
    await last.query(`drop database ${name} with (force)`);
    await last.end();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function send(method: 'GET' | 'POST', path: string, body?: object) {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(path.startsWith('/auth') ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { path, status: response.status, retryAfter: response.headers.get('retry-after') };
  }

  const session = { email: 'a@x.test', password: 'correct horse 9' };

  test.each([
    ['leagues', '/api/League', { name: 'Mid' }, 200],
    ['auth_sign_ups', '/auth/v1/signup', session, 200],
    ['profiles', '/rest/v1/profiles', { id, username: 'ann' }, 409],
  ])('survives a connection that ends in the middle of a transaction on %s', async (table, path, body, status) => {
    await send('POST', '/api/League', { name: 'Before' });
    await admin.query(`begin; lock table ${table} in share row exclusive mode`);
    onTestFinished(() => void admin.query('rollback'));
    let isAnswered = false;
    const answer = send('POST', path, body).finally(() => {
      isAnswered = true;
    });
    // Other transactions of the server may wait too, even for the lock of another test's notification.
    while (!isAnswered)
      await admin.query(`select pg_terminate_backend(pid) from pg_locks
        where not granted and locktype = 'relation' and relation = '${table}'::regclass`);
    expect(await answer).toEqual({ path, status: 503, retryAfter: '5' });
    await admin.query('rollback');
    expect((await send('POST', path, body)).status).toBe(status);
    expect(child.exitCode).toBeNull();
  });

  test('answers 503 with Retry-After everywhere until the database is back', async () => {
    await way.cut();
    const requests = [
      ['GET', '/api/League'],
      ['POST', '/api/League', { name: 'Away' }],
      ['POST', '/auth/v1/token?grant_type=password', session],
      ['POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: 'r'.repeat(43) }],
      ['POST', '/auth/v1/signup', session],
      ['POST', '/auth/v1/recover', { email: 'b@x.test' }],
      ['POST', '/auth/v1/verify', { type: 'signup', token_hash: 'x' }],
      ['GET', `/rest/v1/profiles?id=eq.${id}`],
    ] as const;
    for (const [method, path, body] of requests)
      expect(await send(method, path, body)).toEqual({ path, status: 503, retryAfter: '5' });
    expect(child.exitCode).toBeNull();
    await way.open(wayPort);
    expect((await send('GET', '/api/League')).status).toBe(200);
    expect((await send('POST', '/auth/v1/token?grant_type=password', session)).status).toBe(400);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isUnreachable } from '../../server/storage/failures.ts';
import { openPostgres, type Storage } from '../../server/storage/open-storage.ts';
import { findPostgres, type PostgresCluster, startPostgres } from '../postgres.ts';
import { Folders, ServerProcess } from './server-process.ts';

const binaries = findPostgres();
if (binaries === null) console.log('SKIPPED: a database that is frozen (no PostgreSQL on this machine)');

describe.skipIf(binaries === null)('a server whose database is frozen', () => {
  const folders = new Folders();
  let cluster: PostgresCluster;
  let server: ServerProcess;

  beforeAll(async () => {
    cluster = await startPostgres(binaries ?? '');
    server = await ServerProcess.start({ dataDir: folders.create(), env: { DATABASE_URL: cluster.url } });
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    cluster.thaw();
    await cluster.stop();
    folders.remove();
  });

  // A load balancer gives up after 30 s or more; a request without an answer would be one that nobody can explain.
  test('refuses every write in less than 30 s: those without a connection in 5 s, the others after one statement', async () => {
    const token = await server.token('Ann');
    const create = () => server.send('POST', '/api/League', { token, body: { name: 'League' } });
    expect((await create()).status).toBe(200);
    cluster.freeze();
    const begun = performance.now();
    const refusals = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { status, retryAfter } = await create();
        return { status, retryAfter, time: performance.now() - begun };
      }),
    );
    cluster.thaw();
    expect(refusals.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
    const times = refusals.map(({ time }) => time).sort((one, other) => one - other);
    // The pool has ten connections.
    expect([(times[9] ?? Number.NaN) < 15_000, (times.at(-1) ?? Number.NaN) < 30_000]).toEqual([true, true]);
    expect((await create()).status).toBe(200);
  });

  test('says so in bounded time, answers what has waited, and ends on SIGTERM with a code of its own', async () => {
    const token = await server.token('Ann');
    const create = () => server.send('POST', '/api/League', { token, body: { name: 'League' } });
    expect((await create()).status).toBe(200);
    cluster.freeze();
    // They hold all connections of the pool.
    const waiting = Array.from({ length: 20 }, create);
    const start = performance.now();
    const checks = await Promise.all(['/api/health', '/readyz'].map((path) => server.send('GET', path)));
    expect(checks.map(({ status }) => status)).toEqual([503, 503]);
    expect(performance.now() - start).toBeLessThan(10_000);
    // A request waits for a connection for 5 s: the database is back before that.
    cluster.thaw();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
    expect((await create()).status).toBe(200);
    expect((await server.send('GET', '/api/health')).status).toBe(200);
    cluster.freeze();
    void create().catch(() => undefined);
    // The write is at the database by now, and stays there.
    expect((await server.send('GET', '/readyz')).status).toBe(503);
    expect([await server.end('SIGTERM'), server.lastLine]).toEqual([
      1,
      'Pitboard could not stop in 10 s and ends without it',
    ]);
    cluster.thaw();
  });
});

describe.skipIf(binaries === null)('a transaction whose database stops to answer in its middle', () => {
  let cluster: PostgresCluster;
  let storage: Storage;

  beforeAll(async () => {
    cluster = await startPostgres(binaries ?? '');
    storage = await openPostgres(cluster.url);
  });
  afterAll(async () => {
    cluster.thaw();
    await storage.close();
    await cluster.stop();
  });

  // A statement waits for 25 s, and a connection without progress is closed after 30 s: two such waits would be too long.
  test('fails after the wait of one statement', { timeout: 45_000 }, async () => {
    const select = sql`select 1`;
    const error: unknown = await storage
      .transaction(async (transaction) => {
        await transaction.execute(select);
        cluster.freeze();
        await transaction.execute(select);
      })
      .catch((reason: unknown) => reason);
    expect(isUnreachable(error)).toBe(true);
    cluster.thaw();
    await storage.checkAlive();
    await storage.transaction((transaction) => transaction.execute(select));
  });
});

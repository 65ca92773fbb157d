import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import { v7 } from 'uuid';
import { deleteExpired } from '../../server/domain/retention.ts';
import { logLimits } from '../../server/storage/checkpoints.ts';
import { embeddedTypes } from '../../server/storage/column-types.ts';
import { openEmbedded, openPostgres, type Storage } from '../../server/storage/open-storage.ts';
import { sessions } from '../../server/storage/tables.ts';
import { vacuumTables } from '../../server/storage/vacuum.ts';
import { freshDatabase } from '../../server/tests/support/fresh-database.ts';
import { insertSessionRows } from './rows.ts';
import { startOnce } from './server-start.ts';

/** Rows that are stored before a run. */
interface Rows {
  readonly sessions: number;
  readonly accounts: number;
  readonly tokens: number;
  /** The number of expired tokens. */
  readonly expired: number;
}

interface Runs {
  /** The transactions of the run that had most of them, in all. */
  readonly run: number;
  readonly slice: number;
  readonly runs: number;
  readonly deleted: number;
}

/** Times are in ms. */
export interface MeasuredRuns extends Runs {
  readonly start: number;
  /** The longest wait of a read beside the runs. */
  readonly besideRuns: number;
}

/** Times are in ms, sizes in bytes on the disk. */
interface Retention extends MeasuredRuns {
  /** The longest wait of a read beside the vacuums of the first two hours. */
  readonly besideVacuum: number;
  readonly sizes: readonly number[];
}

/** A server with much that has expired: it starts, deletes that, and is vacuumed twice. */
export async function measureRetention(rows: Rows): Promise<Retention> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  try {
    const filled = await openEmbedded(folder, await freshDatabase());
    await fill(filled, rows);
    await filled.close();
    // The first start may build.
    await startOnce(['server/start.js'], join(folder, 'empty'), { DEMO: 'off' });
    const { time: start } = await startOnce(['server/start.js'], folder, { DEMO: 'off' });
    const client = await PGlite.create({
      ...{ dataDir: join(folder, 'postgres'), extensions: { pg_trgm } },
      ...{ ...embeddedTypes, ...logLimits },
    });
    const database = drizzle(client);
    const sizes = [sizeOf(folder)];
    let counted = { run: 0, slice: 0, runs: 0, deleted: 0 };
    const read = () => client.query('select count(*) from leagues');
    const besideRuns = await waitBeside(read, async () => {
      counted = await runAll({ database, transaction: (work) => database.transaction(work) });
    });
    const waits: number[] = [];
    for (const isFirst of [true, false]) {
      await client.query('select pg_stat_force_next_flush()');
      const vacuum = () => vacuumTables(client, isFirst, { requireWritable: () => undefined });
      waits.push(await waitBeside(read, vacuum));
      await client.exec('checkpoint');
      sizes.push(sizeOf(folder));
    }
    await client.close();
    return { start, ...counted, besideRuns, besideVacuum: Math.max(...waits), sizes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Times are in ms, sizes in bytes. */
interface PostgresRetention extends MeasuredRuns {
  /**
   * Sizes of the database, and of the table of refresh tokens with its indexes: before the runs, after them and each
   * vacuum.
   */
  readonly sizes: readonly Record<'database' | 'tokens', number>[];
  /** Times of PostgreSQL's own vacuum, and of one that returns the space to the disk. */
  readonly vacuums: readonly number[];
}

/** A server of a PostgreSQL database with much that has expired: it starts, and deletes that. */
export async function measurePostgresRetention(rows: Rows, url: string): Promise<PostgresRetention> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const storage = await openPostgres(url);
  // A vacuum may take longer than a statement of the server.
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const env = { DEMO: 'off', DATABASE_URL: url };
    // The first start may build, and stores the keys of this folder.
    await startOnce(['server/start.js'], folder, env);
    await fill(storage, rows);
    // PostgreSQL would vacuum at any time.
    await client.query('alter table auth_refresh_tokens set (autovacuum_enabled = false)');
    await client.query('analyze');
    const { time: start } = await startOnce(['server/start.js'], folder, env);
    const sizes = [await sizesOf(client)];
    let counted: Runs = { run: 0, slice: 0, runs: 0, deleted: 0 };
    const read = () => storage.database.execute(sql`select count(*) from leagues`);
    const besideRuns = await waitBeside(read, async () => {
      counted = await runAll(storage);
    });
    const vacuums: number[] = [];
    for (const statement of ['vacuum (analyze)', 'vacuum (full)']) {
      sizes.push(await sizesOf(client));
      const begun = performance.now();
      await client.query(`${statement} auth_refresh_tokens`);
      vacuums.push(performance.now() - begun);
    }
    sizes.push(await sizesOf(client));
    return { start, ...counted, besideRuns, sizes, vacuums };
  } finally {
    await client.end();
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sizesOf(client: pg.Client): Promise<Record<'database' | 'tokens', number>> {
  const sizes = `pg_database_size(current_database())::float8 as database,
    pg_total_relation_size('auth_refresh_tokens')::float8 as tokens`;
  return (await client.query(`select ${sizes}`)).rows[0];
}

/** Runs until nothing is left that has expired. */
async function runAll(storage: Pick<Storage, 'database' | 'transaction'>): Promise<Runs> {
  let [run, slice, runs, deleted, isDone] = [0, 0, 0, 0, false];
  let from = { next: 0, finished: 0 };
  while (!isDone) {
    let spent = 0;
    const timed: typeof storage = {
      ...storage,
      transaction: async (work) => {
        const begun = performance.now();
        const outcome = await storage.transaction(work);
        const took = performance.now() - begun;
        spent += took;
        slice = Math.max(slice, took);
        return outcome;
      },
    };
    const elapsed = () => performance.now();
    const last = await deleteExpired({ storage: timed, now: () => new Date(), elapsed, pause: sleep, from });
    from = last;
    isDone = last.isDone;
    deleted += last.deleted;
    runs += 1;
    run = Math.max(run, spent);
  }
  return { run, slice, runs, deleted };
}

/** The longest wait of a read while work is done. */
async function waitBeside(read: () => Promise<unknown>, work: () => Promise<unknown>): Promise<number> {
  let [longest, isDone] = [0, false];
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    // A blocked process reads late: a client would have waited since then.
    const due = performance.now() + 5;
    await sleep(5);
    await read();
    longest = Math.max(longest, performance.now() - due);
  }
  await done;
  return longest;
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** The lower the number of a token, the older it is. */
async function fill(storage: Storage, { sessions: count, accounts, tokens, expired }: Rows): Promise<void> {
  const { database } = storage;
  const id = (group: number, number: string) =>
    sql.raw(`('00000000-0000-4000-800${group}-' || lpad((${number})::text, 12, '0'))::uuid`);
  await database.execute(sql`
    insert into auth_users (id, email, user_metadata, created_at, updated_at, email_confirmed_at)
    select ${id(0, 'n')}, n || '@pitboard.test', '{}', now(), now(), now() from generate_series(1, ${accounts}::int) as n`);
  await database.execute(sql`
    insert into auth_sessions (id, user_id, methods, created_at, refreshed_at)
    select ${id(1, 'n')}, ${id(0, 'n')}, '[]', now(), now() from generate_series(1, ${accounts}::int) as n`);
  const step = 100_000;
  for (let from = 1; from <= tokens; from += step)
    await database.execute(sql`
      insert into auth_refresh_tokens (hash, session_id, parent, is_revoked, child, created_at, updated_at)
      select encode(sha256(n::text::bytea), 'hex'), ${id(1, `1 + n % ${accounts}`)},
        encode(sha256((n - ${accounts}::int)::text::bytea), 'hex'), n <= ${tokens - accounts}::int,
        sha256(n::text::bytea), now(), now() - case when n <= ${expired}::int
          then interval '31 days' + (${expired}::int - n) * interval '1 second' else interval '0' end
      from generate_series(${from}::int, ${Math.min(tokens, from + step - 1)}::int) as n`);
  const session = v7();
  const now = new Date().toISOString();
  await storage.transaction(async (transaction) => {
    await transaction.insert(sessions).values({
      ...{ id: session, userId: v7(), version: 1, createdAt: now, internalSessionId: '1', sessionStartTime: now },
      ...{ trackId: 1, sessionType: 1, sessionStatus: 1, isMultiplayer: false, podium: [], driverLaps: 0 },
      detail: new Uint8Array(1_000),
    });
  });
  await insertSessionRows(storage, count - 1, session);
}

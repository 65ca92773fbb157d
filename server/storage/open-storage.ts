import { accessSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { ChangeChannel, notifyOfChange } from './change-channel.ts';
import { type Changes, localChanges, recordChange, refuseSingleWrites } from './changes.ts';
import { createCheck } from './check.ts';
import { checkpointRegularly, logLimits } from './checkpoints.ts';
import { clusterOf, createCluster, damaged, hasCluster, removeUnfinished } from './cluster-files.ts';
import { embeddedTypes, keepParsers } from './column-types.ts';
import { type Log, waitForPostgres } from './connect-postgres.ts';
import { openDirectory } from './data-directory.ts';
import { type Dump, dumpDatabase } from './dump.ts';
import { isDamage, isReadTimeout, isUnreachable } from './failures.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { migrationsFolder, requireSupportedSchema } from './migrations.ts';
import { syncFiles } from './synced-files.ts';
import type { Transact, Transaction } from './transaction.ts';
import { vacuumHourly } from './vacuum.ts';

export type { Transaction };

/** The database of this server: embedded PGlite or PostgreSQL. */
export interface Storage {
  /** For single statements that read. */
  readonly database: Transaction;
  /**
   * Commits or rolls back all work. PGlite has one connection, so a long transaction blocks all others.
   * @throws CannotStore when the embedded database has no room or no directory.
   */
  readonly transaction: Transact;
  /** The changes of committed transactions. */
  readonly changes: Changes;
  /** Checks that the database responds, in bounded time. @throws when it does not. */
  readonly checkAlive: () => Promise<void>;
  /** Connections for the counters of rate limits; null for the embedded database, which only one server uses. */
  readonly countersPool: pg.Pool | null;
  /** Checks in bounded time that the database stores changes. @throws when it does not, as a standby or a full disk. */
  readonly checkWritable: () => Promise<void>;
  /**
   * Writes the whole embedded database to a file, one dump at a time. Null: PostgreSQL has its own tools.
   * @throws CannotStore without room for it.
   */
  readonly dump: ((signal?: AbortSignal) => Promise<Dump>) | null;
  readonly close: () => Promise<void>;
}

async function select(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select 1`);
}

/** Changes no row, but fails where a change would: on a standby, and in a database whose transactions are read-only. */
async function tryToWrite(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`
    with written as (delete from leases where name = 'written by nobody' returning name)
    select pg_current_xact_id(), count(*) from written`);
}

/** In ms. A check of the embedded database waits for the transactions before it. */
const checkTimeouts = { embedded: 10_000, postgres: 2_000 };

/** Makes a second call return the result of the first. */
function closeOnce(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | null = null;
  return () => {
    closed ??= close();
    return closed;
  };
}

/**
 * Opens the embedded database in a directory, or in memory without one, and runs new migrations. `from` is a dump to
 * start from instead of an empty database.
 * @throws DataLocked when another process uses the directory, NewerDatabase, CannotStore, DataExposed, DamagedData.
 */
export async function openEmbedded(directory: string | null, from?: Blob): Promise<Storage> {
  const data = directory === null ? null : await openDirectory(directory);
  const dump = from === undefined ? {} : { loadDataDir: from };
  try {
    const client = await (data === null ? PGlite.create({ ...options, ...dump }) : openCluster(data.path, dump));
    keepParsers(client);
    const database = drizzlePglite(client);
    const upkeep: (() => void)[] = [];
    const close = closeOnce(async () => {
      for (const stop of upkeep) stop();
      await client.close();
      await data?.release();
    });
    try {
      await requireSupportedSchema(database);
      await migratePglite(database, { migrationsFolder });
    } catch (error) {
      await close().catch(() => undefined);
      throw directory !== null && isDamage(error) ? damaged(directory, error) : error;
    }
    data?.watchLoop();
    if (data !== null) {
      const { requireWritable, freeBytes, allowVacuum: allow } = data;
      upkeep.push(vacuumHourly(client, { requireWritable, freeBytes, allow }));
      upkeep.push(checkpointRegularly(client, { requireWritable, allow }));
    }
    const { changes, transaction } = localChanges((work) =>
      database.transaction((transaction) => {
        // Here, because transactions wait for each other.
        data?.requireWritable();
        return work(transaction);
      }),
    );
    return {
      database: refuseSingleWrites(database),
      transaction,
      changes,
      countersPool: null,
      checkAlive: createCheck(async () => {
        if (data !== null) accessSync(data.path);
        await select(database);
      }, checkTimeouts.embedded),
      checkWritable: createCheck(async () => {
        data?.requireWritable();
        await tryToWrite(database);
      }, checkTimeouts.embedded),
      dump: data === null ? null : (signal) => dumpDatabase(client, data.path, signal),
      close,
    };
  } catch (error) {
    await data?.release();
    throw error;
  }
}

const options = { extensions: { pg_trgm }, ...embeddedTypes };

/** Opens the cluster of a data directory; makes it in one that never had data. @throws DamagedData. */
async function openCluster(directory: string, dump: { readonly loadDataDir?: Blob }): Promise<PGlite> {
  if (!hasCluster(directory)) await createCluster(directory, dump);
  removeUnfinished(directory);
  try {
    const cluster = clusterOf(directory);
    const client = await PGlite.create({ ...options, ...logLimits, dataDir: cluster });
    syncFiles(client, cluster);
    return client;
  } catch (error) {
    // No memory is no damage.
    throw error instanceof RangeError ? error : damaged(directory, error);
  }
}

/** In ms. A statement that takes longer is cancelled; the client itself stops waiting for a server that is frozen. */
const timeouts = { connect: 5_000, lock: 5_000, statement: 20_000, query: 25_000, idleInTransaction: 30_000 };

/** Set by a statement: poolers refuse connections with parameters that they do not know. */
const setTimeouts = [
  `set statement_timeout = ${timeouts.statement}`,
  `set lock_timeout = ${timeouts.lock}`,
  `set idle_in_transaction_session_timeout = ${timeouts.idleInTransaction}`,
].join('; ');

/**
 * Opens a PostgreSQL database and runs new migrations. Several servers may start at once. Waits for a database that is
 * not there yet. @throws NewerDatabase, DatabaseRefused.
 */
export async function openPostgres(url: string, log: Log | null = null): Promise<Storage> {
  await waitForPostgres(url, log);
  await migratePostgres(url, log);
  const pool = openPool(url, {
    max: 10,
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.query,
    onConnect: async (client) => {
      await client.query(setTimeouts);
    },
  });
  // Requests that wait for locks may hold all connections of the pool.
  const ownPool = openPool(url, { max: 1, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  const countersPool = openPool(url, { max: 3, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
  const forChecks = drizzlePg(ownPool);
  const changes = new ChangeChannel(url, forChecks);
  await changes.open();
  return {
    database: refuseSingleWrites(drizzlePg(pool)),
    transaction: (work) =>
      transact(pool, (transaction) => recordChange(transaction, work, (change) => notifyOfChange(transaction, change))),
    changes,
    countersPool,
    checkAlive: createCheck(() => select(forChecks), checkTimeouts.postgres),
    checkWritable: createCheck(() => tryToWrite(forChecks), checkTimeouts.postgres),
    dump: null,
    close: closeOnce(async () => {
      await Promise.all([changes.close(), pool.end(), ownPool.end(), countersPool.end()]);
    }),
  };
}

/**
 * Runs a transaction on a client of the pool. Drizzle itself never releases a client whose `begin` fails, and gives one
 * back whose database has stopped to respond: a few lost connections would use up the pool.
 */
async function transact<Outcome>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<Outcome>,
): Promise<Outcome> {
  const client = await pool.connect();
  let isLost = false;
  try {
    return await drizzlePg(client).transaction(work);
  } catch (error) {
    isLost = isUnreachable(error);
    throw error;
  } finally {
    client.release(isLost);
  }
}

function openPool(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, ...options });
  // A lost connection must not end the process: its query fails, and the next query opens another connection. The pool
  // listens only to idle clients, so a client in a transaction needs a listener of its own.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    // The clients of a pool are of this class.
    closeWhenSilent(client as pg.PoolClient & pg.Client);
  });
  return pool;
}

/**
 * Closes a connection at which a query has waited for too long, which rolls its transaction back. The rollback of Drizzle
 * would wait as long again, and the request would be closed without an answer.
 */
function closeWhenSilent(client: pg.Client): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const watched = (...given: unknown[]) => {
    const result = query(...given);
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        if (isReadTimeout(error)) void client.end().catch(() => undefined);
      });
    return result;
  };
  Object.assign(client, { query: watched });
}

import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { lockData } from './data-lock.ts';

/** What storage functions are given: a transaction, or the database itself for one read. */
export type Transaction = PgDatabase<PgQueryResultHKT>;

/** The database of this server, embedded or not; everything above sees no difference. */
export interface Storage {
  /** For reads of one statement. */
  readonly database: Transaction;
  /** All or nothing; PGlite has one connection, so keep it short. */
  readonly transaction: <Outcome>(work: (transaction: Transaction) => Promise<Outcome>) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

/** Asks the database for nothing. @throws when there is no answer. */
export async function ping(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select 1`);
}

/** Closing twice is closing once. */
function closedOnce(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | null = null;
  return () => {
    closed ??= close();
    return closed;
  };
}

const migrationsFolder = join(import.meta.dirname, 'migrations');

/**
 * Opens the embedded database in a directory, or in memory, and brings its tables up to date. `from` is a dump of a
 * data directory to start from instead of an empty one.
 * @throws DataLocked when another process has the directory.
 */
export async function openEmbedded(directory: string | null, from?: Blob): Promise<Storage> {
  const unlock = directory === null ? () => undefined : lockData(directory);
  try {
    const client = await PGlite.create({
      ...(directory === null ? {} : { dataDir: join(directory, 'postgres') }),
      ...(from === undefined ? {} : { loadDataDir: from }),
    });
    const database = drizzlePglite(client);
    await migratePglite(database, { migrationsFolder });
    return {
      database,
      transaction: (work) => database.transaction(work),
      close: closedOnce(async () => {
        await client.close();
        unlock();
      }),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Opens a PostgreSQL database and brings its tables up to date; several servers may start at once. */
export async function openPostgres(url: string): Promise<Storage> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  // An idle connection that the server cuts must not end the process; the next query opens a new one.
  pool.on('error', () => undefined);
  await migrateAlone(pool);
  const database = drizzlePg(pool);
  return {
    database,
    transaction: (work) => database.transaction(work),
    close: closedOnce(() => pool.end()),
  };
}

async function migrateAlone(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('pitboard migrations'))");
    await migratePg(drizzlePg(client), { migrationsFolder });
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('pitboard migrations'))").catch(() => undefined);
    client.release();
  }
}

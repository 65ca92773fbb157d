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

/** A transaction, or the database itself for a single statement. */
export type Transaction = PgDatabase<PgQueryResultHKT>;

/** The database of this server: embedded PGlite or PostgreSQL. */
export interface Storage {
  /** For single statements. */
  readonly database: Transaction;
  /** Commits or rolls back all work. PGlite has one connection, so a long transaction blocks all others. */
  readonly transaction: <Outcome>(work: (transaction: Transaction) => Promise<Outcome>) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

/** Checks that the database responds. @throws when it does not. */
export async function ping(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select 1`);
}

/** Checks that the database stores changes: a standby, or one that is read-only, does not. @throws when it does not. */
export async function checkWritable(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select pg_current_xact_id()`);
}

/** Makes a second call return the result of the first. */
function closeOnce(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | null = null;
  return () => {
    closed ??= close();
    return closed;
  };
}

const migrationsFolder = join(import.meta.dirname, 'migrations');

/**
 * Opens the embedded database in a directory, or in memory without one, and runs new migrations. `from` is a dump to
 * start from instead of an empty database.
 * @throws DataLocked when another process uses the directory.
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
      close: closeOnce(async () => {
        await client.close();
        unlock();
      }),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Opens a PostgreSQL database and runs new migrations. Several servers may start at once. */
export async function openPostgres(url: string): Promise<Storage> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  // A lost connection must not end the process: its query fails, and the next query opens another connection. The pool
  // listens only to idle clients, so a client in a transaction needs a listener of its own.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  await migrateExclusively(pool);
  const database = drizzlePg(pool);
  return {
    database,
    transaction: (work) => database.transaction(work),
    close: closeOnce(() => pool.end()),
  };
}

async function migrateExclusively(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('pitboard migrations'))");
    await migratePg(drizzlePg(client), { migrationsFolder });
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('pitboard migrations'))").catch(() => undefined);
    client.release();
  }
}

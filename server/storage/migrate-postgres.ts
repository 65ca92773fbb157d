import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { DatabaseRefused, explainRefusal, type Log } from './connect-postgres.ts';
import { isCancelled, isForbidden } from './failures.ts';
import { hasOlderSchema, migrationsFolder, requireSupportedSchema } from './migrations.ts';

/**
 * In ms. An attempt to take the tables is shorter than the second after which PostgreSQL cancels one of two transactions that
 * wait for each other: that could be one of a server that works on.
 */
const times = { attempt: 300, pause: 100, report: 10_000 };

/**
 * Runs new migrations, on a connection without the limits of the pool: a migration may take minutes. Servers of the release
 * before may write meanwhile. @throws NewerDatabase, DatabaseRefused.
 */
export async function migratePostgres(url: string, log: Log | null): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('pitboard migrations'))");
    const database = drizzle(client);
    await requireSupportedSchema(database);
    if (await hasOlderSchema(database)) await beginWithTables(client, log);
    // In the transaction that has the tables, where there is one: `begin` within a transaction changes nothing.
    await migrate(database, { migrationsFolder });
  } catch (error) {
    throw isForbidden(error) ? new DatabaseRefused(explainRefusal(error, client), { cause: error }) : error;
  } finally {
    // Ending the connection releases the lock.
    await client.end();
  }
}

/**
 * Begins a transaction that has all tables for itself. Migrations would take one after another, and wait for a transaction
 * that waits for them.
 */
async function beginWithTables(client: pg.Client, log: Log | null): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = current_schema() and tableowner = current_user order by tablename`,
  );
  const tables = rows.map(({ name }) => name).join(', ');
  const begun = performance.now();
  for (let isReported = false; ; ) {
    await client.query(`begin; set local statement_timeout = ${times.attempt}`);
    try {
      await client.query(`lock table ${tables} in access exclusive mode`);
      await client.query('set local statement_timeout = 0');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!isCancelled(error)) throw error;
      if (!isReported && performance.now() - begun > times.report) {
        isReported = true;
        log?.warn('the migration of the database waits for a long transaction of another program, such as a backup');
      }
      await sleep(times.pause);
    }
  }
}

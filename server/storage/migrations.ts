import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { fieldsOf } from '#contract/json/fields-of';
import { OperatorError } from '../settings/operator-error.ts';

/** The database was written by a newer version of the server. */
export class NewerDatabase extends OperatorError {}

export const migrationsFolder = join(import.meta.dirname, 'migrations');

/**
 * Refuses a database with migrations that this version does not have: its tables may be other ones.
 * @throws NewerDatabase.
 */
export async function requireSupportedSchema(database: PgDatabase<PgQueryResultHKT>): Promise<void> {
  if (await hasNewerSchema(database))
    throw new NewerDatabase('the database was written by a newer version; start that version, or restore a backup');
}

/** Whether a database has migrations that this version does not have. */
export async function hasNewerSchema(database: Pick<PgDatabase<PgQueryResultHKT>, 'execute'>): Promise<boolean> {
  return (await readApplied(database)).some((time) => time > newestMigration());
}

/** Whether a database has tables, and not all migrations of this version. */
export async function hasOlderSchema(database: Pick<PgDatabase<PgQueryResultHKT>, 'execute'>): Promise<boolean> {
  const applied = await readApplied(database);
  return applied.length > 0 && Math.max(...applied) < newestMigration();
}

/** The times that name the migrations. */
async function readApplied(database: Pick<PgDatabase<PgQueryResultHKT>, 'execute'>): Promise<number[]> {
  const present = await database.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`);
  if (rowsOf(present)[0]?.['found'] !== true) return [];
  const applied = rowsOf(await database.execute(sql`select created_at from drizzle.__drizzle_migrations`));
  return applied.map((row) => Number(row['created_at']));
}

function newestMigration(): number {
  return Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));
}

/** Both drivers return the rows of a statement in this field. */
function rowsOf(result: unknown): Record<string, unknown>[] {
  return fieldsOf(result).rows as Record<string, unknown>[];
}

import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from './migrations.ts';

/**
 * A dump of a database with all tables and no rows, beside the built server alone: its first start copies it, because making
 * one takes twice the memory of a running server.
 */
export const emptyDatabase = join(import.meta.dirname, 'empty-database.tar.gz');

/** Makes that dump. In memory: on the disk it would take more of both. */
export async function dumpEmptyDatabase(): Promise<Uint8Array> {
  const client = await PGlite.create({ extensions: { pg_trgm } });
  await migrate(drizzle(client), { migrationsFolder });
  // A copy has no log to replay when it is opened.
  await client.query('checkpoint');
  const dump = await client.dumpDataDir('gzip');
  await client.close();
  return dump.bytes();
}

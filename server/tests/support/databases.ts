import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { openEmbedded, openPostgres, type Storage } from '../../storage/open-storage.ts';
import { freshDatabase } from './fresh-database.ts';

/** A database without rows: PGlite in memory, or a PostgreSQL database at TEST_DATABASE_URL. */
interface Database {
  readonly storage: Storage;
  /** Null for PGlite. */
  readonly url: string | null;
  /** The value of TEST_DATABASE_URL when this database was created. */
  readonly cluster: string | undefined;
  readonly drop: () => Promise<void>;
}

async function createDatabase(cluster: string | undefined): Promise<Database> {
  if (cluster === undefined) {
    const storage = await openEmbedded(null, await freshDatabase());
    return { storage, url: null, cluster, drop: () => storage.close() };
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: cluster });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  const storage = await openPostgres(url.toString());
  return {
    storage,
    url: url.toString(),
    cluster,
    drop: async () => {
      await storage.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/** Empties the tables that have had rows, and those that refer to them: to empty all of them takes longer, most of all where few have any. */
async function removeRows({ storage }: Database): Promise<void> {
  const filled = sql`select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`;
  // Both drivers return the rows in this field.
  const { rows } = Object(await storage.database.execute(filled)) as { rows: { name: string }[] };
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  await storage.database.execute(sql.raw(`truncate ${names} restart identity cascade`));
}

/** Emptied databases of this process, for the next test: making one takes half a second. */
const emptied: Database[] = [];

/** A database that no other test of this process uses until it is given back. */
export async function borrowDatabase(): Promise<{
  readonly storage: Storage;
  readonly url: string | null;
  readonly giveBack: () => Promise<void>;
}> {
  const cluster = process.env.TEST_DATABASE_URL;
  const index = emptied.findIndex((database) => database.cluster === cluster);
  const database = emptied.splice(index, index === -1 ? 0 : 1)[0] ?? (await createDatabase(cluster));
  const { storage, url, drop } = database;
  const listeners: (() => void)[] = [];
  let isClosed = false;
  const borrowed: Storage = {
    ...storage,
    changes: {
      confirm: () => storage.changes.confirm(),
      listen: (onChange) => {
        const stop = storage.changes.listen(onChange);
        listeners.push(stop);
        return stop;
      },
    },
    close: () => {
      isClosed = true;
      return storage.close();
    },
  };
  const giveBack = async () => {
    for (const stop of listeners) stop();
    if (isClosed) return drop();
    await removeRows(database);
    emptied.push(database);
  };
  return { storage: borrowed, url, giveBack };
}

/** Drops unused databases: before their cluster stops, and in programs that no test runner ends. */
export async function dropDatabases(): Promise<void> {
  await Promise.all(emptied.splice(0).map(({ drop }) => drop()));
}

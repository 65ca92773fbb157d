import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { createCluster } from '../../storage/cluster-files.ts';

const root = join(import.meta.dirname, '../../..');
const migrationsFolder = join(root, 'server/storage/migrations');
const cache = join(root, '.cache');

/** Identifies the contents of a new database: the version of PGlite and the migrations. */
function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')));
  for (const name of readdirSync(migrationsFolder).sort())
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(migrationsFolder, name)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * A dump of a database with all tables and no rows. Creating one takes PGlite four seconds, and every test file needs one,
 * so the dump is cached in a file. Concurrent processes write the same contents.
 */
export async function freshDatabase(): Promise<Blob> {
  const file = join(cache, `postgres-${fingerprint()}.tar`);
  if (!existsSync(file)) {
    const client = await PGlite.create({ extensions: { pg_trgm } });
    await migrate(drizzle(client), { migrationsFolder });
    const dump = await client.dumpDataDir('none');
    await client.close();
    mkdirSync(cache, { recursive: true });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, Buffer.from(await dump.arrayBuffer()));
    renameSync(temporary, file);
  }
  // Another process may replace the file, so it is read at once instead of streamed.
  return new Blob([readFileSync(file)]);
}

/** A data directory with such a database, to copy; `prepareDataDirectory` has made it. */
export const freshDataDirectory = (): string => join(cache, `data-${fingerprint()}`);

export async function prepareDataDirectory(): Promise<void> {
  const folder = freshDataDirectory();
  if (existsSync(folder)) return;
  const temporary = `${folder}.${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  await createCluster(temporary, { loadDataDir: await freshDatabase() });
  renameSync(temporary, folder);
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

const root = join(import.meta.dirname, '../..');
const migrationsFolder = join(root, 'server/storage/migrations');
const cache = join(root, '.cache');

/** Everything that decides how a new database looks. */
function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')));
  for (const name of readdirSync(migrationsFolder).sort())
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(migrationsFolder, name)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * A database with today's tables and nothing in them, to start from: making one takes PGlite four seconds, and every
 * test file wants its own. Two that make it at once write the same.
 */
export async function freshDatabase(): Promise<Blob> {
  const file = join(cache, `postgres-${fingerprint()}.tar`);
  if (!existsSync(file)) {
    const client = await PGlite.create();
    await migrate(drizzle(client), { migrationsFolder });
    const dump = await client.dumpDataDir('none');
    await client.close();
    mkdirSync(cache, { recursive: true });
    const whole = `${file}.${process.pid}`;
    writeFileSync(whole, Buffer.from(await dump.arrayBuffer()));
    renameSync(whole, file);
  }
  // Read whole: another that makes the same file may put its own in place meanwhile.
  return new Blob([readFileSync(file)]);
}

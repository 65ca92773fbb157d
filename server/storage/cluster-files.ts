import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { OperatorError } from '../settings/operator-error.ts';
import { emptyDatabase } from './empty-database.ts';
import { readOrNull } from './small-files.ts';
import { unpackDatabase } from './unpack-database.ts';

/** Files of the embedded database are missing or damaged. */
class DamagedData extends OperatorError {}

/** The major version of PostgreSQL that PGlite is made of. */
const version = '18';
/** A cluster that is being made is in a folder with this prefix until it is complete. */
const unfinished = '.new-';

/** The folder of the embedded database in a data directory. */
export function clusterOf(directory: string): string {
  return join(directory, 'postgres');
}

/**
 * Whether a data directory has a database. False for one that never had data: an empty one, and one whose first start was
 * interrupted. @throws DamagedData for one that has lost its database.
 */
export function hasCluster(directory: string): boolean {
  const cluster = clusterOf(directory);
  const found = readOrNull(join(cluster, 'PG_VERSION'));
  if (found !== null) {
    requireVersion(directory, found.trim());
    return true;
  }
  const names = namesIn(cluster);
  if (names.some((name) => name.startsWith(unfinished))) return false;
  const lost = names.length > 0 ? 'files of a database that is not whole' : 'the keys of a server and no database';
  if (names.length > 0 || existsSync(join(directory, 'keys.json')))
    throw new DamagedData(`${directory} has ${lost}: ${advice(directory)}`);
  return false;
}

function requireVersion(directory: string, found: string): void {
  if (found === version) return;
  if (!/^\d+$/.test(found)) throw damaged(directory);
  throw new DamagedData(
    `the database in ${directory} was made with PostgreSQL ${found}, and this version of Pitboard has ${version}: start the version that made it`,
  );
}

/** The error for a database that cannot be opened. */
export function damaged(directory: string, cause?: unknown): DamagedData {
  return new DamagedData(`the database in ${directory} is damaged: ${advice(directory)}`, { cause });
}

function advice(directory: string): string {
  return `move ${directory} away, and restore a backup with npm run restore, or start with an empty one`;
}

/**
 * Makes an empty cluster, or one from a dump. It is made in a folder of its own and moved to its place in the end, the
 * file that makes a cluster of it last: after a crash it is complete, or made anew. The folder is inside, because
 * `postgres` may be a link, or a disk.
 */
export async function createCluster(directory: string, options: Pick<PGliteOptions, 'loadDataDir'>): Promise<void> {
  const cluster = clusterOf(directory);
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  for (const name of namesIn(cluster)) rmSync(join(cluster, name), { recursive: true, force: true });
  const folder = mkdtempSync(join(cluster, unfinished));
  if (options.loadDataDir === undefined && existsSync(emptyDatabase)) {
    await unpackDatabase(createReadStream(emptyDatabase), folder);
  } else {
    const client = await PGlite.create({ ...options, dataDir: folder });
    await client.close();
  }
  flush(folder);
  const names = readdirSync(folder).filter((name) => name !== 'PG_VERSION');
  for (const name of [...names, 'PG_VERSION']) renameSync(join(folder, name), join(cluster, name));
  rmSync(folder, { recursive: true });
}

/** Removes the rest of a server that was killed in the moment in which its first cluster was complete. */
export function removeUnfinished(directory: string): void {
  const cluster = clusterOf(directory);
  for (const name of namesIn(cluster))
    if (name.startsWith(unfinished)) rmSync(join(cluster, name), { recursive: true, force: true });
}

/** The names in a folder; none without the folder. File systems have a folder of their own in each disk. */
function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'lost+found') : [];
}

/** Writes files to the disk, so that a power cut does not leave names without content. */
function flush(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = openSync(join(folder, name), 'r');
    fsyncSync(file);
    closeSync(file);
  }
}

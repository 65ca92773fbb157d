import { createReadStream, createWriteStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { constants, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { PGlite } from '@electric-sql/pglite';
import { type Pack, pack } from 'tar-stream';
import { CannotStore, freeBytes, minFree } from './writable-data.ts';

/** A database as a compressed tar of its data directory, in a file. */
export interface Dump {
  readonly path: string;
  readonly remove: () => void;
}

const prefix = '.backup-';

/**
 * Dumps an embedded database as after a power cut: with all that is committed. Its files are copied while no statement
 * runs, and packed after that, so that statements wait for the copy alone and nothing is held in memory.
 * @throws CannotStore without room for the copy and the tar.
 */
export async function dumpDatabase(client: PGlite, dataDir: string, signal?: AbortSignal): Promise<Dump> {
  // Files of a killed process.
  for (const name of readdirSync(dataDir))
    if (name.startsWith(prefix)) rmSync(join(dataDir, name), { recursive: true, force: true });
  const database = join(dataDir, 'postgres');
  requireTwice(dataDir, sizeOf(database));
  const folder = mkdtempSync(join(dataDir, prefix));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const [copy, path] = [join(folder, 'postgres'), join(folder, 'postgres.tar.gz')];
  try {
    // Where the file system can, the copy shares its blocks and takes no time.
    const options = { recursive: true, mode: constants.COPYFILE_FICLONE };
    await client.runExclusive(() => cp(database, copy, options));
    const tar = pack();
    const packed = pipeline(tar, createGzip(), createWriteStream(path, { mode: 0o600 }), { signal });
    await Promise.all([addFiles(tar, copy), packed]);
    rmSync(copy, { recursive: true });
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function listFiles(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const path = join(folder, name);
    return { name, path, stats: statSync(path) };
  });
}

function sizeOf(folder: string): number {
  return listFiles(folder).reduce((sum, { stats }) => sum + (stats.isFile() ? stats.size : 0), 0);
}

function requireTwice(dataDir: string, size: number): void {
  const needed = 2 * size + minFree;
  if (freeBytes(dataDir) < needed)
    throw new CannotStore(`a backup needs ${Math.ceil(needed / 1024 ** 2)} MiB of free disk in ${dataDir}`);
}

async function addFiles(tar: Pack, folder: string): Promise<void> {
  for (const { name, path, stats } of listFiles(folder)) {
    const header = { name, mtime: stats.mtime, mode: stats.mode & 0o777 };
    if (stats.isDirectory()) tar.entry({ ...header, type: 'directory' });
    else await pipeline(createReadStream(path), tar.entry({ ...header, size: stats.size }));
  }
  tar.finalize();
}

import { createWriteStream, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Env, EnvError, parseEnv } from '../env.ts';
import { DataLocked } from '../storage/data-lock.ts';
import { openEmbedded } from '../storage/open-storage.ts';
import { CannotStore } from '../storage/writable-data.ts';
import { KeyFileError, readKeys } from '../tokens/keys.ts';
import { BrokenBackup, packBackup, unpackBackup } from './archive.ts';
import { BackupRefused, requestBackup } from './request.ts';

/** The address of the server with these settings, from this machine. */
function ownOrigin({ host, port }: Env): string {
  const isAnywhere = host === '0.0.0.0' || host === '::';
  const name = isAnywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Writes a backup without a server: of a database that nobody else uses. @throws DataLocked, CannotStore. */
async function backUpDirectory(dataDir: string, file: string): Promise<void> {
  const storage = await openEmbedded(dataDir);
  try {
    const dump = await storage.dump?.();
    if (dump === undefined) return;
    const keys = readFileSync(join(dataDir, 'keys.json'), 'utf8');
    await writeWhole(file, packBackup(keys, dump.path)).finally(dump.remove);
  } finally {
    await storage.close();
  }
}

/** Writes a file that only its owner can read; it is a whole backup or not there. @throws BrokenBackup. */
async function writeWhole(file: string, bytes: Readable): Promise<void> {
  const temporary = `${file}.part`;
  try {
    await pipeline(bytes, createWriteStream(temporary, { mode: 0o600, flush: true }));
    await unpackBackup(temporary);
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

const expected = [EnvError, KeyFileError, DataLocked, BackupRefused, BrokenBackup, CannotStore];
const [file] = process.argv.slice(2);
try {
  if (file === undefined) {
    console.error('usage: npm run backup -- FILE');
    process.exit(2);
  }
  const env = parseEnv(process.env);
  if (env.databaseUrl !== null) throw new EnvError('this backs up the embedded database; for PostgreSQL use pg_dump');
  if (existsSync(file)) throw new EnvError(`${file} exists already; a backup replaces no other`);
  const keys = await readKeys(env.dataDir);
  const origin = ownOrigin(env);
  const bytes = await requestBackup(origin, keys);
  await (bytes === null ? backUpDirectory(env.dataDir, file) : writeWhole(file, bytes));
  console.log(
    `${file}: ${Math.ceil(statSync(file).size / 1_024)} kB, with the keys: keep it where only you can read it`,
  );
} catch (error) {
  if (error instanceof DataLocked)
    console.error(
      `${error.message}\nThe server that uses it does not listen here: set PORT and HOST as for the server.`,
    );
  else console.error(expected.some((kind) => error instanceof kind) ? Object(error).message : error);
  process.exit(1);
}

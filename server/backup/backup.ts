import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, EnvError, parseEnv } from '../env.ts';
import { DataLocked } from '../storage/data-lock.ts';
import { openEmbedded } from '../storage/open-storage.ts';
import { KeyFileError, readKeys } from '../tokens/keys.ts';
import { packBackup, unpackBackup } from './archive.ts';
import { BackupRefused, requestBackup } from './request.ts';

/** The address of the server with these settings, from this machine. */
function ownOrigin({ host, port }: Env): string {
  const isAnywhere = host === '0.0.0.0' || host === '::';
  const name = isAnywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** A backup without a server: of a database that nobody else uses. @throws DataLocked. */
async function backUpDirectory(dataDir: string): Promise<Buffer> {
  const storage = await openEmbedded(dataDir);
  try {
    const database = (await storage.dump?.()) ?? new Uint8Array();
    return await packBackup({ keys: readFileSync(join(dataDir, 'keys.json'), 'utf8'), database });
  } finally {
    await storage.close();
  }
}

/** Writes a file that only its owner can read; it is whole or not there. */
function writeWhole(file: string, bytes: Buffer): void {
  const temporary = `${file}.part`;
  try {
    writeFileSync(temporary, bytes, { mode: 0o600, flush: true });
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

const expected = [EnvError, KeyFileError, DataLocked, BackupRefused];
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
  const bytes = (await requestBackup(origin, keys)) ?? (await backUpDirectory(env.dataDir));
  await unpackBackup(bytes);
  writeWhole(file, bytes);
  console.log(`${file}: ${Math.ceil(bytes.length / 1_024)} kB, with the keys: keep it where only you can read it`);
} catch (error) {
  if (error instanceof DataLocked)
    console.error(
      `${error.message}\nThe server that uses it does not listen here: set PORT and HOST as for the server.`,
    );
  else console.error(expected.some((kind) => error instanceof kind) ? Object(error).message : error);
  process.exit(1);
}

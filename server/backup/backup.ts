import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EnvError, ownOrigin } from '../settings/env.ts';
import { exitWithError, OperatorError } from '../settings/operator-error.ts';
import { readEnv } from '../settings/read-env.ts';
import { DataLocked } from '../storage/data-lock.ts';
import { openEmbedded } from '../storage/open-storage.ts';
import { readKeys } from '../tokens/keys.ts';
import { packBackup } from './archive.ts';
import { BackupRefused, requestBackup } from './request.ts';
import { writeWhole } from './whole-file.ts';

/** Writes a backup without a server. @throws DataLocked when one uses the database, CannotStore. */
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

const [file] = process.argv.slice(2);
process.umask(0o077);
try {
  if (file === undefined) {
    console.error('usage: npm run backup -- FILE');
    process.exit(2);
  }
  const env = readEnv([]);
  if (env.databaseUrl !== null) throw new EnvError('this backs up the embedded database; for PostgreSQL use pg_dump');
  if (existsSync(file)) throw new EnvError(`${file} exists already; a backup replaces no other`);
  const keys = await readKeys(env.dataDir);
  const origin = ownOrigin(env);
  const bytes = await requestBackup(origin, keys);
  if (bytes === null) await backUpDirectory(env.dataDir, file);
  else
    await writeWhole(file, bytes).catch((error: unknown) => {
      // When the connection ends, fetch reports an error without a system code.
      if (!(error instanceof TypeError)) throw error;
      throw new BackupRefused(`the server at ${origin} stopped before the backup was complete`, { cause: error });
    });
  console.log(
    `${file}: ${Math.ceil(statSync(file).size / 1_024)} kB, with the keys: keep it where only you can read it`,
  );
} catch (error) {
  const isElsewhere = error instanceof DataLocked;
  const advice = 'The server that uses it does not listen here: set PORT and HOST as for the server.';
  exitWithError(isElsewhere ? new OperatorError(`${error.message}\n${advice}`) : error);
}

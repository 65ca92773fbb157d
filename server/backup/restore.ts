import { existsSync } from 'node:fs';
import { EnvError } from '../settings/env.ts';
import { exitWithError } from '../settings/operator-error.ts';
import { readEnv } from '../settings/read-env.ts';
import { restoreBackup } from './restore-backup.ts';

const [file] = process.argv.slice(2);
process.umask(0o077);
try {
  if (file === undefined) {
    console.error('usage: npm run restore -- FILE');
    process.exit(2);
  }
  const { dataDir, databaseUrl } = readEnv([]);
  if (databaseUrl !== null) throw new EnvError('this restores the embedded database; for PostgreSQL use pg_restore');
  if (!existsSync(file)) throw new EnvError(`${file} does not exist`);
  await restoreBackup(file, dataDir);
  console.log(`restored to ${dataDir}; npm start runs it`);
} catch (error) {
  exitWithError(error);
}

import { existsSync } from 'node:fs';
import { EnvError, parseEnv } from '../env.ts';
import { DataLocked } from '../storage/data-lock.ts';
import { NewerDatabase } from '../storage/migrations.ts';
import { BrokenBackup } from './archive.ts';
import { DataPresent, restoreBackup } from './restore-backup.ts';

const expected = [EnvError, DataLocked, NewerDatabase, BrokenBackup, DataPresent];
const [file] = process.argv.slice(2);
try {
  if (file === undefined) {
    console.error('usage: npm run restore -- FILE');
    process.exit(2);
  }
  const { dataDir, databaseUrl } = parseEnv(process.env);
  if (databaseUrl !== null) throw new EnvError('this restores the embedded database; for PostgreSQL use pg_restore');
  if (!existsSync(file)) throw new EnvError(`${file} does not exist`);
  await restoreBackup(file, dataDir);
  console.log(`restored to ${dataDir}; npm start runs it`);
} catch (error) {
  console.error(expected.some((kind) => error instanceof kind) ? Object(error).message : error);
  process.exit(1);
}

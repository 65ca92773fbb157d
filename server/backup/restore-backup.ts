import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../settings/operator-error.ts';
import { openEmbedded } from '../storage/open-storage.ts';
import { BrokenBackup, unpackBackup } from './archive.ts';

/** The data directory has data of its own. */
class DataPresent extends OperatorError {}

/**
 * Restores a backup to a data directory without a database and keys. The database is opened, repaired and migrated beside
 * its place first, so that the directory has all of it or nothing.
 * @throws DataPresent, BrokenBackup, NewerDatabase.
 */
export async function restoreBackup(file: string, dataDir: string): Promise<void> {
  const [databasePath, keyPath] = [join(dataDir, 'postgres'), join(dataDir, 'keys.json')];
  for (const path of [databasePath, keyPath])
    if (existsSync(path))
      throw new DataPresent(`${path} exists already; move it away, or set DATA_DIR to another folder`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const beside = mkdtempSync(join(dataDir, '.restore-'));
  try {
    const keys = await unpackBackup(file, join(beside, 'postgres'));
    if (!existsSync(join(beside, 'postgres', 'PG_VERSION')))
      throw new BrokenBackup('the database in the backup is broken');
    const storage = await openEmbedded(beside);
    await storage.close();
    writeFileSync(keyPath, keys, { mode: 0o600, flag: 'wx' });
    renameSync(join(beside, 'postgres'), databasePath);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

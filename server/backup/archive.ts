import { createReadStream, statSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import { OperatorError } from '../settings/operator-error.ts';
import { unpackDatabase } from '../storage/unpack-database.ts';

/** The file is no backup, or not all of it is there. */
export class BrokenBackup extends OperatorError {}

const names = { keys: 'keys.json', database: 'postgres.tar.gz', postgres: 'postgres.dump' };

/** A backup as the bytes of one tar file: the content of `keys.json`, and the file with the dump of the database. */
export function packBackup(keys: string, dump: string): Readable {
  const tar = pack();
  tar.entry({ name: names.keys, mode: 0o600 }, keys);
  const name = dump.endsWith(names.postgres) ? names.postgres : names.database;
  const entry = tar.entry({ name, mode: 0o600, size: statSync(dump).size });
  pipeline(createReadStream(dump), entry).then(
    () => tar.finalize(),
    (error) => tar.destroy(error),
  );
  return Readable.from(tar);
}

/**
 * Reads a backup file. Returns the content of `keys.json`, and writes the files of the database to a folder; without one it
 * only reads them all. @throws BrokenBackup.
 */
export async function unpackBackup(file: string, folder: string | null = null): Promise<string> {
  let keys: string | undefined;
  let files = 0;
  const tar = extract();
  const reading = pipeline(createReadStream(file), tar);
  // It also fails the loop.
  reading.catch(() => undefined);
  try {
    for await (const entry of tar) {
      if (entry.header.name === names.keys) keys = (await buffer(entry)).toString();
      else if (entry.header.name === names.database) files = await unpackDatabase(Readable.from(entry), folder);
      else if (entry.header.name === names.postgres) files = await readPostgres(Readable.from(entry), folder);
      else entry.resume();
    }
    await reading;
  } catch (error) {
    throw error instanceof BrokenBackup ? error : new BrokenBackup('the file is not a whole backup', { cause: error });
  }
  if (keys === undefined || files === 0) throw new BrokenBackup('the file is not a whole backup');
  return keys;
}

/** A dump of pg_dump is one file. */
async function readPostgres(dump: Readable, folder: string | null): Promise<number> {
  if (folder !== null)
    throw new BrokenBackup('this is a backup of PostgreSQL: unpack it with tar, and restore it with pg_restore');
  await pipeline(dump, ignore());
  return 1;
}

function ignore(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

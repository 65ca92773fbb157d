import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';

/** What a server with the embedded database needs to start somewhere else. */
export interface Backup {
  /** The content of `keys.json`. */
  readonly keys: string;
  /** The data directory of the database, as a compressed tar. */
  readonly database: Uint8Array;
}

/** The file is no backup, or not all of it is there. */
export class BrokenBackup extends Error {}

const names = { keys: 'keys.json', database: 'postgres.tar.gz' };

/** A backup as the bytes of one tar file. */
export async function packBackup({ keys, database }: Backup): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name: names.keys, mode: 0o600 }, keys);
  tar.entry({ name: names.database, mode: 0o600 }, Buffer.from(database));
  tar.finalize();
  return buffer(tar);
}

/** Reads the bytes of a backup. @throws BrokenBackup. */
export async function unpackBackup(bytes: Uint8Array): Promise<Backup> {
  const files = new Map<string, Buffer>();
  const tar = extract();
  try {
    tar.end(bytes);
    for await (const entry of tar) {
      files.set(entry.header.name, await buffer(entry));
    }
  } catch (error) {
    throw new BrokenBackup('the file is not a whole backup', { cause: error });
  }
  const [keys, database] = [files.get(names.keys), files.get(names.database)];
  if (keys === undefined || database === undefined) throw new BrokenBackup('the file is not a whole backup');
  return { keys: keys.toString(), database };
}

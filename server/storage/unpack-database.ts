import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/**
 * Writes the files of a dumped database to a folder; without one it only reads them. Returns the number of files.
 * @throws when the dump is not whole.
 */
export async function unpackDatabase(dump: Readable, folder: string | null): Promise<number> {
  const tar = extract();
  const reading = pipeline(dump, createGunzip(), tar);
  reading.catch(() => undefined);
  let files = 0;
  for await (const entry of tar) {
    const path = folder === null ? null : pathIn(folder, entry.header.name);
    const isFile = entry.header.type === 'file';
    if (path !== null) mkdirSync(isFile ? dirname(path) : path, { recursive: true, mode: 0o700 });
    const target = path === null || !isFile ? ignore() : createWriteStream(path, { mode: 0o600 });
    await pipeline(Readable.from(entry), target);
    files += 1;
  }
  await reading;
  return files;
}

function ignore(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** @throws when the path leads out of the folder. */
function pathIn(folder: string, name: string): string {
  const path = join(folder, name);
  if (!`${path}${sep}`.startsWith(`${folder}${sep}`)) throw new Error(`${name} is outside of the database`);
  return path;
}

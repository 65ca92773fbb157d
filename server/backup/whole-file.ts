import { closeSync, createWriteStream, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unpackBackup } from './archive.ts';

/** The name of a backup until it is whole. */
export const unfinished = '.part';

/** Writes a file that only its owner can read; it is a whole backup or not there. @throws BrokenBackup. */
export async function writeWhole(file: string, bytes: Readable, signal?: AbortSignal): Promise<void> {
  const temporary = file + unfinished;
  try {
    await pipeline(bytes, createWriteStream(temporary, { mode: 0o600, flush: true }), { signal });
    await unpackBackup(temporary);
    renameSync(temporary, file);
    flushFolder(dirname(file));
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Writes the name of a new file to the disk. */
function flushFolder(path: string): void {
  // Windows opens no folders.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

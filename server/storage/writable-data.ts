import { accessSync, constants, existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError } from '../settings/operator-error.ts';
import type { DataLock } from './data-lock.ts';
import { codeOf } from './small-files.ts';

/** The embedded database cannot store anything at the moment; the message says why. */
export class CannotStore extends OperatorError {
  readonly code: string = 'CANNOT_STORE';
}

/** The disk of the embedded database has too little room. */
class DiskFull extends CannotStore {
  override readonly code = 'DISK_FULL';
}

/**
 * Free bytes below which nothing is stored. PGlite blocks the process for good when a write fails for lack of space, and
 * one transaction may need a new segment of its log, 16 MiB, besides its own data.
 */
export const minFree = 64 * 1024 * 1024;

/** Creates a data directory, or checks that the one that is there can be written. @throws CannotStore. */
export function makeWritable(directory: string): void {
  for (const path of [directory, join(directory, 'postgres')])
    try {
      accessSync(nearest(path), constants.W_OK);
    } catch (error) {
      const reason = codeOf(error) === 'EROFS' ? ': its disk is read-only' : ' by this user';
      const advice = 'Make it writable for the user of this server, or set DATA_DIR to another folder';
      throw new CannotStore(`${path} cannot be written${reason}. ${advice}`, { cause: error });
    }
  mkdirSync(directory, { recursive: true, mode: 0o700 });
}

/** A path, or the nearest folder above it that exists. */
function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path));
}

/** The free space on the disk of a directory. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/** @throws DiskFull when a data directory has too little room. */
export function requireRoom(directory: string): void {
  if (freeBytes(directory) < minFree) throw new DiskFull(`less than 64 MiB are free in ${directory}`);
}

/**
 * Checks that a data directory is there, can be written and has room: two system calls before each transaction.
 * @throws CannotStore.
 */
export function requireWritable(directory: string, { path, owner }: DataLock): void {
  try {
    accessSync(path, constants.W_OK);
    if (readFileSync(path, 'utf8') !== owner) throw new CannotStore(`${directory} was replaced`);
    requireRoom(directory);
  } catch (error) {
    if (error instanceof CannotStore) throw error;
    throw new CannotStore(`${directory} cannot be written`, { cause: error });
  }
}

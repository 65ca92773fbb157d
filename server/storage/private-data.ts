import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../settings/operator-error.ts';
import { codeOf } from './small-files.ts';

/** Other users of the machine can read the data, or write it, and this server cannot change that. */
class DataExposed extends OperatorError {}

export interface Log {
  readonly warn: (text: string) => void;
}

/** The files of this and earlier releases in a data directory. */
const own = /^(postgres|builds|keys\.json.*|lock.*|\.backup-.*|\.restore-.*)$/;
/** Made by the file system itself. */
const foreign = new Set(['lost+found']);
/** Permissions of the group and of others. */
const others = 0o077;

/**
 * Removes the permissions of other users for a data directory and the files of Pitboard in it. The database makes some of
 * its files readable for all users and ignores the umask.
 * @throws DataExposed when that is not possible, or when the directory is shared with other programs.
 */
export function protectData(directory: string, log: Log | null = null): void {
  // Windows has no such modes.
  if (process.platform === 'win32') return;
  if (isOpen(statSync(directory))) {
    requireOwnFolder(directory);
    protect(directory);
    if (isOpen(statSync(directory))) {
      log?.warn(`the disk of ${directory} has no permissions: other users of this machine can read the data`);
      return;
    }
  }
  for (const name of readdirSync(directory)) if (own.test(name)) protectAll(join(directory, name));
}

function isOpen({ mode }: Stats): boolean {
  return (mode & others) !== 0;
}

/** A folder of many programs, such as /srv or a home, would be closed to them. */
function requireOwnFolder(directory: string): void {
  const stranger = readdirSync(directory).find((name) => !own.test(name) && !foreign.has(name));
  if (stranger === undefined) return;
  throw new DataExposed(
    `${directory} can be read by other users, and has files of others, such as ${stranger}: set DATA_DIR to a folder of its own, or run chmod 700 ${directory}`,
  );
}

/** A folder that is a link was moved to another disk; links in it are none of the database. */
function protectAll(link: string): void {
  const path = realpathSync(link);
  const paths = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
    : [];
  for (const each of [path, ...paths]) {
    const stats = lstatSync(each, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isSymbolicLink() && isOpen(stats)) protect(each);
  }
}

function protect(path: string): void {
  try {
    const { mode } = statSync(path);
    chmodSync(path, mode & 0o7777 & ~others);
  } catch (error) {
    // A file that another process has just removed; one on a disk without permissions; keys that a container mounts.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EROFS') return;
    if (codeOf(error) !== 'EPERM') throw error;
    const { uid } = statSync(path);
    if (uid === process.geteuid?.() || path.endsWith('keys.json')) return;
    throw new DataExposed(
      `${path} can be read by other users, and belongs to user ${uid}: chown -R it to the user of this server, or set DATA_DIR to a new folder`,
      { cause: error },
    );
  }
}

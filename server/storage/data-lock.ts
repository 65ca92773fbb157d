import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process uses the data directory. */
export class DataLocked extends Error {}

/** Releases the lock. */
export type Unlock = () => void;

/**
 * Locks a data directory for this process. PGlite has no lock of its own, and two processes would corrupt the data.
 * The lock of a process that no longer runs (kill -9, power cut) is replaced.
 * @throws DataLocked when a running process holds the lock.
 */
export function lockData(directory: string): Unlock {
  mkdirSync(directory, { recursive: true });
  const lock = join(directory, 'lock');
  const owner = `${process.pid} ${startTimeOf(process.pid)}`;
  const temporary = `${lock}.${process.pid}`;
  writeFileSync(temporary, owner);
  try {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (tryLink(temporary, lock)) return () => release(lock, owner);
      const holder = readOrNull(lock);
      if (holder === null) continue;
      if (isRunning(holder)) {
        const pid = holder.split(' ')[0];
        throw new DataLocked(`${directory} is in use by process ${pid}; stop it, or set DATA_DIR to another folder`);
      }
      removeStale(lock, holder);
    }
    throw new DataLocked(`${directory} could not be locked: other processes locked it each time`);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Creates a hard link, which is atomic: it succeeds in one process only, and the file is complete. */
function tryLink(temporary: string, lock: string): boolean {
  try {
    linkSync(temporary, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock. If another process has replaced it meanwhile, the new lock is restored. */
function removeStale(lock: string, holder: string): void {
  const moved = `${lock}.${process.pid}.stale`;
  try {
    renameSync(lock, moved);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (readOrNull(moved) !== holder) tryLink(moved, lock);
  rmSync(moved, { force: true });
}

function release(lock: string, owner: string): void {
  if (readOrNull(lock) === owner) rmSync(lock, { force: true });
}

function isRunning(holder: string): boolean {
  const [pid, start] = holder.split(' ');
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0) return false;
  try {
    process.kill(number, 0);
  } catch (error) {
    // EPERM: the process runs and belongs to another user.
    if (codeOf(error) !== 'EPERM') return false;
  }
  // Process ids are reused. The start time, where the system has one, identifies the process.
  return start === startTimeOf(number);
}

/** When a process started, in ticks of the kernel; `-` on systems without /proc. */
function startTimeOf(pid: number): string {
  const stat = readOrNull(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return null;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return Object(error).code;
}

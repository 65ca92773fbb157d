import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process has the data directory open. */
export class DataLocked extends Error {}

/** Gives the lock back. */
export type Unlock = () => void;

/**
 * Takes a data directory for this process alone, since PGlite does not: two processes on one directory corrupt it.
 * A lock left by a process that is gone (kill -9, power cut) is taken over.
 * @throws DataLocked when a living process holds it.
 */
export function lockData(directory: string): Unlock {
  mkdirSync(directory, { recursive: true });
  const lock = join(directory, 'lock');
  const mine = `${process.pid} ${startOf(process.pid)}`;
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (linked(draft, lock)) return () => release(lock, mine);
      const holder = readOrNull(lock);
      if (holder === null) continue;
      if (isAlive(holder)) {
        const pid = holder.split(' ')[0];
        throw new DataLocked(`${directory} is in use by process ${pid}; stop it, or set DATA_DIR to another folder`);
      }
      takeAway(lock, holder);
    }
    throw new DataLocked(`${directory} could not be locked: other processes keep taking it`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A hard link is made by one process only, whole, with its content. */
function linked(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock, unless another process was quicker and it is a new one already. */
function takeAway(lock: string, holder: string): void {
  const aside = `${lock}.${process.pid}.stale`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (readOrNull(aside) !== holder) linked(aside, lock);
  rmSync(aside, { force: true });
}

function release(lock: string, mine: string): void {
  if (readOrNull(lock) === mine) rmSync(lock, { force: true });
}

function isAlive(holder: string): boolean {
  const [pid, start] = holder.split(' ');
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0) return false;
  try {
    process.kill(number, 0);
  } catch (error) {
    // EPERM: it lives and belongs to someone else.
    if (codeOf(error) !== 'EPERM') return false;
  }
  // Numbers of processes are used again; the start time tells the two apart where the system gives one.
  return start === startOf(number);
}

/** When a process started, in the kernel's ticks; `-` where the system does not tell. */
function startOf(pid: number): string {
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

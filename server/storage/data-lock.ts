import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../settings/operator-error.ts';
import { codeOf, readOrNull } from './small-files.ts';

/** Another process uses the data directory. */
export class DataLocked extends OperatorError {}

/** A lock that this process holds. */
export interface DataLock {
  readonly path: string;
  /** The content of the file. The lock is held while it is unchanged. */
  readonly owner: string;
  readonly release: () => void;
}

/** How long the heartbeat of a lock must be missing before the lock is replaced, and how often it is read, in ms. */
const defaultTimes = { silence: 10_000, interval: 250 };

/**
 * Locks a data directory for this process. PGlite has no lock of its own, and two processes would corrupt the data.
 *
 * The lock of a process that no longer runs (kill -9, power cut) is replaced. Process ids mean something only on the same
 * system and in the same PID namespace; a holder of another container or host is known by the heartbeat alone: its
 * watchdog thread touches the file every second. Changes of the file are counted, not its time, because clocks differ.
 * @throws DataLocked when a running process holds the lock.
 */
export async function lockData(directory: string, times = defaultTimes): Promise<DataLock> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, 'lock');
  const owner = [process.pid, startTimeOf(process.pid), systemId(), randomUUID()].join(' ');
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, owner, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (tryLink(temporary, path)) return { path, owner, release: () => release(path, owner) };
      const holder = readOrNull(path);
      if (holder === null) continue;
      if (await isHeld(path, holder, times)) throw lockedBy(directory, holder);
      removeStale(path, holder);
    }
    throw new DataLocked(`${directory} could not be locked: other processes locked it each time`);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function lockedBy(directory: string, holder: string): DataLocked {
  const { pid, system } = parseHolder(holder);
  const where = isThisSystem(system) ? `process ${pid}` : 'a process of another container or host';
  return new DataLocked(`${directory} is in use by ${where}; stop it, or set DATA_DIR to another folder`);
}

/** The content of a lock. Locks of the first releases have no system id. */
function parseHolder(holder: string) {
  const [pid, start, system] = holder.split(' ');
  return { pid: Number(pid), start, system };
}

function isThisSystem(system: string | undefined): boolean {
  return system === undefined || system === systemId();
}

function isHeld(path: string, holder: string, times: typeof defaultTimes): boolean | Promise<boolean> {
  const { pid, start, system } = parseHolder(holder);
  return isThisSystem(system) ? isRunning(pid, start) : hasHeartbeat(path, times);
}

/** Waits until the file of a lock changes. Returns false when it has not changed for as long as `silence`. */
async function hasHeartbeat(path: string, { silence, interval }: typeof defaultTimes): Promise<boolean> {
  const first = changeOf(path);
  const began = performance.now();
  while (performance.now() - began < silence) {
    await sleep(interval);
    if (changeOf(path) !== first) return true;
  }
  return false;
}

/** A text that is another one after each change of the file. Reading it makes network file systems look at the original. */
function changeOf(path: string): string {
  const content = readOrNull(path);
  return content === null ? '' : `${content} ${statSync(path, { throwIfNoEntry: false })?.mtimeMs}`;
}

/** Creates a hard link, which is atomic: it succeeds in one process only, and the file is complete. */
function tryLink(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock. If another process has replaced it meanwhile, the new lock is restored. */
function removeStale(path: string, holder: string): void {
  const moved = `${path}.${randomUUID()}.stale`;
  try {
    renameSync(path, moved);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (readOrNull(moved) !== holder) tryLink(moved, path);
  rmSync(moved, { force: true });
}

function release(path: string, owner: string): void {
  try {
    if (readOrNull(path) === owner) rmSync(path, { force: true });
  } catch {
    // A directory that cannot be written at the moment: the next start replaces the lock of a process that has ended.
  }
}

function isRunning(pid: number, start: string | undefined): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs and belongs to another user.
    if (codeOf(error) !== 'EPERM') return false;
  }
  // Process ids are reused. The start time, where the system has one, identifies the process.
  return start === startTimeOf(pid);
}

/** When a process started, in ticks of the kernel; `-` on systems without /proc. */
function startTimeOf(pid: number): string {
  const stat = readOrNull(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
}

/** The boot of the kernel and the PID namespace; the name of the host on systems without /proc. */
function systemId(): string {
  const boot = readOrNull('/proc/sys/kernel/random/boot_id');
  return boot === null ? `host:${hostname()}` : `${boot.trim()}/${readlinkSync('/proc/self/ns/pid')}`;
}

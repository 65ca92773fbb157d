import { type DataLock, lockData } from './data-lock.ts';
import { type Log, protectData } from './private-data.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';
import { freeBytes, makeWritable, requireRoom, requireWritable } from './writable-data.ts';

/** The lock of a data directory, with the checks that depend on it. */
interface DataDirectory extends Pick<Watchdog, 'watchLoop' | 'allowVacuum'> {
  readonly path: string;
  readonly requireWritable: () => void;
  readonly freeBytes: () => number;
  readonly release: () => Promise<void>;
}

/**
 * Creates a data directory, or checks that it can be written, and takes it away from other users.
 * @throws CannotStore, DataExposed.
 */
export function prepareDirectory(path: string, log: Log | null = null): void {
  makeWritable(path);
  protectData(path, log);
}

/** @throws DataLocked when another process uses the directory, CannotStore when it is full, and as prepareDirectory. */
export async function openDirectory(path: string): Promise<DataDirectory> {
  prepareDirectory(path);
  const lock: DataLock = await lockData(path);
  const watchdog = startWatchdog(lock);
  const release = async () => {
    await watchdog.stop();
    lock.release();
  };
  try {
    requireRoom(path);
  } catch (error) {
    await release();
    throw error;
  }
  const { watchLoop, allowVacuum } = watchdog;
  return {
    ...{ path, watchLoop, allowVacuum, release },
    requireWritable: () => requireWritable(path, lock),
    freeBytes: () => freeBytes(path),
  };
}

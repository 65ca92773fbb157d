import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { DataLock } from './data-lock.ts';

/** How often the thread runs, in ms. */
const interval = 1_000;
/** Intervals without the event loop after which the process is ended: no signal reaches it then. */
const defaultMaxMissing = 15;
/** The same during a vacuum, which takes seconds for a million rows. */
const vacuumMaxMissing = 300;

/** Watches this process from a thread. */
export interface Watchdog {
  /** From now on the process is ended when its event loop is blocked for 15 s. */
  readonly watchLoop: () => void;
  /** Does a vacuum of the embedded database, which may block the event loop for longer. */
  readonly allowVacuum: <Result>(vacuum: () => Promise<Result>) => Promise<Result>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a thread that keeps the heartbeat of a lock, also while the database blocks the event loop, and that kills the
 * process when another one has taken over its lock.
 */
export function startWatchdog({ path, owner }: Omit<DataLock, 'release'>, maxMissing = defaultMaxMissing): Watchdog {
  // The ticks of the event loop, and how many may be missing at the moment where that is more than usual.
  const ticks = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
    workerData: { path, owner, ticks, interval, maxMissing },
    execArgv: [],
  });
  worker.unref();
  let timer: NodeJS.Timeout | undefined;
  return {
    watchLoop: () => {
      // A breakpoint blocks the loop as well.
      if (inspector.url() !== undefined) return;
      timer = setInterval(() => Atomics.add(ticks, 0, 1), interval / 2).unref();
    },
    allowVacuum: async (vacuum) => {
      Atomics.store(ticks, 1, vacuumMaxMissing);
      try {
        return await vacuum();
      } finally {
        // First: the ticks of the time without the event loop are missing.
        Atomics.add(ticks, 0, 1);
        Atomics.store(ticks, 1, 0);
      }
    },
    stop: async () => {
      clearInterval(timer);
      await worker.terminate();
    },
  };
}

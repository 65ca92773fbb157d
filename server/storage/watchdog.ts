import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { DataLock } from './data-lock.ts';

/** How often the thread runs, in ms. */
const interval = 1_000;
/** Intervals without the event loop after which the process is ended: no signal reaches it then. */
const defaultMaxMissing = 15;

/** Watches this process from a thread. */
export interface Watchdog {
  /** From now on the process is ended when its event loop is blocked for 15 s. */
  readonly watchLoop: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a thread that keeps the heartbeat of a lock, also while the database blocks the event loop, and that kills the
 * process when another one has taken over its lock.
 */
export function startWatchdog({ path, owner }: Omit<DataLock, 'release'>, maxMissing = defaultMaxMissing): Watchdog {
  const ticks = new Int32Array(new SharedArrayBuffer(4));
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
    stop: async () => {
      clearInterval(timer);
      await worker.terminate();
    },
  };
}

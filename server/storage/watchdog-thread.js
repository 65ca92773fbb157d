// @ts-check
// A thread beside the event loop, in plain JavaScript, so that it starts without a loader.
import { readFileSync, utimesSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** @type {{ path: string, owner: string, ticks: Int32Array, interval: number, maxMissing: number }} */
const { path, owner, ticks, interval, maxMissing } = workerData;
let last = 0;
/** Intervals since the event loop last ran. They are counted, so that a paused process does not count as blocked. */
let missing = 0;

/** @param {string} reason */
function end(reason) {
  writeSync(2, `Pitboard ends itself: ${reason}\n`);
  process.kill(process.pid, 'SIGKILL');
}

/** Touches the lock, so that processes on other systems see that this one runs. */
function touchLock() {
  try {
    if (readFileSync(path, 'utf8') !== owner) end(`another process has taken over ${path}`);
    utimesSync(path, new Date(), new Date());
  } catch {
    // The directory is gone or cannot be written at the moment: the server refuses writes then.
  }
}

function checkLoop() {
  const current = Atomics.load(ticks, 0);
  // 0: the database is not open yet.
  missing = current === 0 || current !== last ? 0 : missing + 1;
  last = current;
  if (missing >= Math.max(maxMissing, Atomics.load(ticks, 1)))
    end('it was blocked for too long, probably by its database');
}

setInterval(() => {
  touchLock();
  checkLoop();
}, interval);

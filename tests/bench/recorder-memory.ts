import { join } from 'node:path';
import { readFrames } from '../../recorder/captures/frames.ts';
import { Recorder } from '../../recorder/recorder.ts';
import { Spool } from '../../recorder/spool/spool.ts';

/**
 * Records a capture in a process that does nothing else: `node --expose-gc recorder-memory.ts CAPTURE FOLDER`. Prints a
 * `MemoryReport` as JSON.
 */
export interface MemoryReport {
  /** How long the recorded session is, in h. */
  readonly hours: number;
  readonly laps: number;
  /** Memory of the process and of its objects, as differences from a recorder without a session, in MB. */
  readonly resident: number;
  readonly heap: number;
}

const megabyte = 1_000_000;
const hour = 3_600_000;

/** The memory in use after what nothing refers to was removed. */
function measure(): { readonly resident: number; readonly heap: number } {
  if (globalThis.gc === undefined) throw new Error('node must be started with --expose-gc');
  globalThis.gc();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { resident: rss / megabyte, heap: (heapUsed + external + arrayBuffers) / megabyte };
}

const [capture = '', folder = ''] = process.argv.slice(2);
let now = 0;
const recorder = new Recorder({
  spool: new Spool(join(folder, 'spool')),
  destination: () => null,
  live: null,
  now: () => now,
  say: () => undefined,
});
const before = measure();
for await (const { time, datagram } of readFrames(capture)) {
  now = time;
  recorder.receive(datagram, time);
}
const after = measure();
const report: MemoryReport = {
  hours: now / hour,
  laps: recorder.session?.completeness().lapsRecorded ?? 0,
  resident: after.resident - before.resident,
  heap: after.heap - before.heap,
};
recorder.close();
console.log(JSON.stringify(report));

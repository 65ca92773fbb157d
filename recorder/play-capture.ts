import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { fieldsOf } from '#contract/json/fields-of';
import type { Frame } from './captures/decode-frames.ts';
import { journalStart, readFrames, readJournalFrames } from './captures/frames.ts';
import { isPcap, NotACapture, readPcap } from './captures/pcap.ts';

interface PlayOptions {
  /** 1 is as fast as it was recorded; infinity: as fast as possible. */
  readonly speed: number;
  readonly onFrame: (frame: Frame) => void;
  readonly signal: AbortSignal;
}

/** Other work gets its turn at least this often, in ms. */
const slice = 20;

/** The frames of a file: one of `--save`, packets that a recorder has kept, or a network capture. @throws NotACapture. */
async function* framesOf(path: string): AsyncGenerator<Frame> {
  const head = headOf(path);
  const start = journalStart(head);
  if (isPcap(head)) yield* readPcap(path);
  else if (start !== null)
    for await (const { time, datagram } of readJournalFrames(path)) yield { time: time - start, datagram };
  else {
    try {
      yield* readFrames(path);
    } catch (error) {
      if (fieldsOf(error).code !== 'Z_DATA_ERROR') throw error;
      throw new NotACapture('it is neither a recording of this program nor a network capture');
    }
  }
}

function headOf(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(16);
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}

/** How long a recording is, in ms, and when it began, in ms since 1970, where it says that. @throws NotACapture. */
export async function extentOf(
  path: string,
): Promise<{ readonly duration: number; readonly startedAt: number | null }> {
  let duration: number | null = null;
  for await (const { time } of framesOf(path)) duration = time;
  if (duration === null) throw new NotACapture('it holds no packets');
  return { duration, startedAt: journalStart(headOf(path)) };
}

/** Plays a recording. @throws NotACapture. */
export async function playCapture(path: string, { speed, onFrame, signal }: PlayOptions): Promise<void> {
  const begun = performance.now();
  let sliceFrom = begun;
  for await (const frame of framesOf(path)) {
    if (signal.aborted) return;
    const left = frame.time / speed - (performance.now() - begun);
    if (left > 1) await wait(left, undefined, { signal }).catch(() => undefined);
    else if (performance.now() - sliceFrom > slice) await nextTurn();
    if (left > 1 || performance.now() - sliceFrom > slice) sliceFrom = performance.now();
    onFrame(frame);
  }
}

import { expect } from 'vitest';
import type { Destination } from '../../recorder/call-server.ts';
import type { Frame } from '../../recorder/captures/decode-frames.ts';
import { Recorder } from '../../recorder/recorder.ts';
import { Spool } from '../../recorder/spool/spool.ts';

interface StoreOptions {
  readonly destination: Destination;
  readonly folder: string;
  /** When the recording began, in ms since 1970. */
  readonly startsAt: number;
  readonly isLive?: boolean;
}

/** Plays packets to a recorder, as fast as possible. Returns what it said once it has uploaded all that it made of them. */
export async function storeRecording(
  frames: Iterable<Frame>,
  { destination, folder, startsAt, isLive = false }: StoreOptions,
): Promise<string[]> {
  const said: string[] = [];
  let now = startsAt;
  const recorder = new Recorder({
    spool: new Spool(folder),
    destination: () => destination,
    live: isLive ? {} : null,
    now: () => now,
    say: (text) => said.push(text),
  });
  recorder.open();
  for (const { time, datagram } of frames) {
    now = startsAt + time;
    recorder.receive(datagram, now);
  }
  recorder.end();
  await expect.poll(() => recorder.storage.uploads, { timeout: 30_000 }).toBe(0);
  recorder.close();
  return said;
}

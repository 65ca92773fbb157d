import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { Frame } from './decode-frames.ts';
import { encodeFrame } from './frames.ts';

/** Writes received packets to a file, for `--save`. */
export interface CaptureWriter {
  readonly write: (frame: Frame) => void;
  /** Why it cannot be written, or null. */
  readonly failure: () => string | null;
  readonly close: () => Promise<void>;
}

/** The file is flushed this often, in ms, for a recorder that is killed. */
const flushInterval = 1_000;
/** While more bytes than this wait to be written, new packets are dropped. */
const maxWaiting = 16 * 1024 * 1024;

/** Opens a file of recorded packets. One that is there is replaced. */
export function openCaptureWriter(path: string): CaptureWriter {
  const file = createWriteStream(path);
  const gzip = createGzip({ level: 1 });
  let failure: string | null = null;
  file.once('error', (error) => {
    failure = error.message;
    gzip.destroy();
  });
  gzip.once('error', () => undefined);
  gzip.pipe(file);
  const timer = setInterval(() => {
    if (failure === null) gzip.flush(constants.Z_SYNC_FLUSH);
  }, flushInterval).unref();
  return {
    write: (frame) => {
      if (failure === null && gzip.writableLength < maxWaiting) gzip.write(encodeFrame(frame));
    },
    failure: () => failure,
    close: async () => {
      clearInterval(timer);
      if (failure !== null) return;
      gzip.end();
      await finished(file).catch((error: Error) => {
        failure = error.message;
      });
    },
  };
}

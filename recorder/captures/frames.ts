/**
 * A recorded stream of packets: records `<nanoseconds since the start, u64><length, u16><datagram>`, little endian, one after
 * the other, without a file header. `--save` writes it, as gzip, and `--replay` reads it. A journal of the spool is the same
 * without gzip, with nanoseconds since 1970.
 */
import { createReadStream, type ReadStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { decodeFrames, type Frame, frameHeadSize, sizeOfFrame } from './decode-frames.ts';

/** The head and the datagram of a record. */
export function encodeFrame({ time, datagram }: Frame): Buffer {
  const record = Buffer.alloc(frameHeadSize + datagram.length);
  record.writeBigUInt64LE(BigInt(Math.round(time * 1e6)), 0);
  record.writeUInt16LE(datagram.length, 8);
  record.set(datagram, frameHeadSize);
  return record;
}

/**
 * The frames of a recording, in order. A record that is cut off at the end is left out: the program that wrote it was
 * stopped.
 * @throws Error when the file cannot be read or is not gzip.
 */
export async function* readFrames(path: string): AsyncGenerator<Frame> {
  yield* framesIn(createReadStream(path), createGunzip());
}

/** The frames of a journal, as `readFrames`. */
export async function* readJournalFrames(path: string): AsyncGenerator<Frame> {
  yield* framesIn(createReadStream(path), new PassThrough());
}

/** When a journal that begins with these bytes was begun, in ms since 1970; null when they are none. */
export function journalStart(head: Uint8Array): number | null {
  if (head.length < frameHeadSize) return null;
  const time = Number(Buffer.from(head).readBigUInt64LE(0)) / 1e6;
  return time >= Date.UTC(2020) && time < Date.UTC(2100) ? time : null;
}

async function* framesIn(file: ReadStream, unpack: Gunzip | PassThrough): AsyncGenerator<Frame> {
  const unzipped = file.pipe(unpack);
  file.once('error', (error) => unzipped.destroy(error));
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of unzipped) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (const frame of decodeFrames(rest)) {
        yield frame;
        start += sizeOfFrame(frame);
      }
      rest = rest.subarray(start);
    }
  } catch (error) {
    // A recording that was not closed has no end of its gzip stream; what came before it is complete.
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') throw error;
  }
}

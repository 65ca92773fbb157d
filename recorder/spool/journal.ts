import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fieldsOf } from '#contract/json/fields-of';
import { decodeFrames, type Frame, sizeOfFrame } from '../captures/decode-frames.ts';
import { encodeFrame } from '../captures/frames.ts';

/** The limit of data in memory while nothing can be written, in bytes. */
const maxWaiting = 64 * 1024 * 1024;

/**
 * A file that packets of a session are appended to, each at once: a process that is killed loses none of them, and a
 * computer that loses power those since the last `sync`. Their time is in ms since 1970. While the disk is full they wait
 * in memory.
 */
export class Journal {
  readonly #path: string;
  #file: number | null = null;
  /** The size of the whole records, in bytes. */
  #size = 0;
  #waiting: Buffer[] = [];
  #waitingSize = 0;
  #failure: string | null = null;
  #isSynced = true;

  constructor(path: string) {
    this.#path = path;
  }

  /** Why nothing can be written, or null. */
  get failure(): string | null {
    return this.#failure;
  }

  /** The packets of a journal. A record that was cut off is removed. */
  static read(path: string): Frame[] {
    const bytes = readFileSync(path);
    return [...decodeFrames(bytes)].map(({ time, datagram }) => ({ time: Math.round(time), datagram }));
  }

  append(frame: Frame): void {
    if (this.#waitingSize > maxWaiting) return;
    const record = encodeFrame(frame);
    this.#waiting.push(record);
    this.#waitingSize += record.length;
    if (this.#failure === null) this.flush();
  }

  /** Writes what waits. Call it again from time to time when that failed. */
  flush(): void {
    try {
      this.#file ??= this.#open();
      for (let record = this.#waiting[0]; record !== undefined; record = this.#waiting[0]) {
        if (writeSync(this.#file, record, 0, record.length, this.#size) !== record.length)
          throw new Error('the disk is full');
        this.#isSynced = false;
        this.#size += record.length;
        this.#waitingSize -= record.length;
        this.#waiting.shift();
      }
      this.#failure = null;
    } catch (error) {
      this.#failure = describe(error);
      // The next record begins where the last whole one ended.
      if (this.#file !== null) truncate(this.#file, this.#size);
    }
  }

  /** Has the disk keep what was written, without waiting for it. Call it from time to time. */
  sync(): void {
    if (this.#file === null || this.#isSynced) return;
    this.#isSynced = true;
    // A disk that cannot keep it reports the next write.
    fdatasync(this.#file, () => undefined);
  }

  close(): void {
    this.flush();
    if (this.#file === null) return;
    try {
      if (!this.#isSynced) fdatasyncSync(this.#file);
    } catch (error) {
      this.#failure = describe(error);
    }
    closeSync(this.#file);
    this.#file = null;
  }

  #open(): number {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    closeSync(openSync(this.#path, 'a', 0o600));
    // Opened for appending, a file could not be written at a position.
    const writable = openSync(this.#path, 'r+');
    const whole = [...decodeFrames(readFileSync(this.#path))].reduce((size, frame) => size + sizeOfFrame(frame), 0);
    if (fstatSync(writable).size !== whole) ftruncateSync(writable, whole);
    this.#size = whole;
    return writable;
  }
}

function truncate(file: number, size: number): void {
  try {
    ftruncateSync(file, size);
  } catch {
    // The bytes beyond are overwritten.
  }
}

/** The fault of a file or its disk, in words. */
export function describe(error: unknown): string {
  const { code, message } = fieldsOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'the folder cannot be written';
  return String(message ?? error);
}

import { frameVersion } from './frame-head.ts';
import type { Patch } from './merge-patch.ts';

/** Widths of bits are written in this many bits. */
export const widthBits = 5;

/** String.fromCharCode takes its characters as arguments, whose number engines limit. */
const textChunk = 4_096;

/** Reads the numbers of one frame. */
export class BitReader {
  readonly bytes: Uint8Array;
  offset = 0;
  held = 0;
  count = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  begin(): number {
    if (this.read(8) !== frameVersion) throw new Error('this version of live frames is not known');
    return this.readNumber();
  }

  /** A number of at most 24 bits. */
  read(width: number): number {
    while (this.count < width) {
      this.held = (this.held << 8) | (this.bytes[this.offset++] as number);
      this.count += 8;
    }
    this.count -= width;
    return (this.held >>> this.count) & ((1 << width) - 1);
  }

  /** Goes on elsewhere. */
  seek(offset: number, held: number, count: number): void {
    this.offset = offset;
    this.held = held;
    this.count = count;
  }

  /** A number after its width. */
  readWide(): number {
    const width = this.read(widthBits);
    const high = width > 16 ? this.read(width - 16) << 16 : 0;
    return high | this.read(Math.min(width, 16));
  }

  /** Seven bits in each byte, the last byte below 128. */
  readNumber(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.read(8);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  /** The other changes; null when there are none. */
  readRest(): Patch | null {
    if (this.offset >= this.bytes.length) return null;
    let text = '';
    for (let at = this.offset; at < this.bytes.length; at += textChunk) {
      text += Reflect.apply(String.fromCharCode, null, this.bytes.subarray(at, at + textChunk));
    }
    return JSON.parse(text);
  }
}

import { widthBits } from './bit-reader.ts';
import {
  absent,
  Columns,
  columns,
  columnsByKey,
  isJump,
  type Motion,
  maxCars,
  movingColumns,
  stepsOf,
} from './frame.ts';
import { frameVersion } from './frame-head.ts';
import { isEmpty, type Patch, type Tree } from './merge-patch.ts';

/** Writes the frames of a view, one for each change of its document. */
export class FrameEncoder {
  readonly #columns = new Columns();
  readonly #next = new Int32Array(this.#columns.values.length);

  /** Begins with a document that viewers get as a snapshot. */
  reset(document: Tree): void {
    this.#columns.reset(document, undefined);
  }

  /** The state of a decoder beside a snapshot of the current document. */
  get motion(): Motion {
    return this.#columns.motion;
  }

  /** The frame of a change. Values without a column are sent as JSON. */
  encode(seq: number, patch: Patch): Uint8Array {
    const state = this.#columns;
    this.#next.set(state.values);
    const rest = this.#moveToColumns(patch);
    const interval = this.#findInterval();
    const codes = this.#advance(interval / state.interval);
    state.interval = interval;
    state.merge(rest);
    const writer = new BitWriter();
    writer.write(frameVersion, 8);
    for (const number of [seq, interval, maskOf(codes)]) writer.writeNumber(number);
    for (const ofColumn of codes) if (ofColumn !== null) writeColumn(writer, ofColumn);
    return writer.finish(isEmpty(rest) ? '' : toAscii(JSON.stringify(rest)));
  }

  /** Moves what columns can hold into the next numbers. Returns the rest. */
  #moveToColumns(patch: Patch): Patch {
    const { drivers, ...others } = patch;
    if (typeof drivers !== 'object' || drivers === null || isEmpty(drivers)) return patch;
    const left: [string, Patch[string]][] = [];
    for (const [car, driver] of Object.entries(drivers)) {
      if (typeof driver !== 'object' || driver === null || isEmpty(driver)) {
        left.push([car, driver]);
        continue;
      }
      const fields = Object.entries(driver).filter(([key, value]) => !this.#moveField(Number(car), key, value));
      if (fields.length > 0) left.push([car, Object.fromEntries(fields)]);
    }
    return left.length === 0 ? others : { ...others, drivers: Object.fromEntries(left) };
  }

  /** Moves a number, or all numbers of a vector. */
  #moveField(car: number, key: string, value: Patch[string]): boolean {
    const ofKey = columnsByKey.get(key);
    if (ofKey === undefined || value === null) return false;
    const given = typeof value === 'object' ? Object.keys(value).length : 1;
    let moved = 0;
    for (const { column, axis, scale } of ofKey) {
      const number = axis === null ? value : (value as Patch)[axis];
      if (number === undefined) continue;
      const index = column * maxCars + car;
      const steps = stepsOf(number, scale);
      if (steps === absent || this.#columns.values[index] === absent) break;
      this.#next[index] = steps;
      moved += 1;
    }
    if (moved === given && given > 0) return true;
    for (const { column } of ofKey) {
      const index = column * maxCars + car;
      this.#next[index] = this.#columns.values[index] as number;
    }
    return false;
  }

  /** The time since the frame before: that of a car whose lap went on. */
  #findInterval(): number {
    const { values, cars, interval } = this.#columns;
    for (let car = 0; car < cars; car += 1) {
      const change = (this.#next[car] as number) - (values[car] as number);
      if (values[car] !== absent && change > 0 && change < 10_000) return change;
    }
    return interval;
  }

  /** Goes on to the next numbers. Returns their distances from the expected ones, or null for a column without any. */
  #advance(ratio: number): (number[] | null)[] {
    return columns.map((_, column) => {
      const codes: number[] = [];
      const { values, rates, cars } = this.#columns;
      for (let index = column * maxCars, end = index + cars; index < end; index += 1) {
        if (values[index] === absent) continue;
        const next = this.#next[index] as number;
        const change = next - (values[index] as number);
        const expected = column < movingColumns ? Math.round((rates[index] as number) * ratio) : 0;
        if (column < movingColumns && !isJump(change)) rates[index] = change;
        values[index] = next;
        // The sign is the lowest bit.
        codes.push(((change - expected) << 1) ^ ((change - expected) >> 31));
      }
      return codes.some((code) => code !== 0) ? codes : null;
    });
  }
}

const maskOf = (codes: readonly (number[] | null)[]) =>
  codes.reduce((mask, ofColumn, column) => mask + (ofColumn === null ? 0 : 2 ** column), 0);

const widthOf = (code: number) => 32 - Math.clz32(code);

/** Writes a column in the width that takes the fewest bits. */
function writeColumn(writer: BitWriter, codes: readonly number[]): void {
  const bitsIn = (width: number) =>
    codes.reduce((sum, code) => sum + width + (code < (1 << width) - 1 ? 0 : widthBits + widthOf(code)), 0);
  let best = 1;
  for (let width = 2; width <= 16; width += 1) if (bitsIn(width) < bitsIn(best)) best = width;
  const wider = (1 << best) - 1;
  writer.write(best, widthBits);
  for (const code of codes) {
    writer.write(Math.min(code, wider), best);
    if (code < wider) continue;
    writer.write(widthOf(code), widthBits);
    writer.write(code >>> 16, Math.max(0, widthOf(code) - 16));
    writer.write(code & 0xffff, Math.min(16, widthOf(code)));
  }
}

/** JSON in which every character takes one byte. */
function toAscii(json: string): string {
  return json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

class BitWriter {
  readonly #bytes: number[] = [];
  #held = 0;
  #count = 0;

  /** Writes a number of at most 24 bits. */
  write(value: number, width: number): void {
    this.#held = (this.#held << width) | value;
    this.#count += width;
    while (this.#count >= 8) {
      this.#count -= 8;
      this.#bytes.push((this.#held >>> this.#count) & 255);
    }
  }

  /** Seven bits in each byte, the last byte below 128. */
  writeNumber(number: number): void {
    let left = number;
    for (; left >= 128; left = Math.floor(left / 128)) this.write((left % 128) + 128, 8);
    this.write(left, 8);
  }

  /** The bytes, with a text after them. */
  finish(text: string): Uint8Array {
    if (this.#count > 0) this.write(0, 8 - this.#count);
    for (let place = 0; place < text.length; place += 1) this.#bytes.push(text.charCodeAt(place));
    return Uint8Array.from(this.#bytes);
  }
}

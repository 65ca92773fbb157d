import { BitReader, widthBits } from './bit-reader.ts';
import { absent, type Column, Columns, columns, isJump, type Motion, maxCars, movingColumns } from './frame.ts';
import type { Patch, Tree } from './merge-patch.ts';

/**
 * Reads the frames of one view in order. After a cut it goes on where it was, or begins with a snapshot. Frames that arrive
 * together cost little: their patches are made by `drainChanges`.
 */
export class FrameDecoder {
  readonly #columns = new Columns();
  /** The numbers at the last `drainChanges`. */
  readonly #drained = new Int32Array(this.#columns.values.length);
  /** The moving columns of which every rate is 0. */
  readonly #isStill: boolean[] = Array.from({ length: movingColumns }, () => false);
  /** The columns that may have changed since then. */
  readonly #isTouched: boolean[] = columns.map(() => false);
  #rests: Patch[] = [];

  /** Begins with a snapshot; the next frame is the one after it. */
  reset(document: Tree, motion: Motion | undefined): void {
    this.#columns.reset(document, motion);
    this.#drained.set(this.#columns.values);
    this.#isStill.fill(false);
    this.#rests = [];
  }

  /** The state of a decoder that begins with a snapshot of the current document. */
  get motion(): Motion {
    return this.#columns.motion;
  }

  /** Reads the frame after the last one. @throws Error when it is not a frame; only a snapshot helps then. */
  decode(frame: Uint8Array): void {
    const state = this.#columns;
    const reader = new BitReader(frame);
    reader.begin();
    const interval = reader.readNumber();
    const ratio = interval / state.interval;
    state.interval = interval;
    const mask = reader.readNumber();
    for (let column = 0; column < columns.length; column += 1) {
      if (((mask >>> column) & 1) === 1) this.#readColumn(reader, column, ratio);
      else if (column < movingColumns && !this.#isStill[column]) this.#advance(column, ratio);
      else continue;
      this.#isTouched[column] = true;
    }
    const rest = reader.readRest();
    if (rest === null) return;
    state.merge(rest, this.#drained);
    this.#rests.push(rest);
  }

  /** Returns the merge patches since the last call, to be applied in this order. */
  drainChanges(): Patch[] {
    const drivers = this.#drainDrivers();
    const changes = Object.keys(drivers).length === 0 ? this.#rests : [...this.#rests, { drivers }];
    this.#rests = [];
    return changes;
  }

  #readColumn(reader: BitReader, column: number, ratio: number): void {
    const { values, rates, cars } = this.#columns;
    const width = reader.read(widthBits);
    const wider = (1 << width) - 1;
    const isMoving = column < movingColumns;
    if (isMoving) this.#isStill[column] = false;
    const { bytes } = reader;
    // Local variables: this loop reads some hundred numbers in every frame.
    let { offset, held, count } = reader;
    const isEven = ratio === 1;
    for (let index = column * maxCars, end = index + cars; index < end; index += 1) {
      const before = values[index] as number;
      if (before === absent) continue;
      while (count < width) {
        held = (held << 8) | (bytes[offset] as number);
        offset += 1;
        count += 8;
      }
      count -= width;
      let code = (held >>> count) & wider;
      if (code === wider) {
        reader.seek(offset, held, count);
        code = reader.readWide();
        ({ offset, held, count } = reader);
      }
      let change = (code >>> 1) ^ -(code & 1);
      if (isMoving) {
        const rate = rates[index] as number;
        change += isEven ? rate : Math.round(rate * ratio);
        if (!isJump(change)) rates[index] = change;
      }
      values[index] = before + change;
    }
    reader.seek(offset, held, count);
  }

  /** A column without numbers goes on as expected. */
  #advance(column: number, ratio: number): void {
    const { values, rates, cars } = this.#columns;
    const isEven = ratio === 1;
    let isStill = true;
    for (let index = column * maxCars, end = index + cars; index < end; index += 1) {
      const rate = rates[index] as number;
      if (rate === 0) continue;
      isStill = false;
      const change = isEven ? rate : Math.round(rate * ratio);
      if (!isJump(change)) rates[index] = change;
      values[index] = (values[index] as number) + change;
    }
    this.#isStill[column] = isStill;
  }

  #drainDrivers(): Record<string, Patch> {
    const { values, cars } = this.#columns;
    const touched = [...columns.keys()].filter((column) => this.#isTouched[column]);
    const drivers: Record<string, Patch> = {};
    for (let car = 0; car < cars; car += 1) {
      const driver: Record<string, number | Record<string, number>> = {};
      let isChanged = false;
      for (const column of touched) {
        const index = column * maxCars + car;
        const steps = values[index] as number;
        if (steps === this.#drained[index]) continue;
        isChanged = true;
        const { key, axis, scale } = columns[column] as Column;
        const axes = driver[key];
        if (axis === null) driver[key] = steps / scale;
        else if (typeof axes === 'object') axes[axis] = steps / scale;
        else driver[key] = { [axis]: steps / scale };
      }
      if (isChanged) drivers[car] = driver;
    }
    this.#drained.set(values);
    this.#isTouched.fill(false);
    return drivers;
  }
}

import type { Patch, Tree } from './merge-patch.ts';

/**
 * Binary frames of live timing: the changes of one tick. A frame is a version, its number, the time since the frame before in
 * ms, a mask of columns, the columns, and the remaining changes as a merge patch in JSON without other characters than ASCII.
 *
 * A column has one number of each driver that has had one: how far it is from what both sides expect, in a width of bits that
 * the column begins with. The largest number of that width means that a wider one follows, after its own width.
 */

export interface Column {
  readonly key: string;
  readonly axis: string | null;
  /** Steps in one unit of the document: milliseconds and tenths of a metre are whole numbers of them. */
  readonly scale: number;
}

const moving = [
  ...columnsOf(1, 'currentLapTime totalRaceTime currentSector1Time currentSector2Time currentSector3Time'),
  ...columnsOf(10, 'lapDistance livePosition.x livePosition.y livePosition.z velocity.x velocity.y velocity.z'),
];
/** At most 32, the bits of a mask. Another set of columns is another version. */
export const columns: readonly Column[] = [
  ...moving,
  ...columnsOf(1, 'deltaToCarAhead deltaToLeader position currentLapNumber numberOfLaps resultStatus bestLapTimeMs'),
  ...columnsOf(1, 'lastSector1Time lastSector2Time lastSector3Time bestSector1Time bestSector2Time bestSector3Time'),
  ...columnsOf(1, 'currentTyreCompound currentTyreAgeLaps totalWarnings totalCornerCutWarnings totalPenaltiesSeconds'),
];
/** The first columns are expected to change by the same step again. */
export const movingColumns = moving.length;

interface NumberedColumn extends Column {
  readonly column: number;
}

/** The columns of each field: one for each axis of a vector. */
export const columnsByKey: ReadonlyMap<string, readonly NumberedColumn[]> = groupByKey();

function groupByKey(): Map<string, NumberedColumn[]> {
  const groups = new Map<string, NumberedColumn[]>();
  for (const [column, given] of columns.entries()) {
    groups.set(given.key, [...(groups.get(given.key) ?? []), { ...given, column }]);
  }
  return groups;
}

function columnsOf(scale: number, names: string): Column[] {
  return names.split(' ').map((name) => {
    const [key = '', axis = null] = name.split('.');
    return { key, axis, scale };
  });
}

export const maxCars = 64;
/** Stands for a number that a driver does not have. */
export const absent = -(2 ** 31);
/** A change of more than this is a jump, such as a new lap, and does not become the expected step. */
export const isJump = (change: number) => change > 20_000 || change < -20_000;
const largest = 2 ** 28;

/** How fast the columns change, for a viewer that begins with a snapshot. */
export interface Motion {
  /** Time between the last two frames in ms. */
  readonly interval: number;
  /** The last steps of the moving columns, by car index; all 0 when absent. */
  readonly rates: { readonly [carIndex: string]: readonly number[] };
}

/** A value as a whole number of steps; `absent` when it is not one. */
export function stepsOf(value: unknown, scale: number): number {
  if (typeof value !== 'number') return absent;
  const steps = Math.round(value * scale);
  return steps / scale === value && Math.abs(steps) < largest ? steps : absent;
}

/** The columns of the last frame, on both sides. The number of a column and car is at `column * maxCars + car`. */
export class Columns {
  readonly values = new Int32Array(columns.length * maxCars).fill(absent);
  readonly rates = new Int32Array(movingColumns * maxCars);
  interval = 100;
  /** One more than the largest car index. */
  cars = 0;

  /** Begins with the drivers of a document. */
  reset(document: Tree, motion: Motion | undefined): void {
    this.values.fill(absent);
    this.rates.fill(0);
    this.cars = 0;
    this.merge(document);
    this.interval = motion?.interval ?? 100;
    for (const [car, rates] of Object.entries(motion?.rates ?? {})) {
      for (const [column, rate] of rates.entries()) this.rates[column * maxCars + Number(car)] = rate;
    }
  }

  get motion(): Motion {
    const rates: Record<string, number[]> = {};
    for (let car = 0; car < this.cars; car += 1) {
      const ofCar = moving.map((_, column) => this.rates[column * maxCars + car] ?? 0);
      if (ofCar.some((rate) => rate !== 0)) rates[car] = ofCar;
    }
    return { interval: this.interval, rates };
  }

  /** Applies values from outside the columns: of a whole document, or of the other changes of a frame. Also to a copy. */
  merge({ drivers }: Patch, copy?: Int32Array): void {
    const set = (index: number, steps: number) => {
      this.values[index] = steps;
      if (index < this.rates.length) this.rates[index] = 0;
      if (copy !== undefined) copy[index] = steps;
    };
    if (drivers === null) for (const index of this.values.keys()) set(index, absent);
    for (const [car, driver] of Object.entries(drivers ?? {})) {
      this.cars = Math.max(this.cars, Number(car) + 1);
      if (driver === null) for (const column of columns.keys()) set(column * maxCars + Number(car), absent);
      for (const [key, field] of Object.entries(driver ?? {})) {
        for (const { column, axis, scale } of columnsByKey.get(key) ?? []) {
          const value = field === null || axis === null ? field : (field as Patch)[axis];
          if (value !== undefined) set(column * maxCars + Number(car), stepsOf(value, scale));
        }
      }
    }
  }
}

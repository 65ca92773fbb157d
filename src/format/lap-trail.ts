/** A place as x and z in m, in the axes of the game's world. */
export type TrailPoint = readonly [x: number, z: number];

/** The length of a part of the lap, in m: each has one place. */
const step = 20;
/** A lap is known when so much of it is: a corner that no car was seen in is drawn straight. */
const enough = 0.95;

interface Car {
  readonly x: number | null;
  readonly z: number | null;
  readonly lapDistance: number | null;
  /** In the pits or out of the race. */
  readonly isDimmed: boolean;
}

/** The lap of a track, from the places of the cars on it. */
export class LapTrail {
  readonly #places: (TrailPoint | undefined)[];
  #known = 0;

  /** `length` of a lap in m. */
  constructor(length: number) {
    this.#places = Array.from({ length: Math.max(1, Math.round(length / step)) });
  }

  /** Adds where cars are. Returns points at equal parts of the lap, from the start line on; null until they are known. */
  add(cars: readonly Car[]): readonly TrailPoint[] | null {
    for (const { x, z, lapDistance, isDimmed } of cars) {
      if (isDimmed || x === null || z === null || lapDistance === null || lapDistance < 0) continue;
      const part = Math.floor(lapDistance / step);
      if (part >= this.#places.length || this.#places[part] !== undefined) continue;
      this.#places[part] = [x, z];
      this.#known += 1;
    }
    if (this.#known < this.#places.length * enough) return null;
    return this.#places.map((place, index) => place ?? this.#between(index));
  }

  /** A place between the known ones before and after it. */
  #between(index: number): TrailPoint {
    const { length } = this.#places;
    const nearest = (direction: 1 | -1) => {
      for (let away = 1; away < length; away += 1) {
        const place = this.#places[(index + direction * away + length) % length];
        if (place !== undefined) return { place, away };
      }
      return { place: [0, 0] as TrailPoint, away: 1 };
    };
    const [before, after] = [nearest(-1), nearest(1)];
    const share = before.away / (before.away + after.away);
    const mix = (one: number, other: number) => one + (other - one) * share;
    return [mix(before.place[0], after.place[0]), mix(before.place[1], after.place[1])];
  }
}

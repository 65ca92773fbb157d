/** A random number generator with a seed: the same seed gives the same numbers. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number;
  /** An integer between two bounds, both inclusive. */
  readonly integer: (minimum: number, maximum: number) => number;
  /** A normally distributed number around 0, limited to three deviations. */
  readonly normal: (deviation: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** A generator with a seed of its own, so that the numbers used in one race do not change the next. */
  readonly fork: (name: string) => Random;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

/** Mulberry32: 32 bits of state are enough for simulated races. */
export function createRandom(seed: string | number): Random {
  let state = hash(String(seed));
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (minimum: number, maximum: number) => minimum + Math.floor(next() * (maximum - minimum + 1));
  const normal = (deviation: number) => {
    const radius = Math.sqrt(-2 * Math.log(1 - next()));
    const value = radius * Math.cos(2 * Math.PI * next());
    return Math.max(-3, Math.min(3, value)) * deviation;
  };
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new RangeError('there is nothing to pick from');
    return item;
  };
  return {
    next,
    integer,
    normal,
    chance: (probability) => next() < probability,
    pick,
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}

type Branch<Item> = { readonly [index: string]: Item };

/** A list of a live document of which more appears with the time. */
export interface Appearing<Item> {
  /** The entries that have appeared, the same object for as long as no other has; undefined for none. */
  readonly at: (time: number) => Branch<Item> | undefined;
}

/** The entries of a list by when each of them appears. */
export function appearing<Item>(
  list: Branch<Item> | undefined,
  timeOf: (item: Item, index: number) => number,
): Appearing<Item> {
  const timed = Object.entries(list ?? {})
    .map(([key, item], index) => ({ key, item, time: timeOf(item, index) }))
    .sort((one, other) => one.time - other.time);
  const times = timed.map(({ time }) => time);
  let shown: Branch<Item> | undefined;
  let count = 0;
  return {
    at: (time) => {
      const now = countUntil(times, time);
      if (now !== count) {
        count = now;
        shown = now === 0 ? undefined : Object.fromEntries(timed.slice(0, now).map(({ key, item }) => [key, item]));
      }
      return shown;
    },
  };
}

/** How many of some ascending times have come. */
export function countUntil(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

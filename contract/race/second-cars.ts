interface Seat<Key> {
  readonly key: Key;
  readonly team: string | null | undefined;
}

/**
 * The keys of all but the first driver of each team: their bars are notched, and their lines dashed. The order is that of names
 * and not of places, which change in every race: nobody's mark does.
 */
export function secondCars<Key>(inOrder: readonly Seat<Key>[]): ReadonlySet<Key> {
  const second = inOrder.filter(({ team }, index) => team && inOrder.findIndex((other) => other.team === team) < index);
  return new Set(second.map(({ key }) => key));
}

import { teamKey } from './teams.ts';

interface Seat<Key> {
  readonly key: Key;
  readonly team: string | null | undefined;
}

/**
 * The keys of all but the first driver of each team: their bars are notched, and their lines dashed. The order is that of names
 * and not of places, which change in every race: nobody's mark does.
 */
export function secondCars<Key>(inOrder: readonly Seat<Key>[]): ReadonlySet<Key> {
  const teams = inOrder.map(({ team }) => (team ? teamKey(team) : null));
  const second = inOrder.filter((_, index) => teams[index] != null && teams.indexOf(teams[index]) < index);
  return new Set(second.map(({ key }) => key));
}

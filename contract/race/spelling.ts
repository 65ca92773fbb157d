import { grouped } from './grouped.ts';

/** A name as it is written in a round. */
export interface Spelling {
  readonly name: string;
  readonly round: number;
}

/** The most frequent spelling; of equally frequent ones the latest, and of those of one round the first in the alphabet. */
export function preferredSpelling(spellings: readonly Spelling[]): string {
  const [first] = [...grouped(spellings, ({ name }) => name)]
    .map(([name, all]) => ({ name, count: all.length, latest: Math.max(...all.map(({ round }) => round)) }))
    .sort((one, other) => other.count - one.count || other.latest - one.latest || (one.name < other.name ? -1 : 1));
  return first?.name ?? '';
}

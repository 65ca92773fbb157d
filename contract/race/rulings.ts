import type { Ruling } from '../entities/ruling.ts';

/** The rulings that count, in the order in which they apply: as they were made. */
export function rulingsInForce(rulings: readonly Ruling[]): Ruling[] {
  return rulings.filter((ruling) => ruling.withdrawnAt === null).sort(compareMade);
}

function compareMade(one: Ruling, other: Ruling): number {
  return madeKeyOf(one) < madeKeyOf(other) ? -1 : 1;
}

function madeKeyOf({ madeAt, id }: Ruling): string {
  return `${madeAt} ${id}`;
}

/** The rulings on one car. */
export function rulingsOn(rulings: readonly Ruling[], carIndex: number): Ruling[] {
  return rulings.filter((ruling) => 'carIndex' in ruling && ruling.carIndex === carIndex);
}

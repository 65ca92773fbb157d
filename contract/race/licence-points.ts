import type { Season } from '../entities/season.ts';

/**
 * The licence points of each driver in a season, by the name in the standings; drivers without any are absent. Withdrawn
 * rulings count nothing, and those on a session that does not count neither.
 */
export function licencePointsOf({
  standings,
  rulings = [],
}: Pick<Season, 'standings' | 'rulings'>): Map<string, number> {
  const given = new Map(
    rulings.flatMap((ruling) =>
      ruling.withdrawnAt === null && 'carIndex' in ruling && ruling.licencePoints !== undefined
        ? [[ruling.id, ruling.licencePoints] as const]
        : [],
    ),
  );
  const sums = new Map<string, number>();
  for (const { name, results } of standings.drivers) {
    const ids = results.flatMap((result) => result.rulings ?? []);
    const sum = ids.reduce((total, id) => total + (given.get(id) ?? 0), 0);
    if (sum > 0) sums.set(name, sum);
  }
  return sums;
}

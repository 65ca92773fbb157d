import { type AnyColumn, and, eq, exists, not, or, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { leagueSeasons, leagues, seasons } from './tables.ts';

/** Condition: public leagues, and private leagues of this user. */
export function leaguesVisibleTo(userId: string | null): SQL | undefined {
  const isPublic = eq(leagues.isPublic, true);
  return userId === null ? isPublic : or(isPublic, eq(leagues.ownerId, userId));
}

/**
 * Condition: a season is hidden when leagues of its own owner contain it and all of those are private. Leagues of other
 * users change nothing, or any user could hide any season. Its owner always sees it. The user may be a column of the query.
 */
export function seasonsVisibleTo(transaction: Transaction, userId: string | AnyColumn | null): SQL | undefined {
  const leagueOfOwner = (isPublic?: SQL) =>
    transaction
      .select({ one: sql`1` })
      .from(leagueSeasons)
      .innerJoin(leagues, eq(leagues.id, leagueSeasons.leagueId))
      .where(and(eq(leagueSeasons.seasonId, seasons.id), eq(leagues.ownerId, seasons.ownerId), isPublic));
  const isOpen = or(not(exists(leagueOfOwner())), exists(leagueOfOwner(eq(leagues.isPublic, true))));
  return userId === null ? isOpen : or(eq(seasons.ownerId, userId), isOpen);
}

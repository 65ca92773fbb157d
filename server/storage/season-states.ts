import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { claimedDriver } from './roster-claims.ts';
import { leagueSeasons, leagues, rosterClaims, seasons } from './tables.ts';
import { countsInSeason, leaguesVisibleTo, seasonsVisibleTo } from './visibility.ts';

/** The versions of everything that a season's computed data depends on. */
export interface SeasonState {
  readonly id: string;
  /** Another text for another season row, and for other sessions or versions of them. */
  readonly state: string;
  readonly sessionCount: number;
}

/** The state of a season, in a query of seasons. */
export const seasonState = sql<SeasonState>`(
  select json_build_object('id', seasons.id, 'sessionCount', count(one.id), 'state', seasons.version::text || ' ' ||
    coalesce(md5(string_agg(one.id::text || ' ' || one.version, ',' order by event.id, one.id)), ''))
  from events as event left join event_sessions as attached on attached.event_id = event.id
    left join sessions as one on one.id = attached.session_id and ${countsInSeason('one')}
  where event.season_id = seasons.id and event.deleted_at is null)`;

/** The states of seasons, the newest first. */
export async function listSeasonStates(transaction: Transaction, ids: readonly string[]): Promise<SeasonState[]> {
  const rows = await transaction
    .select({ state: seasonState })
    .from(seasons)
    .where(and(inArray(seasons.id, [...ids]), isNull(seasons.deletedAt)))
    .orderBy(desc(seasons.createdAt), desc(seasons.id));
  return rows.map(({ state }) => state);
}

/** The accounts that drive in these seasons by confirmed claims. */
export function listMembersOf(transaction: Transaction, seasonIds: readonly string[]) {
  return transaction
    .select({
      seasonId: rosterClaims.seasonId,
      driverId: claimedDriver,
      userId: rosterClaims.userId,
    })
    .from(rosterClaims)
    .where(and(inArray(rosterClaims.seasonId, [...seasonIds]), isNotNull(rosterClaims.confirmedAt)));
}

/** The season that was added last to each of the newest leagues, of their own owners' seasons that this user may see. */
export function listLatestSeasons(transaction: Transaction, visibleTo: string | null, limit: number) {
  const newest = transaction
    .select({ id: leagues.id, ownerId: leagues.ownerId, createdAt: leagues.createdAt })
    .from(leagues)
    .where(leaguesVisibleTo(visibleTo))
    .orderBy(desc(leagues.createdAt), desc(leagues.id))
    .limit(limit)
    .as('newest');
  return transaction
    .selectDistinctOn([newest.createdAt, newest.id], { leagueId: newest.id, seasonId: seasons.id })
    .from(newest)
    .innerJoin(leagueSeasons, eq(leagueSeasons.leagueId, newest.id))
    .innerJoin(seasons, and(eq(seasons.id, leagueSeasons.seasonId), eq(seasons.ownerId, newest.ownerId)))
    .where(seasonsVisibleTo(visibleTo))
    .orderBy(desc(newest.createdAt), desc(newest.id), desc(leagueSeasons.addedAt), desc(leagueSeasons.seasonId));
}

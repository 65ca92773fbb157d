import { eq, type SQL, sql } from 'drizzle-orm';
import type { GivenColour } from '#contract/entities/team-colour';
import { isRace, SessionStatus, SessionType } from '#contract/enumerations';
import type { Transaction } from './open-storage.ts';
import { seasons } from './tables.ts';
import { countsInSeason } from './visibility.ts';

// Drizzle leaves out table names in a query of one table: they are written here, as subqueries need them.

/** The types of sessions that give points. */
export const races: SQL = sql.raw(Object.values(SessionType).filter(isRace).join());

export const finished = sql.raw(String(SessionStatus.Finished));

/** The input for the team colours of a season. */
export interface SeasonOfTeams
  extends Pick<typeof seasons.$inferSelect, 'roster' | 'teamColours' | 'givenColours' | 'teamAliases'> {
  /** The teams of the cars in its races and sprints that count. */
  readonly raced: readonly string[];
}

const raced = sql<readonly string[]>`(
  select coalesce(json_agg(distinct driver.team), '[]')
  from events join event_sessions as attached on attached.event_id = events.id
    join sessions as one on one.id = attached.session_id
    join session_drivers as driver on driver.session_id = one.id
  where events.season_id = seasons.id and events.deleted_at is null and driver.team is not null and ${countsInSeason('one')}
    and coalesce(attached.scoring <> 'none', one.session_type in (${races}) and one.session_status = ${finished})
    and not exists (
      select 1 from rulings as own
      where own.season_id = seasons.id and own.session_id = one.id and own.kind = 'excludeSession'
        and own.withdrawn_at is null))`;

export const seasonOfTeams = sql<SeasonOfTeams>`json_build_object(
  'raced', ${raced}, 'roster', ${seasons.roster}, 'teamColours', ${seasons.teamColours},
  'givenColours', ${seasons.givenColours}, 'teamAliases', ${seasons.teamAliases})`;

/** The teams of the cars in the races and sprints of a season that count. */
export async function listRacedTeams(transaction: Transaction, seasonId: string): Promise<readonly string[]> {
  const [row] = await transaction.select({ raced }).from(seasons).where(eq(seasons.id, seasonId));
  return row?.raced ?? [];
}

/** Stores the colours that teams of a season have. They are no change of the season. */
export async function storeGivenColours(transaction: Transaction, id: string, given: GivenColour[]): Promise<void> {
  await transaction.update(seasons).set({ givenColours: given }).where(eq(seasons.id, id));
}

import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { ResultStatus } from '#contract/enumerations';
import type { Transaction } from './open-storage.ts';
import { rulingsOnSession } from './rulings.ts';
import { type SeasonState, seasonState } from './season-states.ts';
import { finished, races, type SeasonOfTeams, seasonOfTeams } from './season-teams.ts';
import { eventSessions, events, seasons, sessions } from './tables.ts';
import { countsInSeason, isSeasonAgreed, leaguesVisibleTo, seasonsVisibleTo } from './visibility.ts';

// Drizzle leaves out table names in a query of one table: they are written here, as subqueries need them.

/** Counts from 1 in the season. */
export const roundOfEvent = sql<number>`(select count(*)::int from events as other where other.season_id = events.season_id
  and other.deleted_at is null and (other.ordinal, other.id) <= (events.ordinal, events.id))`;

/** The laps of the longest race of an event, as far as they are known: shorter ones are sprints. */
const longestRace = sql<number | null>`(
  select max(coalesce(one.number_of_laps, (
    select max((place ->> 'numberOfLaps')::int) from jsonb_array_elements(one.podium) as place), 0))
  from event_sessions as attached join sessions as one on one.id = attached.session_id
    join seasons as season on season.id = events.season_id
  where attached.event_id = events.id and ${countsInSeason('one', 'season')}
    and coalesce(attached.scoring = 'race', one.session_type in (${races})))`;

/** The last session of an event that gives points. */
const lastScored = sql<string | null>`(
  select one.id from event_sessions as attached join sessions as one on one.id = attached.session_id
    join seasons as season on season.id = events.season_id
  where attached.event_id = events.id and ${countsInSeason('one', 'season')}
    and coalesce(attached.scoring <> 'none', one.session_type in (${races}))
  order by one.session_start_time desc, one.id desc limit 1)`;

/** Whether an event has a race or sprint that gives points: one that is over, or that its owner lets count. */
export const isRacedEvent = sql<boolean>`exists (
  select from event_sessions as attached join sessions as one on one.id = attached.session_id
    join seasons as season on season.id = events.season_id
  where attached.event_id = events.id and ${countsInSeason('one', 'season')}
    and coalesce(attached.scoring <> 'none', one.session_type in (${races}) and one.session_status = ${finished}))`;

/** The oldest league of its owner that contains a season. */
export function leagueOf(visibleTo: string | null) {
  return sql<{ readonly id: string; readonly name: string } | null>`(
    select json_build_object('id', leagues.id, 'name', leagues.name)
    from league_seasons join leagues on leagues.id = league_seasons.league_id
    where league_seasons.season_id = seasons.id and leagues.owner_id = seasons.owner_id and ${leaguesVisibleTo(visibleTo)}
    order by league_seasons.added_at, leagues.id limit 1)`;
}

const retired = sql.raw([ResultStatus.DidNotFinish, ResultStatus.Retired].join());

/** Whether a car has not reached the flag of a session. */
const hasRetired = sql<boolean>`exists (
  select from session_drivers as driver
  where driver.session_id = sessions.id and driver.result_status in (${retired}))`;

const eventColumns = {
  eventId: events.id,
  seasonId: events.seasonId,
  track: events.track,
  name: events.name,
  round: roundOfEvent,
};

/** The season of an event, on one row of each season alone, as its teams take long to find; null on the other rows. */
const seasonOnce = sql<SeasonOfTeams | null>`case
  when row_number() over (partition by ${seasons.id}) = 1 then ${seasonOfTeams}
  end`;

/** The state of a season with published standings, on one row of each season alone; null on the other rows. */
const publishedOnce = sql<SeasonState | null>`case
  when row_number() over (partition by ${seasons.id}) = 1
    and exists (select from season_revisions where season_revisions.season_id = seasons.id) then ${seasonState}
  end`;

/**
 * The events that hold these sessions, of seasons that this user may see: the newest season first. With `onlyAgreed` only of
 * seasons that the owner of the session owns, or is a confirmed driver of.
 */
export async function listPlaces(
  transaction: Transaction,
  sessionIds: readonly string[],
  { visibleTo, onlyAgreed }: { readonly visibleTo: string | null; readonly onlyAgreed: boolean },
) {
  return transaction
    .select({
      ...eventColumns,
      seasonName: seasons.name,
      league: leagueOf(visibleTo),
      longestRace,
      scoring: eventSessions.scoring,
      rules: seasons.rules,
      sessionId: sessions.id,
      version: sessions.version,
      hasRetired,
      sessionType: sessions.sessionType,
      numberOfLaps: sessions.numberOfLaps,
      sessionStatus: sessions.sessionStatus,
      podium: sessions.podium,
      rulings: rulingsOnSession,
      streamUrl: events.streamUrl,
      streamStartsAt: events.streamStartsAt,
      season: seasonOnce,
      published: publishedOnce,
    })
    .from(eventSessions)
    .innerJoin(events, eq(events.id, eventSessions.eventId))
    .innerJoin(seasons, eq(seasons.id, events.seasonId))
    .innerJoin(sessions, eq(sessions.id, eventSessions.sessionId))
    .where(
      and(
        inArray(sessions.id, [...sessionIds]),
        isNull(events.deletedAt),
        onlyAgreed ? isSeasonAgreed : undefined,
        seasonsVisibleTo(visibleTo),
      ),
    )
    .orderBy(desc(seasons.createdAt), asc(seasons.id), asc(events.ordinal), asc(events.id));
}

/** The rounds before and after these, by their season and number. */
export function listNearbyRounds(
  transaction: Transaction,
  rounds: readonly { readonly seasonId: string; readonly round: number }[],
) {
  const isNear = rounds.map((each) =>
    and(eq(events.seasonId, each.seasonId), inArray(roundOfEvent, [each.round - 1, each.round + 1])),
  );
  return transaction
    .select({ ...eventColumns, sessionId: lastScored })
    .from(events)
    .where(and(isNull(events.deletedAt), or(...isNear)));
}

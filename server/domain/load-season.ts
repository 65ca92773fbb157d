import type { Season, SeasonEvent } from '#contract/entities/season';
import type { Track } from '#contract/enumerations';
import { freePlaces } from '#contract/race/entries';
import { defaultRules } from '#contract/race/scoring';
import { hasRight } from '#contract/rights';
import { notFound } from '../http/problem.ts';
import { findLastChange, listLeagueIdsOf } from '../storage/members.ts';
import { findLatestRevision, findPublishedStandings, type LatestRevisionRow } from '../storage/revisions.ts';
import { listMembers } from '../storage/roster-claims.ts';
import { listDrafts } from '../storage/rulings.ts';
import type { AttachedSession, EventRow } from '../storage/season-events.ts';
import { findSeason, listLeaguesOfSeason, type SeasonRow, updateSeasonRow } from '../storage/seasons.ts';
import { type Context, callerIdOf, type ExpectedVersion, requireVersion, type Versioned } from './context.ts';
import { digestStandings, isCurrentDigest } from './digest-standings.ts';
import { requireRight, rolesOf } from './rights.ts';
import { type SeasonScore, scoreSeason, shownStandings } from './score-season.ts';
import { loadSeasonParts } from './season-data.ts';
import { givenColoursOf, keepColours, keepGiven, toTeamColours } from './season-teams.ts';

/** A season with its events and current standings. @throws Problem 404. */
export async function getSeason(context: Context, id: string): Promise<Versioned<Season>> {
  const row = await findSeason(context.transaction, id, callerIdOf(context));
  if (row === null) throw notFound();
  return { value: await loadSeason(context, row), version: row.version };
}

async function loadSeason(context: Context, row: SeasonRow): Promise<Season> {
  const { transaction } = context;
  const parts = await loadSeasonParts(context, row);
  const score = await scoreSeason(context, parts);
  const { digest, driverNames } = score;
  const latest = await findLatestRevision(transaction, row.id);
  const roles =
    context.caller === null
      ? []
      : await rolesOf(transaction, { seasonId: row.id, ownerId: row.ownerId }, context.caller.userId);
  const drafts = hasRight(roles, 'rule') ? await listDrafts(transaction, row.id) : [];
  const isCurrent = row.provisional !== 'whenPublished';
  const seesCurrent = isCurrent || hasRight(roles, 'seeUnpublished');
  const leagues = await listLeaguesOfSeason(transaction, row.id, callerIdOf(context));
  const ownLeagues = leagues.filter(({ ownerId }) => ownerId === row.ownerId);
  return {
    id: row.id,
    name: row.name,
    ownerId: row.ownerId,
    events: parts.eventRows.map((event) => toEvent(event, [...parts.attached, ...parts.uncounted], driverNames)),
    standings: await shownStandings(context, row, score.standings),
    ...(isCurrent ? {} : { provisional: 'whenPublished' as const }),
    ...(row.answerHours === null ? {} : { answerHours: row.answerHours }),
    ...(isCurrent || !seesCurrent ? {} : { unpublished: score.standings }),
    leagues: leagues.map(({ id, name }) => ({ id, name })),
    // Others see a season only when it is not hidden, and of these leagues only the public ones.
    isHidden: ownLeagues.length > 0 && ownLeagues.every(({ isPublic }) => !isPublic),
    scoring: row.rules ?? defaultRules,
    aliases: row.aliases ?? [],
    roster: row.roster ?? [],
    ...(row.signUp === null ? {} : { signUp: { ...row.signUp, free: freePlaces(row.signUp, row.roster ?? []) } }),
    ...(row.teamColours === null ? {} : { teamColours: toTeamColours(row.teamColours) }),
    givenColours: givenColoursOf(row, score),
    ...(row.teamAliases === null ? {} : { teamAliases: row.teamAliases }),
    members: await listMembers(transaction, row.id),
    rulings: [...parts.rulings, ...drafts],
    revision:
      latest === null
        ? null
        : {
            number: latest.number,
            note: latest.note,
            authorName: latest.author,
            publishedAt: latest.publishedAt,
            // What readers see is what was published.
            hasChanged: seesCurrent && (await publishedDigest(context, latest)) !== digest,
          },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The digest of official standings. One of an older release covers something else: it is computed again. */
async function publishedDigest({ transaction }: Context, latest: LatestRevisionRow): Promise<string> {
  if (isCurrentDigest(latest.digest)) return latest.digest;
  return digestStandings(await findPublishedStandings(transaction, latest));
}

function toEvent(
  { id, track, name, startsAt, pointsFactor, hasSprint, liveId, takesRecordings, streamUrl, streamStartsAt }: EventRow,
  attached: readonly AttachedSession[],
  driverNames: SeasonScore['driverNames'],
): SeasonEvent {
  return {
    id,
    track: track as Track,
    name,
    startsAt,
    pointsFactor,
    ...(hasSprint === null ? {} : { hasSprint }),
    sessions: attached
      .filter(({ eventId }) => eventId === id)
      .map(({ session, scoring }) => ({
        session,
        driverNames: driverNames.get(session.id) ?? [],
        ...(scoring === null ? {} : { scoring }),
      })),
    ...(liveId === null ? {} : { liveId }),
    ...(takesRecordings ? { takesRecordings } : {}),
    ...(streamUrl === null ? {} : { streamUrl }),
    ...(streamStartsAt === null ? {} : { streamStartsAt }),
  };
}

/** A season that is to be changed, and the version that the change is based on. */
export interface SeasonTarget {
  readonly id: string;
  readonly expected: ExpectedVersion;
}

/** Loads and locks a season for a change by a caller with the right of the call. @throws Problem 403, 404 or 412. */
export async function lockOwnSeason(context: Context, target: SeasonTarget): Promise<SeasonRow> {
  const row = await findOwnSeason(context, target, true);
  if (row.givenColours !== null) return row;
  // Its teams keep the colours of before the change.
  return keepColours(context, row);
}

/** Loads a season for a caller with the right of the call. @throws Problem 403, 404 or 412. */
export async function findOwnSeason(
  context: Context,
  { id, expected }: SeasonTarget,
  lock = false,
): Promise<SeasonRow> {
  const row = await findSeason(context.transaction, id, callerIdOf(context), lock);
  if (row === null) throw notFound();
  await requireRight(context, { seasonId: row.id, ownerId: row.ownerId });
  const lastChange = async () => {
    const leagueIds = await listLeagueIdsOf(context.transaction, row.id);
    return findLastChange(context.transaction, { leagueIds, seasonId: row.id });
  };
  await requireVersion(expected, row, () => loadSeason(context, row), lastChange);
  return row;
}

/** Stores a change of a season, increments its version, and returns the season as it is then. */
export async function touchSeason(
  context: Context,
  id: string,
  changes: Partial<
    Pick<
      SeasonRow,
      'name' | 'provisional' | 'answerHours' | 'rules' | 'aliases' | 'roster' | 'signUp' | 'teamColours' | 'teamAliases'
    >
  > = {},
): Promise<Versioned<Season>> {
  const row = await updateSeasonRow(context.transaction, id, { ...changes, updatedAt: context.now });
  const value = await loadSeason(context, row);
  await keepGiven(context.transaction, row, value.givenColours ?? []);
  return { value, version: row.version };
}

import * as v from 'valibot';
import { longestName } from '../constants.ts';
import { ResultStatusNumber, Scoring, TrackNumber } from '../enumerations.ts';
import { PageKey } from '../values/page-key.ts';
import { CarIndex, Position } from '../values/recorded-values.ts';
import { longestNote } from '../values/text-limits.ts';
import { line, text } from '../values/text-values.ts';
import { Instant, Uuid, whole } from '../values/values.ts';
import { Roster, RosterMember } from './roster.ts';
import { Ruling } from './ruling.ts';
import { Alias, PointsFactor, ScoringRules } from './scoring.ts';
import { SeasonLeague } from './season-league.ts';
import { SessionSummary } from './session.ts';
import { GivenColour, TeamColour, TeamColourName } from './team-colour.ts';

const points = v.pipe(v.number(), v.finite());

/** Points of a result besides those of the table. */
export const Bonus = v.object({ kind: v.picklist(['fastestLap', 'pole']), points });

/** The result of one driver in one session. */
export const Result = v.object({
  sessionId: Uuid,
  driverIdx: CarIndex,
  position: v.nullable(Position),
  points,
  resultStatus: ResultStatusNumber,
  /** True for a retirement that the season classifies. */
  isClassified: v.optional(v.boolean()),
  fastestLap: v.boolean(),
  /** Points of the table, without bonuses. */
  base: v.optional(points),
  bonuses: v.optional(v.array(Bonus)),
  /** Not counted but for `counted`, because the season drops the worst results. */
  dropped: v.optional(v.boolean()),
  /** The points of rulings on a dropped result; absent for none, and where they are dropped with it. */
  counted: v.optional(points),
  /** Ids of the rulings on this driver. */
  rulings: v.optional(v.array(Uuid)),
});

/** A driver's row; rows are in the order of the championship. */
export const StandingDriver = v.object({
  name: v.string(),
  points,
  team: v.nullable(v.string()),
  results: v.array(Result),
  aliases: v.array(v.string()),
});

/** A constructor's row; rows are in the order of the championship. */
export const StandingTeam = v.object({ name: v.string(), points, results: v.array(Result) });

/** Standings; `tracks` are those of the events, in order. */
export const Standings = v.object({
  drivers: v.array(StandingDriver),
  tracks: v.array(TrackNumber),
  teams: v.optional(v.array(StandingTeam)),
});

/** A session of an event, with the names of its drivers. */
export const EventSession = v.object({
  session: SessionSummary,
  driverNames: v.array(v.string()),
  /** How it scores, when the owner of the season chose. */
  scoring: v.optional(Scoring),
});

export const SeasonEvent = v.object({
  id: Uuid,
  track: TrackNumber,
  name: v.nullable(line(longestName)),
  startsAt: v.nullable(Instant),
  /** The factor of the event's points; absent: 1. */
  pointsFactor: v.optional(PointsFactor),
  /** Whether it has a sprint beside its race, as its owner plans it; absent: not decided. */
  hasSprint: v.nullish(v.boolean()),
  sessions: v.array(EventSession),
  /** The live session that is the race of this event, until it has ended. */
  liveId: v.optional(Uuid),
  /**
   * Whether sessions at its track that a recorder of the season's owner stores are attached to it, if they begin within a
   * day of its start; without a start at any time.
   */
  takesRecordings: v.nullish(v.boolean()),
});

const given = { id: Uuid, name: line(longestName), ownerId: Uuid, createdAt: Instant, updatedAt: Instant };

/** A season in a list; `eventsRun` counts the events with a session, `lastRound` is the last one with a race, 0 before. */
export const SeasonSummary = v.object({
  ...given,
  eventCount: v.optional(whole(0, 1_000)),
  eventsRun: v.optional(whole(0, 1_000)),
  lastRound: v.nullish(whole(0, 1_000)),
});

const note = v.nullable(text(longestNote));
const published = {
  /** Counts from 1 within the season. */
  number: whole(1, 1_000),
  note,
  /** The name of the author at that time. */
  authorName: v.nullable(v.string()),
  publishedAt: Instant,
};

/** Standings as they were made official. */
export const Revision = v.object({ ...published, standings: Standings });

/** The latest revision; `hasChanged`: the current standings differ from it. */
export const LatestRevision = v.object({ ...published, hasChanged: v.boolean() });

const season = v.object({
  ...given,
  events: v.array(SeasonEvent),
  standings: Standings,
  leagues: v.optional(v.array(SeasonLeague)),
  /** True for a season that its owner alone can see, because all leagues of theirs that contain it are private. */
  isHidden: v.optional(v.boolean()),
  scoring: v.optional(ScoringRules),
  aliases: v.optional(v.array(Alias)),
  /** The drivers, whether they have raced or not. */
  roster: v.nullish(Roster),
  /** The teams whose colours its owner has chosen; those of a team that the season does not have, have no effect. */
  teamColours: v.nullish(v.array(TeamColour)),
  /** The colours of the other teams, which they keep. */
  givenColours: v.nullish(v.array(GivenColour)),
  /** The teams that its owner has merged, with the names that each had. */
  teamAliases: v.nullish(v.array(Alias)),
  /** The accounts that are drivers of the roster, once the owner has confirmed it. */
  members: v.nullish(v.array(RosterMember)),
  /** All rulings, oldest first, withdrawn ones included. */
  rulings: v.optional(v.array(Ruling)),
  /** Null while no standings of the season are official. */
  revision: v.optional(v.nullable(LatestRevision)),
});
type SeasonSchema = typeof season;
/** An interface, so that declarations of what holds a season name its schema instead of writing it out. */
export interface NamedSeasonSchema extends SeasonSchema {}

/** A season with its events and standings; `leagues` are those that contain it and that the caller may see. */
export const Season: NamedSeasonSchema = season;

/** A season that a user drives in, with the driver that they are there and what they have reached. */
export const DrivenSeason = v.object({
  season: SeasonSummary,
  driver: v.object({
    id: Uuid,
    name: line(100),
    number: v.nullable(whole(1, 999)),
    team: v.nullable(line(100)),
    /** That of the team in this season, where its name alone says another one. */
    colour: v.nullish(TeamColourName),
    isReserve: v.boolean(),
  }),
  /** In the championship; null before the first result. */
  position: v.nullable(whole(1, 100_000)),
  points,
  /** Races and sprints with a result, the latest first. */
  drives: v.array(
    v.object({
      sessionId: Uuid,
      track: TrackNumber,
      eventName: v.nullable(line(longestName)),
      /** When the session began. */
      startedAt: Instant,
      scoring: v.picklist(['race', 'sprint']),
      position: v.nullable(Position),
      resultStatus: ResultStatusNumber,
      points,
    }),
  ),
});

export const SeasonPage = v.object({
  totalElements: whole(0, 1e9),
  seasons: v.array(SeasonSummary),
  next: v.nullish(PageKey),
});

export type Result = v.InferOutput<typeof Result>;
export type Bonus = v.InferOutput<typeof Bonus>;
export type StandingDriver = v.InferOutput<typeof StandingDriver>;
export type StandingTeam = v.InferOutput<typeof StandingTeam>;
export type Standings = v.InferOutput<typeof Standings>;
export type EventSession = v.InferOutput<typeof EventSession>;
export type Revision = v.InferOutput<typeof Revision>;
export type LatestRevision = v.InferOutput<typeof LatestRevision>;
export type SeasonEvent = v.InferOutput<typeof SeasonEvent>;
export type SeasonSummary = v.InferOutput<typeof SeasonSummary>;
export type Season = v.InferOutput<typeof Season>;
export type DrivenSeason = v.InferOutput<typeof DrivenSeason>;
export type SeasonPage = v.InferOutput<typeof SeasonPage>;

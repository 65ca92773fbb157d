import * as v from 'valibot';
import { longestName } from '../constants.ts';
import { ResultStatusNumber, Scoring, TrackNumber } from '../enumerations.ts';
import { PageKey } from '../values/page-key.ts';
import { CarIndex, Position } from '../values/recorded-values.ts';
import { longestNote } from '../values/text-limits.ts';
import { line, text } from '../values/text-values.ts';
import { Instant, Uuid, whole } from '../values/values.ts';
import { SecureAddress } from '../values/web-address.ts';
import { SeasonSignUp } from './entry.ts';
import { AnswerHours } from './line-up.ts';
import { MemberRole } from './member.ts';
import { Roster, RosterDriver, RosterMember } from './roster.ts';
import { Ruling } from './ruling.ts';
import { Alias, PointsFactor, ScoringRules } from './scoring.ts';
import { SeasonLeague } from './season-league.ts';
import { SessionSummary } from './session.ts';
import { GivenColour, TeamColour, TeamColourName } from './team-colour.ts';

const points = v.pipe(v.number(), v.finite());

/** Points of a result besides those of the table. */
export const Bonus = v.object({
  /** What they are for. */
  kind: v.picklist(['fastestLap', 'pole']),
  /** The points. */
  points,
});

/** The result of one driver in one session, after rulings. */
export const Result = v.object({
  /** The session. */
  sessionId: Uuid,
  /** The carIndex of the driver in it. */
  driverIdx: CarIndex,
  /** The position that counts; null for those who are not classified. */
  position: v.nullable(Position),
  /** The points, bonuses included. */
  points,
  /** How the session ended for the driver. */
  resultStatus: ResultStatusNumber,
  /** True for a car that has retired, and that the season classifies; absent otherwise. */
  isClassified: v.optional(v.boolean()),
  /** Whether it was the fastest lap of the session. */
  fastestLap: v.boolean(),
  /** The points of the table, without bonuses. */
  base: v.optional(points),
  /** The bonuses. */
  bonuses: v.optional(v.array(Bonus)),
  /** Whether it does not count, because the season drops the worst results. */
  dropped: v.optional(v.boolean()),
  /** The points of rulings that count though the result is dropped; absent for none. */
  counted: v.optional(points),
  /** The ids of the rulings on this driver. */
  rulings: v.optional(v.array(Uuid)),
});

/** A driver in the championship. */
export const StandingDriver = v.object({
  /** The name of the driver. */
  name: v.string(),
  /** The points of the championship. */
  points,
  /** The team; null without one. */
  team: v.nullable(v.string()),
  /** The results that score, in the order of the calendar. */
  results: v.array(Result),
  /** The recorded names of the driver. */
  aliases: v.array(v.string()),
});

/** A team in the championship. */
export const StandingTeam = v.object({
  /** The name of the team. */
  name: v.string(),
  /** The points of the championship. */
  points,
  /** The results of its drivers that score. */
  results: v.array(Result),
});

/** The championship. Rows are in its order: the first driver leads, ties are already broken. */
export const Standings = v.object({
  /** The drivers, the leader first. */
  drivers: v.array(StandingDriver),
  /** The tracks of the events, in order. */
  tracks: v.array(TrackNumber),
  /** The teams, the leader first. */
  teams: v.optional(v.array(StandingTeam)),
});

/** A session of an event. */
export const EventSession = v.object({
  /** The session. */
  session: SessionSummary,
  /** The names of its drivers. */
  driverNames: v.array(v.string()),
  /** How it scores, where the owner of the season chose. */
  scoring: v.optional(Scoring),
});

/** An event of a season. */
export const SeasonEvent = v.object({
  /** The id of the event. */
  id: Uuid,
  /** The track. */
  track: TrackNumber,
  /** The name of the event; null: that of its track. */
  name: v.nullable(line(longestName)),
  /** When it starts; null where that is not planned yet. */
  startsAt: v.nullable(Instant),
  /** The factor of the points, 0.5 for half points; absent: 1. */
  pointsFactor: v.optional(PointsFactor),
  /** Whether it has a sprint beside its race, as its owner plans it; null or absent: not decided. */
  hasSprint: v.nullish(v.boolean()),
  /** Its sessions, in the order in which they were driven. */
  sessions: v.array(EventSession),
  /** The live session that is its race, until that has ended. */
  liveId: v.optional(Uuid),
  /**
   * Whether sessions at its track that a recorder of the owner stores are attached to it by themselves, where they begin
   * within a day of its start; without a start, at any time.
   */
  takesRecordings: v.nullish(v.boolean()),
  /** The address of its video, such as a stream on YouTube or Twitch; absent without one. */
  streamUrl: v.nullish(SecureAddress),
  /** When that video begins, by the clock; absent where it is not known. */
  streamStartsAt: v.nullish(Instant),
});

const given = {
  /** The id of the season. */
  id: Uuid,
  /** The name of the season. */
  name: line(longestName),
  /** The user who owns it. */
  ownerId: Uuid,
  /** When it was created. */
  createdAt: Instant,
  /** When it was last changed. */
  updatedAt: Instant,
};

/** A season in a list. */
export const SeasonSummary = v.object({
  ...given,
  /** The events. */
  eventCount: v.optional(whole(0, 1_000)),
  /** The events with a session. */
  eventsRun: v.optional(whole(0, 1_000)),
  /** The last round with a race; 0 before. */
  lastRound: v.nullish(whole(0, 1_000)),
});

const note = v.nullable(text(longestNote));
const published = {
  /** Counts from 1 within the season. */
  number: whole(1, 1_000),
  /** What its owner wrote with it; null for nothing. */
  note,
  /** The name of the author at that time; null without one. */
  authorName: v.nullable(v.string()),
  /** When it was published. */
  publishedAt: Instant,
};

/** Standings as they were made official. */
export const Revision = v.object({
  ...published,
  /** The standings at that time. */
  standings: Standings,
});

/** The latest official standings, without the standings. */
export const LatestRevision = v.object({
  ...published,
  /** Whether the current standings, as far as the caller sees them, differ from them. */
  hasChanged: v.boolean(),
});

/** When readers see new results in the standings. */
export const Provisional = v.picklist(['atOnce', 'whenPublished']);

const season = v.object({
  ...given,
  /** The events, in the order of the calendar. */
  events: v.array(SeasonEvent),
  /** The standings that readers see: the current ones, or with `provisional: whenPublished` the latest official ones. */
  standings: Standings,
  /** When readers see new results in the standings; absent: at once. */
  provisional: v.optional(Provisional),
  /** How long before an event its drivers answer whether they take part, in h; absent: 24. */
  answerHours: v.nullish(AnswerHours),
  /** The current standings, for the staff of a season whose readers see the official ones. */
  unpublished: v.optional(Standings),
  /** The leagues that contain it and that the caller may see. */
  leagues: v.optional(v.array(SeasonLeague)),
  /** True for a season that its owner alone can see, because all leagues that contain it are private. */
  isHidden: v.optional(v.boolean()),
  /** The scoring rules. */
  scoring: v.optional(ScoringRules),
  /** The drivers with several recorded names. */
  aliases: v.optional(v.array(Alias)),
  /** The drivers, whether they have raced or not. */
  roster: v.nullish(Roster),
  /** The teams whose colours its owner has chosen. All others are shared out among the colours that are left. */
  teamColours: v.nullish(v.array(TeamColour)),
  /** The colours that teams have by themselves, which they keep. */
  givenColours: v.nullish(v.array(GivenColour)),
  /** The teams that its owner has merged. */
  teamAliases: v.nullish(v.array(Alias)),
  /** When users can enter it, and how many places are free; absent: they cannot. */
  signUp: v.nullish(SeasonSignUp),
  /** The accounts that are drivers of the roster, once the owner has confirmed it. */
  members: v.nullish(v.array(RosterMember)),
  /** All rulings, oldest first, withdrawn ones included. Those who may rule also get the drafts, at the end. */
  rulings: v.optional(v.array(Ruling)),
  /** The latest official standings; null while there are none. */
  revision: v.optional(v.nullable(LatestRevision)),
});
type SeasonSchema = typeof season;
/** An interface, so that declarations of what holds a season name its schema instead of writing it out. */
export interface NamedSeasonSchema extends SeasonSchema {}

/** A season with its events and standings. */
export const Season: NamedSeasonSchema = season;

const driver = RosterDriver.entries;

/** The driver that a user is in a season. */
export const DrivenDriver = v.object({
  id: driver.id,
  name: driver.name,
  number: driver.number,
  team: driver.team,
  /** The colour of the team in this season; null or absent where it is the usual one of its name. */
  colour: v.nullish(TeamColourName),
  isReserve: driver.isReserve,
});

/** A race or sprint that a user has driven. */
export const Drive = v.object({
  /** The session. */
  sessionId: Uuid,
  /** The track. */
  track: TrackNumber,
  /** The name of the event; null: that of its track. */
  eventName: v.nullable(line(longestName)),
  /** When the session began. */
  startedAt: Instant,
  /** Which points it scored. */
  scoring: v.picklist(['race', 'sprint']),
  /** The position that counts; null for those who are not classified. */
  position: v.nullable(Position),
  /** How the session ended for the driver. */
  resultStatus: ResultStatusNumber,
  /** The points, bonuses included. */
  points,
});

/** A season that a user drives in, and what they have reached. */
export const DrivenSeason = v.object({
  /** The season. */
  season: SeasonSummary,
  /** The driver that the user is there. */
  driver: DrivenDriver,
  /** The position in the championship; null before the first result. */
  position: v.nullable(whole(1, 100_000)),
  /** The points of the championship. */
  points,
  /** The races and sprints with a result, the latest first. */
  drives: v.array(Drive),
});

/** A season that the caller owns or works for. */
export const RunSeason = v.object({
  ...SeasonSummary.entries,
  /** What the caller is in it; absent from the answers of earlier servers, which list own seasons alone. */
  roles: v.nullish(v.array(MemberRole)),
});

/** A page of the caller’s own seasons. */
export const SeasonPage = v.object({
  /** The seasons on all pages. */
  totalElements: whole(0, 1e9),
  /** The seasons of this page, newest first. */
  seasons: v.array(RunSeason),
  /** For `after`, to read what follows, which may be nothing; null after a page that is not full. */
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
export type Provisional = v.InferOutput<typeof Provisional>;
export type Season = v.InferOutput<typeof Season>;
export type DrivenSeason = v.InferOutput<typeof DrivenSeason>;
export type SeasonPage = v.InferOutput<typeof SeasonPage>;

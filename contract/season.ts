import * as v from 'valibot';
import { ResultStatusNumber, Scoring, TrackNumber } from './enumerations.ts';
import { SessionSummary } from './session.ts';
import { CarIndex, Instant, line, Position, real, Uuid, whole } from './values.ts';

const points = real(-10_000, 10_000);

/** A part of a result's points that is not from the table (design §7). */
export const Bonus = v.object({ kind: v.picklist(['fastestLap', 'pole']), points });

/** One driver's result in one session (spec §3); the optional fields are ours (design §4). */
export const Result = v.object({
  sessionId: Uuid,
  driverIdx: CarIndex,
  position: v.nullable(Position),
  points,
  resultStatus: ResultStatusNumber,
  fastestLap: v.boolean(),
  /** Points from the table alone. */
  base: v.optional(points),
  bonuses: v.optional(v.array(Bonus)),
  /** Left out of the total by the season's rule on worst results. */
  dropped: v.optional(v.boolean()),
  /** Ids of the rulings that changed it. */
  rulings: v.optional(v.array(Uuid)),
});

/** A driver's row (spec §3); rows are listed in the order of the championship. */
export const StandingDriver = v.object({
  name: v.string(),
  points,
  team: v.nullable(v.string()),
  results: v.array(Result),
  aliases: v.array(v.string()),
});

/** A constructor's row, in the order of the championship (design §7). */
export const StandingTeam = v.object({ name: v.string(), points, results: v.array(Result) });

/** Standings (spec §3): tracks are those of the events, in order. */
export const Standings = v.object({
  drivers: v.array(StandingDriver),
  tracks: v.array(TrackNumber),
  teams: v.optional(v.array(StandingTeam)),
});

/** A session of an event, with the names of its drivers (spec §3). */
export const EventSession = v.object({
  session: SessionSummary,
  driverNames: v.array(v.string()),
  /** What it counts as (design §7). */
  scoring: v.optional(Scoring),
});

/** An event of a season (spec §3). */
export const SeasonEvent = v.object({
  id: Uuid,
  track: TrackNumber,
  name: v.nullable(line(80)),
  startsAt: v.nullable(Instant),
  sessions: v.array(EventSession),
});

const given = { id: Uuid, name: line(80), ownerId: Uuid, createdAt: Instant, updatedAt: Instant };

/** A season in a list; how many events it has and how many of them have a session is ours (design §4). */
export const SeasonSummary = v.object({
  ...given,
  eventCount: v.optional(whole(0, 1_000)),
  eventsRun: v.optional(whole(0, 1_000)),
});

/** A season whole (spec §3); `leagues` names those that hold it and that the reader may see. */
export const Season = v.object({
  ...given,
  events: v.array(SeasonEvent),
  standings: Standings,
  leagues: v.optional(v.array(v.object({ id: Uuid, name: line(80) }))),
});

export const SeasonPage = v.object({ totalElements: whole(0, 1e9), seasons: v.array(SeasonSummary) });

export const SeasonCreate = v.strictObject({ name: line(80) });
export const SeasonUpdate = v.strictObject({ id: Uuid, name: line(80) });

export const EventCreate = v.strictObject({
  track: TrackNumber,
  name: v.nullish(line(80), null),
  startsAt: v.nullish(Instant, null),
});
export const EventsCreate = v.strictObject({ events: v.pipe(v.array(EventCreate), v.minLength(1), v.maxLength(100)) });
export const EventSessionsAdd = v.strictObject({
  sessionIds: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(100)),
});

export type Result = v.InferOutput<typeof Result>;
export type Bonus = v.InferOutput<typeof Bonus>;
export type StandingDriver = v.InferOutput<typeof StandingDriver>;
export type StandingTeam = v.InferOutput<typeof StandingTeam>;
export type Standings = v.InferOutput<typeof Standings>;
export type EventSession = v.InferOutput<typeof EventSession>;
export type SeasonEvent = v.InferOutput<typeof SeasonEvent>;
export type SeasonSummary = v.InferOutput<typeof SeasonSummary>;
export type Season = v.InferOutput<typeof Season>;
export type SeasonPage = v.InferOutput<typeof SeasonPage>;
export type EventCreate = v.InferOutput<typeof EventCreate>;

import * as v from 'valibot';
import { longestName } from '../constants.ts';
import { SessionTypeNumber, TrackNumber } from '../enumerations.ts';
import { line } from '../values/text-values.ts';
import { Instant, LapNumber, Uuid, whole } from '../values/values.ts';
import { SeasonLeague } from './season-league.ts';
import { SharingTeams, TeamColour } from './team-colour.ts';

/** The event that a live session is the race of. */
export const LiveEvent = v.object({
  /** The season. */
  seasonId: Uuid,
  /** The event. */
  eventId: Uuid,
  // Absent from stored answers of older servers, as the four after it.
  /** The name of the season. */
  seasonName: v.nullish(line(longestName)),
  /** The oldest league of the owner of the season that contains it; null for none. */
  league: v.nullish(SeasonLeague),
  /** The number of the event in the season, from 1. */
  round: v.nullish(whole(1, 1_000)),
  /** The name of the event; null for one that is named after its track. */
  name: v.nullish(line(longestName)),
  /** The track of the event. */
  track: v.nullish(TrackNumber),
  /**
   * Not in a list. The teams of the season, among which colours are shared out, of more than 64 the first that get one; absent
   * for none.
   */
  teams: v.optional(SharingTeams),
  /** The teams whose colours the owner of the season has chosen; absent for none. */
  teamColours: v.optional(v.array(TeamColour)),
});

/** A live session in a list. Race data of a private one are null. */
export const LiveSummary = v.object({
  /** The id of the live session. */
  id: Uuid,
  /** The user whose recorder it is. */
  userId: Uuid,
  /** The name of that user; null without one. */
  userName: v.nullable(v.string()),
  /** The track; null before the first data. */
  trackId: v.nullable(TrackNumber),
  /** The type of the session; null before the first data. */
  sessionType: v.nullable(SessionTypeNumber),
  /** The name of the leader. */
  leaderName: v.nullable(v.string()),
  /** The lap of the leader. */
  currentLap: v.nullable(LapNumber),
  /** The laps of the race. */
  totalLaps: v.nullable(LapNumber),
  /** When the session began. */
  startedAt: Instant,
  /** When the recorder last sent anything; null before. */
  lastDataAt: v.nullable(Instant),
  /** When viewers without a delay saw the lights go out; absent before, for private sessions, and where that is unknown. */
  lightsOutAt: v.optional(Instant),
  /** Whether watching needs a key. */
  isPrivate: v.boolean(),
  /** By how much its owner delays what viewers see, in s. */
  delaySeconds: whole(0, 180),
  /** live; recorderLost: the recorder has sent nothing for 3 s; ended. */
  state: v.picklist(['live', 'recorderLost', 'ended']),
  /** When viewers without a delay saw the end; absent before. */
  endedAt: v.optional(Instant),
  /** The stored session, once it has ended. */
  sessionId: v.optional(Uuid),
  /** The event that it is the race of, in a season that the caller may see. */
  event: v.optional(LiveEvent),
});

/** A pass to one private session, for one connection. */
export const LiveTicket = v.object({
  /** The ticket, for the query of the connection. */
  ticket: v.string(),
  /** Until when the connection must be opened. */
  expiresAt: Instant,
});

export type LiveSummary = v.InferOutput<typeof LiveSummary>;
export type LiveTicket = v.InferOutput<typeof LiveTicket>;

import * as v from 'valibot';
import { longestName } from '../constants.ts';
import { SessionTypeNumber, TrackNumber } from '../enumerations.ts';
import { line } from '../values/text-values.ts';
import { Instant, LapNumber, Uuid, whole } from '../values/values.ts';
import { SeasonLeague } from './season-league.ts';
import { SharingTeams, TeamColour } from './team-colour.ts';

/** The event that a live session is the race of. */
const event = v.object({
  seasonId: Uuid,
  eventId: Uuid,
  // Absent from stored answers of older servers, as the four after it.
  seasonName: v.nullish(line(longestName)),
  league: v.nullish(SeasonLeague),
  /** Counts from 1 in the season. */
  round: v.nullish(whole(1, 1_000)),
  name: v.nullish(line(longestName)),
  track: v.nullish(TrackNumber),
  /** The teams of the season, which share out its colours; absent for none. */
  teams: v.optional(SharingTeams),
  /** Teams whose colours the owner of the season has chosen; absent without any. */
  teamColours: v.optional(v.array(TeamColour)),
});

/** A live session in a list; race data of a private session are null. */
export const LiveSummary = v.object({
  id: Uuid,
  userId: Uuid,
  userName: v.nullable(v.string()),
  trackId: v.nullable(TrackNumber),
  sessionType: v.nullable(SessionTypeNumber),
  leaderName: v.nullable(v.string()),
  currentLap: v.nullable(LapNumber),
  totalLaps: v.nullable(LapNumber),
  startedAt: Instant,
  lastDataAt: v.nullable(Instant),
  isPrivate: v.boolean(),
  delaySeconds: whole(0, 180),
  state: v.picklist(['live', 'recorderLost', 'ended']),
  sessionId: v.optional(Uuid),
  /** The event that it is the race of, in a season that the caller may see; the teams are not in a list. */
  event: v.optional(event),
});

/** A pass to one private session, for one connection. */
export const LiveTicket = v.object({ ticket: v.string(), expiresAt: Instant });

export type LiveSummary = v.InferOutput<typeof LiveSummary>;
export type LiveTicket = v.InferOutput<typeof LiveTicket>;

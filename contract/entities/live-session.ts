import * as v from 'valibot';
import { SessionTypeNumber, TrackNumber } from '../enumerations.ts';
import { Instant, LapNumber, Uuid, whole } from '../values.ts';

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
  /** The event that it is the race of; a list does not have it. */
  event: v.optional(v.object({ seasonId: Uuid, eventId: Uuid })),
});

/** A pass to one private session, for one connection. */
export const LiveTicket = v.object({ ticket: v.string(), expiresAt: Instant });

export type LiveSummary = v.InferOutput<typeof LiveSummary>;
export type LiveTicket = v.InferOutput<typeof LiveTicket>;

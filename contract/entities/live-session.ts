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

/** Where a registered recorder publishes to, and its token. */
export const LiveRegistration = v.object({
  id: Uuid,
  epoch: whole(0, 4_294_967_295),
  publish: v.variant('transport', [
    v.object({ transport: v.literal('ws'), url: v.string(), token: v.string() }),
    v.object({ transport: v.literal('tcp'), host: v.string(), port: whole(1, 65_535), token: v.string() }),
  ]),
});

/** A pass to one private session, for one connection. */
export const LiveTicket = v.object({ ticket: v.string(), expiresAt: Instant });

export type LiveSummary = v.InferOutput<typeof LiveSummary>;
export type LiveRegistration = v.InferOutput<typeof LiveRegistration>;
export type LiveTicket = v.InferOutput<typeof LiveTicket>;

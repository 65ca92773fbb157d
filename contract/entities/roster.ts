import * as v from 'valibot';
import { line } from '../values/text-values.ts';
import { Instant, Uuid, whole } from '../values/values.ts';

/** The most drivers of a roster. */
export const maxRosterDrivers = 200;

const team = v.nullable(line(100));

/** The seat of a driver from an event on. */
export const SeatChange = v.object({ eventId: Uuid, team, isReserve: v.boolean() });

/** A driver of a season, whether they have raced or not. */
export const RosterDriver = v.object({
  /** Stays the same when the driver gets another name. */
  id: Uuid,
  /** The name that the standings show. */
  name: line(100),
  /** The race number; a reserve may have that of a regular driver. */
  number: v.nullable(whole(1, 999)),
  /** The seat at the start of the season. */
  team,
  isReserve: v.boolean(),
  /** The seats after it; a change at an event that was deleted has no effect. */
  changes: v.pipe(v.array(SeatChange), v.maxLength(20)),
});

/** The drivers of a season, in the order that its owner gave them. */
export const Roster = v.pipe(v.array(RosterDriver), v.maxLength(maxRosterDrivers));

/** An account that is a driver of a season: its user has said so, and the owner of the season has confirmed it. */
export const RosterMember = v.object({ driverId: Uuid, userId: Uuid, username: v.nullable(v.string()) });

/** A user says to be a driver of a season. Until `confirmedAt` only that user and the owner of the season know. */
export const Claim = v.object({
  id: Uuid,
  seasonId: Uuid,
  driverId: Uuid,
  userId: Uuid,
  username: v.nullable(v.string()),
  claimedAt: Instant,
  confirmedAt: v.nullable(Instant),
});

/** A name in the recordings of a season, with everything that it drove. */
export const RecordedDriver = v.object({
  name: v.string(),
  /** Race numbers and teams, those of the latest session first. */
  numbers: v.array(whole(0, 999)),
  teams: v.array(v.string()),
  /** The sessions with this name. */
  sessionIds: v.array(Uuid),
});

export type RosterDriver = v.InferOutput<typeof RosterDriver>;
export type SeatChange = v.InferOutput<typeof SeatChange>;
export type RosterMember = v.InferOutput<typeof RosterMember>;
export type Claim = v.InferOutput<typeof Claim>;
export type RecordedDriver = v.InferOutput<typeof RecordedDriver>;

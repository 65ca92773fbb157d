import * as v from 'valibot';
import { line } from '../values/text-values.ts';
import { Instant, Uuid, whole } from '../values/values.ts';

/** The most drivers of a roster. */
export const maxRosterDrivers = 200;

const team = v.nullable(line(100));

/** The seat of a driver from an event on. */
export const SeatChange = v.object({
  /** The event from which on it is so. */
  eventId: Uuid,
  /** The team; null without one. */
  team,
  /** Whether the driver is a reserve. */
  isReserve: v.boolean(),
});

/** A driver of a season, whether they have raced or not. */
export const RosterDriver = v.object({
  /** The id of the driver in this season, which stays when the name changes. */
  id: Uuid,
  /** The name that the standings show. */
  name: line(100),
  /** The race number; null without one. A reserve may have that of a regular driver. */
  number: v.nullable(whole(1, 999)),
  /** The team at the start of the season; null without one. */
  team,
  /** Whether the driver is a reserve at the start of the season. */
  isReserve: v.boolean(),
  /** The seats after that, at most one at each event; a change at an event that was deleted has no effect. */
  changes: v.pipe(v.array(SeatChange), v.maxLength(20)),
});

/** The drivers of a season, in the order that its owner gave them. */
export const Roster = v.pipe(v.array(RosterDriver), v.maxLength(maxRosterDrivers));

/** An account that is a driver of a season: its user has said so, and the owner of the season has confirmed it. */
export const RosterMember = v.object({
  /** The driver of the roster. */
  driverId: Uuid,
  /** The user. */
  userId: Uuid,
  /** The name of the user; null without one. */
  username: v.nullable(v.string()),
});

/** A user says to be a driver of a season. Until it is confirmed, only that user and the owner of the season see it. */
export const Claim = v.object({
  /** The id of the claim. */
  id: Uuid,
  /** The season. */
  seasonId: Uuid,
  /** The driver of its roster. */
  driverId: Uuid,
  /** The user who says to be that driver. */
  userId: Uuid,
  /** The name of that user; null without one. */
  username: v.nullable(v.string()),
  /** When the user said so. */
  claimedAt: Instant,
  /** When the owner of the season confirmed it; null before. */
  confirmedAt: v.nullable(Instant),
});

/** A name in the recordings of a season. */
export const RecordedDriver = v.object({
  /** The name. */
  name: v.string(),
  /** Its race numbers, those of the latest session first. */
  numbers: v.array(whole(0, 999)),
  /** Its teams, those of the latest session first. */
  teams: v.array(v.string()),
  /** The sessions with this name. */
  sessionIds: v.array(Uuid),
});

export type RosterDriver = v.InferOutput<typeof RosterDriver>;
export type SeatChange = v.InferOutput<typeof SeatChange>;
export type RosterMember = v.InferOutput<typeof RosterMember>;
export type Claim = v.InferOutput<typeof Claim>;
export type RecordedDriver = v.InferOutput<typeof RecordedDriver>;

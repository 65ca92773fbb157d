import * as v from 'valibot';
import { Instant, Uuid, whole } from '../values/values.ts';
import { maxRosterDrivers, RosterDriver } from './roster.ts';
import { Alias } from './scoring.ts';

/** How long before an event its drivers answer, in h, where the season does not say. */
export const usualAnswerHours = 24;

/** How long before an event its drivers answer, in h. */
export const AnswerHours = whole(0, 336);

/** Whether a driver takes part in an event. */
export const AnswerValue = v.picklist(['in', 'out']);

/** The answer of a driver to an event. */
export const EventAnswer = v.object({
  /** The driver of the roster. */
  driverId: Uuid,
  /** Whether they take part. */
  value: AnswerValue,
  /** When they said so. */
  answeredAt: Instant,
  /** Whether that was after the time for answers. */
  isLate: v.boolean(),
});

const driver = RosterDriver.entries;

/** Where a driver is in the line-up of an event by the choice of who runs the season. */
export const LineUpChange = v.object({
  /** The driver of the roster. */
  driverId: Uuid,
  /** The regular driver whose seat they have, or themselves, a reserve for a seat of their own; null: they have none. */
  seatId: v.nullable(Uuid),
  /** True for a race ban: they have no seat, whoever gives them one. */
  isBanned: v.optional(v.boolean()),
});

/** The choices of who runs the season, one for a driver. */
export const LineUpChanges = v.pipe(v.array(LineUpChange), v.maxLength(maxRosterDrivers));

/** A driver in a seat. */
export const LineUpSeat = v.object({
  /** The regular driver whose seat it is, or the reserve who has one of their own. */
  seatId: Uuid,
  /** The driver in it. */
  driverId: Uuid,
  name: driver.name,
  /** Their race number, or that of the seat for one who has none; null where neither is known. */
  number: driver.number,
  /** The team of the seat; null without one. */
  team: driver.team,
  /** Whether they stand in for somebody. */
  isReserve: v.boolean(),
});

/** A seat without a driver. */
export const OpenSeat = v.object({
  /** The regular driver whose seat it is. */
  seatId: Uuid,
  name: driver.name,
  number: driver.number,
  team: driver.team,
});

/** A reserve who waits for a seat. */
export const WaitingReserve = v.object({
  driverId: Uuid,
  name: driver.name,
  number: driver.number,
});

/** Who drives in an event. */
export const LineUp = v.object({
  /** The event. */
  eventId: Uuid,
  /** Until when its drivers answer; null for an event without a time. */
  answersUntil: v.nullable(Instant),
  /** The seats with their drivers, in the order of the roster. */
  seats: v.array(LineUpSeat),
  /** The reserves who would drive, the next to get a seat first. */
  reserves: v.array(WaitingReserve),
  /** The seats that nobody has. */
  open: v.array(OpenSeat),
  /** The answers of its drivers, in the order of the roster. */
  answers: v.array(EventAnswer),
  /** The choices of who runs the season. */
  changes: LineUpChanges,
});

/** A driver in a line-up, by what the game knows of one. */
export const SeatedDriver = v.object({ name: driver.name, number: driver.number, team: driver.team });

/** What a season knows about the cars of a recording. */
export const RecordingNames = v.object({
  /** The drivers in the line-up of its event. */
  seats: v.array(SeatedDriver),
  /** The names that people have given to recorded names, once for the season. */
  aliases: v.array(Alias),
});

export type AnswerValue = v.InferOutput<typeof AnswerValue>;
export type EventAnswer = v.InferOutput<typeof EventAnswer>;
export type LineUpChange = v.InferOutput<typeof LineUpChange>;
export type LineUpSeat = v.InferOutput<typeof LineUpSeat>;
export type LineUp = v.InferOutput<typeof LineUp>;
export type RecordingNames = v.InferOutput<typeof RecordingNames>;

import * as v from 'valibot';
import { readableLine } from '../readable-text.ts';
import { CarIndex, Delta, Instant, line, real, text, Uuid, whole } from '../values.ts';

const pointsTable = v.pipe(v.array(real(0, 1_000)), v.maxLength(64));
const bonus = real(0, 1_000);

/** What a season drops: single results, or whole rounds. */
export const DropBy = v.picklist(['result', 'round']);

/** The scoring rules of a season. Tables list the points of position 1 first. */
export const ScoringRules = v.object({
  racePoints: pointsTable,
  sprintPoints: pointsTable,
  /** Points for the fastest lap of a race, for drivers in the first `fastestLapWithin` positions only. */
  fastestLapBonus: bonus,
  fastestLapWithin: whole(0, 64),
  /** Points for starting a race from the first position. */
  poleBonus: bonus,
  /** How many of a driver's worst results or rounds do not count. Points of rulings always do. */
  droppedResults: whole(0, 200),
  /**
   * What is dropped: a race or a sprint by itself, or a round with all of its results. Absent in seasons that are older than
   * the choice, whose standings stay: single results with the points of rulings on them, and a missed round is one.
   */
  dropBy: v.optional(DropBy),
});

/** The factor of an event's points: 0.5 for half points. */
export const PointsFactor = real(0, 3);

const recordedName = line(120);

/** A driver with several recorded names, shown as `name`. */
export const Alias = v.object({
  name: line(100),
  recordedNames: v.pipe(v.array(recordedName), v.minLength(1), v.maxLength(64)),
});

/**
 * Names are the same in composed and decomposed letters, with blanks around them, and with characters that nobody sees: older
 * sessions have such names.
 */
export function normalizeName(name: string): string {
  return readableLine(name) || name.trim();
}

/** Of the driver's licence in this season; they change no result. */
const licence = { licencePoints: v.optional(whole(1, 99)) };

/** The effect of a ruling, by its kind. Milliseconds are added to the race time; places move a car back, negative ones forward. */
export const rulingKinds = {
  time: { kind: v.literal('time'), carIndex: CarIndex, milliseconds: Delta, ...licence },
  places: { kind: v.literal('places'), carIndex: CarIndex, places: whole(-63, 63), ...licence },
  /** Of the championship; 0 is a reprimand. */
  points: { kind: v.literal('points'), carIndex: CarIndex, points: real(-1_000, 1_000), ...licence },
  disqualify: { kind: v.literal('disqualify'), carIndex: CarIndex, ...licence },
  reinstate: { kind: v.literal('reinstate'), carIndex: CarIndex, ...licence },
  excludeSession: { kind: v.literal('excludeSession') },
};

const reason = v.pipe(
  text(500),
  v.check((value) => value.trim() !== '', 'must not be empty'),
);
export const rulingGiven = { sessionId: Uuid, reason };
const listed = {
  ...rulingGiven,
  id: Uuid,
  /** The name of the author at that time. */
  authorName: v.nullable(v.string()),
  madeAt: Instant,
  /** A withdrawn ruling stays in the ledger and has no effect. */
  withdrawnAt: v.nullable(Instant),
};

/** A steward's decision. Recorded results stay as they are; standings apply the rulings to them. */
export const Ruling = v.variant('kind', [
  v.object({ ...listed, ...rulingKinds.time }),
  v.object({ ...listed, ...rulingKinds.places }),
  v.object({ ...listed, ...rulingKinds.points }),
  v.object({ ...listed, ...rulingKinds.disqualify }),
  v.object({ ...listed, ...rulingKinds.reinstate }),
  v.object({ ...listed, ...rulingKinds.excludeSession }),
]);

export type ScoringRules = v.InferOutput<typeof ScoringRules>;
export type Alias = v.InferOutput<typeof Alias>;
export type Ruling = v.InferOutput<typeof Ruling>;

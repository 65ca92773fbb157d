import * as v from 'valibot';
import { readableLine } from '../text/readable-text.ts';
import { line } from '../values/text-values.ts';
import { real, whole } from '../values/values.ts';

const pointsTable = v.pipe(v.array(real(0, 1_000)), v.maxLength(64));
const bonus = real(0, 1_000);

/** The unit that a season drops: single results or whole rounds. */
export const DropBy = v.picklist(['result', 'round']);

/**
 * The driver who gets the point for pole position: the first on the grid, or the fastest of the last qualifying session
 * of the event.
 */
export const PoleBy = v.picklist(['grid', 'qualifying']);

/** The points that an event's factor multiplies: the table with the bonuses, or the table alone. */
export const FactorOf = v.picklist(['all', 'table']);

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
   * Drops a race or sprint by itself, or a round with all of its results. Absent in seasons that are older than the
   * choice, whose standings stay: single results with the points of rulings on them, and a missed round is one.
   */
  dropBy: v.optional(DropBy),
  // Seasons that are older than one of the next four have none of it: their standings stay.
  /** A car that retired is classified from this share of the winner’s laps on; absent or null: only finishers are. */
  classifiedFrom: v.nullish(real(0.5, 1)),
  /** Absent or null: the first on the grid. */
  poleBy: v.nullish(PoleBy),
  /** Absent or null: the table with the bonuses. */
  factorOf: v.nullish(FactorOf),
  /** Whether sprints give the points for the fastest lap and for pole position too. */
  sprintBonuses: v.nullish(v.boolean()),
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

export type ScoringRules = v.InferOutput<typeof ScoringRules>;
export type Alias = v.InferOutput<typeof Alias>;

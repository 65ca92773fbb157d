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

/** The scoring rules of a season. */
export const ScoringRules = v.object({
  /** The points of a race by position, those of position 1 first. */
  racePoints: pointsTable,
  /** The points of a sprint by position, those of position 1 first. */
  sprintPoints: pointsTable,
  /** Points for the fastest lap of a race. */
  fastestLapBonus: bonus,
  /** Only drivers in the first so many positions get them. */
  fastestLapWithin: whole(0, 64),
  /** Points for pole position. */
  poleBonus: bonus,
  /** How many of a driver’s worst results or rounds do not count. Points of rulings always do. */
  droppedResults: whole(0, 200),
  /**
   * What is dropped: result (a race or a sprint by itself) or round (all of its results). Absent in older seasons: results,
   * with the points of rulings; a missed round is one.
   */
  dropBy: v.optional(DropBy),
  // Seasons that are older than one of the next four have none of it: their standings stay.
  /**
   * The share of the winner’s laps from which a car that retired is classified, 0.9 in F1; absent or null: only finishers are.
   */
  classifiedFrom: v.nullish(real(0.5, 1)),
  /**
   * Whose the points for pole position are: grid (who starts first) or qualifying (the fastest of the last qualifying session
   * of the event; without one, who starts first). Absent or null: grid.
   */
  poleBy: v.nullish(PoleBy),
  /** What the factor of an event multiplies: all, or table without the bonuses. Absent or null: all. */
  factorOf: v.nullish(FactorOf),
  /** Whether sprints give the points for the fastest lap and for pole position too. Absent or null: they do not. */
  sprintBonuses: v.nullish(v.boolean()),
});

/** The factor of an event's points: 0.5 for half points. */
export const PointsFactor = real(0, 3);

const recordedName = line(120);

/** A driver with several recorded names. */
export const Alias = v.object({
  /** The name that is shown. */
  name: line(100),
  /** The recorded names that are this driver. */
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

import type { TyreStint } from '../entities/session.ts';
import { TyreCompound } from '../enumerations.ts';
import type { SavedCar } from './file.ts';
import { compoundOf } from './words.ts';

/** The game's value for the last lap of the set that is on the car. */
const open = 255;

interface SavedSet {
  /** Completed laps when the set was removed; the car was then on its in-lap, which is one more. */
  readonly completed: number;
  readonly tyreCompound: TyreCompound;
}

/**
 * The stints of a car over its completed laps. The file has the number of completed laps when a set was changed, which is
 * one less than the lap that ended in the pits: sector 3 of that lap and sector 1 of the next one include the stop.
 */
export function stintsOf(car: SavedCar, laps: number): TyreStint[] {
  const stints: TyreStint[] = [];
  for (const [index, { completed, tyreCompound }] of setsOf(car).entries()) {
    if (index === 0 && completed === 0 && !isDriven(car, tyreCompound)) continue;
    const before = stints.at(-1)?.endLap ?? 0;
    const endLap = Math.min(completed === open ? laps : completed + 1, laps);
    // The first of two open sets was driven: it ends with the last lap, so no lap is left for the second.
    if (endLap > before) stints.push({ tyreCompound, endLap });
  }
  return stints;
}

/** The compound of the last set; null when the file has no sets. */
export function lastCompoundOf(car: SavedCar): TyreCompound | null {
  const sets = setsOf(car);
  return (sets.find(({ completed }) => completed === open) ?? sets.at(-1))?.tyreCompound ?? null;
}

/** The used slots of the game's table; an unused one ends on lap 0 and has no compound. */
function setsOf(car: SavedCar): SavedSet[] {
  const saved = car['session-history']?.['tyre-stints-history-data'] ?? [];
  return saved
    .filter((stint) => stint['end-lap'] !== 0 || !['0', null].includes(stint['tyre-visual-compound']))
    .map((stint) => ({
      completed: Math.round(stint['end-lap']),
      tyreCompound: compoundOf(stint['tyre-visual-compound']),
    }));
}

/**
 * Whether a first set that was removed before any lap was completed was driven on lap 1, or changed before the car left the
 * garage. The program records the set at the end of each lap, at most one lap late; without that record it was driven.
 */
function isDriven(car: SavedCar, tyreCompound: TyreCompound): boolean {
  const first = car['tyre-set-history'].find((set) => set['start-lap'] <= 1);
  if (first === undefined) return true;
  const recorded = compoundOf(first['tyre-set-data']?.['visual-tyre-compound'] ?? null);
  return [tyreCompound, TyreCompound.Unknown].includes(recorded) && first['end-lap'] <= 2;
}

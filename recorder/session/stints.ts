import type { TyreStint } from '#contract/entities/session';
import { compoundOf } from './words.ts';

/** A set of tyres in the game's table. */
export interface GameStint {
  /** The lap before the last one of the set; 255: it is on the car. */
  readonly endLap: number;
  readonly visualCompound: number;
}

const open = 255;

/**
 * The stints of a car over its laps. In a race the game names the laps that were completed when a set was removed; the car was
 * then on its in-lap, which is one more. In a session with a garage, where laps into and out of it do not count, the last lap
 * that did is one more too. An unused slot has no compound. `isFirstDriven`: whether a first set that was removed before a lap
 * was completed was driven on lap 1, and not changed on the grid, given how often the tyres were changed.
 */
export function stintsOf(
  sets: readonly GameStint[],
  laps: number,
  isFirstDriven: (changes: number) => boolean,
): TyreStint[] {
  const used = sets.filter(({ endLap, visualCompound }) => endLap !== 0 || visualCompound !== 0);
  const stints: TyreStint[] = [];
  for (const [index, { endLap, visualCompound }] of used.entries()) {
    if (visualCompound === 0) continue;
    if (index === 0 && endLap === 0 && used.length > 1 && !isFirstDriven(used.length - 1)) continue;
    const last = Math.min(endLap === open ? laps : endLap + 1, laps);
    if (last > (stints.at(-1)?.endLap ?? 0)) stints.push({ tyreCompound: compoundOf(visualCompound), endLap: last });
    // The first of two open sets was driven.
    if (endLap === open) break;
  }
  return stints;
}

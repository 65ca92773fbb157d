import { isRace, type SessionType } from '#contract/enumerations';
import type { LapTime, TyreStint } from '#contract/session';
import type { SavedCar, SavedLap } from './file.ts';
import { positive } from './numbers.ts';
import { compoundOf } from './words.ts';

const minute = 60_000;

/** Laps of a car that were ended. What was under way when the session ended, or who stopped on it, is no lap. */
export function lapsOf(car: SavedCar, sessionType: SessionType, totalLaps: number | null): LapTime[] {
  const saved = car['session-history']?.['lap-history-data'] ?? [];
  const ended = saved.findLastIndex((lap) => lap['lap-time-in-ms'] > 0) + 1;
  const most = isRace(sessionType) && totalLaps !== null ? Math.min(ended, totalLaps) : ended;
  return saved.slice(0, most).map(lapOf);
}

/** A sector has its whole minutes apart; bit 0 of the flags says that a lap counts. */
function lapOf(lap: SavedLap): LapTime {
  const sector = (milliseconds: number, minutes: number) => positive(milliseconds + minutes * minute);
  return {
    lapTime: positive(lap['lap-time-in-ms']),
    sector1Time: sector(lap['sector-1-time-in-ms'], lap['sector-1-time-minutes']),
    sector2Time: sector(lap['sector-2-time-in-ms'], lap['sector-2-time-minutes']),
    sector3Time: sector(lap['sector-3-time-in-ms'], lap['sector-3-time-minutes']),
    invalidLap: (lap['lap-valid-bit-flags'] & 1) === 0,
  };
}

/** Sets of tyres that were driven on: one left on lap 0 never was, and the open one (255) ends with the last lap. */
export function stintsOf(car: SavedCar, laps: number): TyreStint[] {
  const stints: TyreStint[] = [];
  for (const stint of car['session-history']?.['tyre-stints-history-data'] ?? []) {
    const before = stints.at(-1)?.endLap ?? 0;
    const isOpen = stint['end-lap'] === 255;
    const endLap = isOpen ? Math.max(laps, before + 1) : Math.round(stint['end-lap']);
    if (endLap <= before) continue;
    stints.push({ tyreCompound: compoundOf(stint['tyre-visual-compound']), endLap });
    // Of two that are open the first is the one that was driven on.
    if (isOpen) break;
  }
  return stints;
}

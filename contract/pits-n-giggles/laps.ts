import type { LapTime } from '../entities/session.ts';
import type { SavedCar, SavedLap } from './file.ts';
import { positive } from './numbers.ts';

const minute = 60_000;

/** The completed laps of a car; `totalLaps` is null where the session has no number of laps. A lap that was cut off by the end of the session or by a retirement does not count. */
export function lapsOf(car: SavedCar, totalLaps: number | null): LapTime[] {
  const saved = car['session-history']?.['lap-history-data'] ?? [];
  const ended = saved.findLastIndex((lap) => lap['lap-time-in-ms'] > 0) + 1;
  return saved.slice(0, Math.min(ended, totalLaps ?? ended)).map(lapOf);
}

/** Whole minutes of a sector are in a field of their own; bit 0 of the flags means that the lap is valid. */
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

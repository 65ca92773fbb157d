import type { LapTime } from '../entities/session.ts';
import type { TyreCompound } from '../enumerations.ts';
import type { LiveDriver } from '../live/document.ts';
import { type BestTimes, type Highlight, highlightOf, type TimeField } from './laps.ts';
import { lapsOf, liveBests } from './live-laps.ts';
import { compoundAt } from './stints.ts';

/** A completed lap of a running session. */
export interface DriverLap extends LapTime {
  readonly number: number;
  readonly highlights: Readonly<Record<TimeField, Highlight>>;
  /** Null where it is not known. */
  readonly compound: TyreCompound | null;
  /** It ended in the pit lane. */
  readonly isInLap: boolean;
}

/** The laps of a driver, lap 1 first. `bests` are the best times of the session. */
export function driverLaps(driver: LiveDriver, bests: BestTimes): DriverLap[] {
  const own = liveBests(driver);
  const inLaps = new Set(Object.values(driver.pitStops ?? {}).map(({ lapNum }) => lapNum));
  const stints = { tyres: Object.values(driver.tyres ?? {}) };
  return lapsOf(driver).map((given, index) => {
    const { lapTime = null, sector1Time = null, sector2Time = null, sector3Time = null, invalidLap } = given;
    const lap = { lapTime, sector1Time, sector2Time, sector3Time, invalidLap };
    const highlight = (field: TimeField) => highlightOf(lap, field, own, bests);
    return {
      ...lap,
      number: index + 1,
      highlights: {
        lapTime: highlight('lapTime'),
        sector1Time: highlight('sector1Time'),
        sector2Time: highlight('sector2Time'),
        sector3Time: highlight('sector3Time'),
      },
      compound: compoundAt(stints, index + 1),
      isInLap: inLaps.has(index + 1),
    };
  });
}

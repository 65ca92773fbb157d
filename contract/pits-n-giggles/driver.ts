import type { Driver, LapTime } from '../entities/session.ts';
import { isRace, ResultStatus, type SessionType } from '../enumerations.ts';
import { blankDriver } from '../race/blank-driver.ts';
import { bestTime, sectorTimes } from '../race/laps.ts';
import type { SavedCar } from './file.ts';
import { lapsOf } from './laps.ts';
import { lineOf } from './names.ts';
import { counted, positive } from './numbers.ts';
import { rulingsOf } from './rulings.ts';
import { lastCompoundOf, stintsOf } from './stints.ts';
import { statusOf } from './words.ts';

/** The session of a car. */
export interface SessionInfo {
  readonly sessionType: SessionType;
  readonly totalLaps: number | null;
  /** Whether the file has a classification. */
  readonly isFinal: boolean;
}

/** Converts a car to a driver with the given name. */
export function driverOf(car: SavedCar, name: string, { sessionType, totalLaps, isFinal }: SessionInfo): Driver {
  const result = isFinal ? car['final-classification'] : null;
  const now = car['lap-data'];
  const laps = lapsOf(car, totalLaps);
  const ended = laps.filter((lap) => lap.lapTime !== null).length;
  const isOfRace = isRace(sessionType);
  const resultStatus = statusOf(result?.['result-status'] ?? now?.['result-status'] ?? null) ?? ResultStatus.Invalid;
  const tyres = stintsOf(car, laps.length);
  const finished = positive(result?.position);
  return {
    ...blankDriver(car.index, name),
    carNumber: positive(car['participant-data']?.['race-number']),
    team: lineOf(car.team, 100),
    lapTimes: laps,
    // The file has no pit lane times. In a race, tyres are changed in the pits only.
    pitStops: isOfRace ? tyres.slice(0, -1).map((stint) => ({ lapNum: stint.endLap, pitLaneTime: null })) : [],
    tyres,
    position: positive(car['track-position']) ?? finished,
    bestLapTimeMs: bestLap(laps, positive(result?.['best-lap-time-ms'])),
    totalRaceTime: isOfRace ? raceTime(laps, resultStatus, result?.['total-race-time'] ?? null) : null,
    totalPenaltiesSeconds: counted(result?.['penalties-time'] ?? now?.penalties),
    startingPosition: isOfRace ? positive(result?.['grid-position'] ?? now?.['grid-position']) : null,
    finishingPosition: finished,
    numberOfLaps: ended,
    totalWarnings: counted(now?.['total-warnings']),
    totalCornerCutWarnings: counted(now?.['corner-cutting-warnings']),
    ...rulingsOf(car),
    ...sectorTimes(laps),
    currentLapNumber: ended,
    resultStatus,
    currentTyreCompound: lastCompoundOf(car),
    currentTyreAgeLaps: counted(car['car-status']?.['tyres-age-laps']),
  };
}

/** In ms. For a driver who did not finish, the game includes the last, incomplete lap; here only completed laps count. */
function raceTime(laps: readonly LapTime[], status: ResultStatus, seconds: number | null): number | null {
  const driven = positive(laps.reduce((sum, lap) => sum + (lap.lapTime ?? 0), 0));
  return status === ResultStatus.Finished ? (positive((seconds ?? 0) * 1_000) ?? driven) : driven;
}

/** The best lap of the classification can differ by a millisecond from the same lap in the lap history, which is exact. */
function bestLap(laps: readonly LapTime[], classified: number | null): number | null {
  const driven = bestTime(laps, 'lapTime');
  if (classified === null) return driven;
  return driven !== null && Math.abs(driven - classified) <= 2 ? driven : classified;
}

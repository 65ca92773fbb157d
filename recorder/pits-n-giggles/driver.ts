import { isRace, ResultStatus, type SessionType } from '#contract/enumerations';
import type { Driver, LapTime } from '#contract/session';
import type { SavedCar } from './file.ts';
import { lapsOf, stintsOf } from './laps.ts';
import { lineOf } from './names.ts';
import { counted, positive } from './numbers.ts';
import { rulingsOf } from './rulings.ts';
import { statusOf } from './words.ts';

/** The session that a car was in. */
export interface Setting {
  readonly sessionType: SessionType;
  readonly totalLaps: number | null;
  /** Is there a classification at all? */
  readonly isFinal: boolean;
}

/** One car as the contract's driver, under a name of its own. */
export function driverOf(car: SavedCar, name: string, { sessionType, totalLaps, isFinal }: Setting): Driver {
  const result = isFinal ? car['final-classification'] : null;
  const now = car['lap-data'];
  const laps = lapsOf(car, sessionType, totalLaps);
  const ended = laps.filter((lap) => lap.lapTime !== null).length;
  const isOfRace = isRace(sessionType);
  const resultStatus = statusOf(result?.['result-status'] ?? now?.['result-status'] ?? null) ?? ResultStatus.Invalid;
  const tyres = stintsOf(car, laps.length);
  const last = laps.at(-1);
  const finished = positive(result?.position);
  return {
    carIndex: car.index,
    name,
    carNumber: positive(car['participant-data']?.['race-number']),
    team: lineOf(car.team, 100),
    lapTimes: laps,
    // The time in the lane is not in the file; in a race a set of tyres is left in the pits alone.
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
    currentLapTime: null,
    currentSector1Time: null,
    currentSector2Time: null,
    currentSector3Time: null,
    lastSector1Time: last?.sector1Time ?? null,
    lastSector2Time: last?.sector2Time ?? null,
    lastSector3Time: last?.sector3Time ?? null,
    bestSector1Time: best(laps, 'sector1Time'),
    bestSector2Time: best(laps, 'sector2Time'),
    bestSector3Time: best(laps, 'sector3Time'),
    deltaToCarAhead: null,
    deltaToLeader: null,
    currentLapNumber: ended,
    resultStatus,
    currentTyreCompound: tyres.at(-1)?.tyreCompound ?? null,
    currentTyreAgeLaps: counted(car['car-status']?.['tyres-age-laps']),
    livePosition: null,
    velocity: null,
    lapDistance: null,
  };
}

/** Who did not finish: the game counts the lap they stopped on, we count the laps they ended. In ms. */
function raceTime(laps: readonly LapTime[], status: ResultStatus, seconds: number | null): number | null {
  const driven = positive(laps.reduce((sum, lap) => sum + (lap.lapTime ?? 0), 0));
  return status === ResultStatus.Finished ? (positive((seconds ?? 0) * 1_000) ?? driven) : driven;
}

function best(
  laps: readonly LapTime[],
  field: 'sector1Time' | 'sector2Time' | 'sector3Time' | 'lapTime',
): number | null {
  const times = laps.flatMap((lap) => (lap.invalidLap || lap[field] === null ? [] : [lap[field]]));
  return times.length === 0 ? null : Math.min(...times);
}

/** The game's best may be a millisecond off the lap it was driven on; that lap is the truth. */
function bestLap(laps: readonly LapTime[], told: number | null): number | null {
  const driven = best(laps, 'lapTime');
  if (told === null) return driven;
  return driven !== null && Math.abs(driven - told) <= 2 ? driven : told;
}

import type { ResultStatus } from '#contract/enumerations';
import type { Driver, LapTime } from '#contract/session';
import type { Entrant } from './field.ts';

/** A driver of a session that is over, from laps and stints alone. */
export function driverOf(
  entrant: Entrant,
  laps: LapTime[],
  stints: Driver['tyres'],
  resultStatus: ResultStatus,
): Driver {
  const { carIndex, name, team, carNumber } = entrant;
  const last = laps.at(-1) ?? null;
  const stint = stints.at(-1) ?? null;
  return {
    carIndex,
    name,
    team,
    carNumber,
    lapTimes: laps,
    tyres: stints,
    pitStops: [],
    penalties: [],
    warnings: [],
    totalWarnings: 0,
    totalCornerCutWarnings: 0,
    position: null,
    finishingPosition: null,
    startingPosition: null,
    bestLapTimeMs: bestOf(laps, 'lapTime'),
    totalRaceTime: null,
    totalPenaltiesSeconds: 0,
    numberOfLaps: laps.length,
    currentLapTime: null,
    currentSector1Time: null,
    currentSector2Time: null,
    currentSector3Time: null,
    lastSector1Time: last?.sector1Time ?? null,
    lastSector2Time: last?.sector2Time ?? null,
    lastSector3Time: last?.sector3Time ?? null,
    bestSector1Time: bestOf(laps, 'sector1Time'),
    bestSector2Time: bestOf(laps, 'sector2Time'),
    bestSector3Time: bestOf(laps, 'sector3Time'),
    deltaToCarAhead: null,
    deltaToLeader: null,
    currentLapNumber: laps.length,
    resultStatus,
    currentTyreCompound: stint?.tyreCompound ?? null,
    currentTyreAgeLaps: stint === null ? null : stint.endLap - (stints.at(-2)?.endLap ?? 0),
    livePosition: null,
    velocity: null,
    lapDistance: null,
  };
}

function bestOf(
  laps: readonly LapTime[],
  field: 'sector1Time' | 'sector2Time' | 'sector3Time' | 'lapTime',
): number | null {
  const times = laps.flatMap((lap) => (lap.invalidLap || lap[field] === null ? [] : [lap[field]]));
  return times.length === 0 ? null : Math.min(...times);
}

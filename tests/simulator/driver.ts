import type { Driver, LapTime } from '#contract/entities/session';
import type { ResultStatus } from '#contract/enumerations';
import { blankDriver } from '#contract/race/blank-driver';
import { bestTime, sectorTimes } from '#contract/race/laps';
import type { Entrant } from './field.ts';

/** A driver of a finished session, computed from laps and stints. */
export function createDriver(
  entrant: Entrant,
  laps: LapTime[],
  stints: Driver['tyres'],
  resultStatus: ResultStatus,
): Driver {
  const { carIndex, name, team, carNumber } = entrant;
  const stint = stints.at(-1);
  return {
    ...blankDriver(carIndex, name),
    team,
    carNumber,
    lapTimes: laps,
    tyres: stints,
    totalWarnings: 0,
    totalCornerCutWarnings: 0,
    bestLapTimeMs: bestTime(laps, 'lapTime'),
    totalPenaltiesSeconds: 0,
    numberOfLaps: laps.length,
    ...sectorTimes(laps),
    currentLapNumber: laps.length,
    resultStatus,
    currentTyreCompound: stint?.tyreCompound ?? null,
    currentTyreAgeLaps: stint === undefined ? null : stint.endLap - (stints.at(-2)?.endLap ?? 0),
  };
}

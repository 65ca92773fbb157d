import { isRace, PenaltyType, ResultStatus, type SessionType, TyreCompound, WarningType } from '#contract/enumerations';
import type { Driver, LapTime, Penalty, TyreStint, Warning } from '#contract/session';
import type { SavedCar, SavedLap } from './file.ts';
import { compoundOf, statusOf } from './words.ts';

/** Zero stands for a time that does not exist. */
function time(milliseconds: number, minutes = 0): number | null {
  const whole = Math.round(milliseconds) + minutes * 60_000;
  return whole > 0 ? whole : null;
}

function positive(value: number | null | undefined): number | null {
  return value == null || value <= 0 ? null : Math.round(value);
}

/** Laps that were ended; the one under way when the session was saved has no time. Bit 0 says that a lap counts. */
function lapsOf(saved: readonly SavedLap[]): LapTime[] {
  return saved
    .filter((lap) => lap['lap-time-in-ms'] > 0)
    .map((lap) => ({
      lapTime: time(lap['lap-time-in-ms']),
      sector1Time: time(lap['sector-1-time-in-ms'], lap['sector-1-time-minutes']),
      sector2Time: time(lap['sector-2-time-in-ms'], lap['sector-2-time-minutes']),
      sector3Time: time(lap['sector-3-time-in-ms'], lap['sector-3-time-minutes']),
      invalidLap: (lap['lap-valid-bit-flags'] & 1) === 0,
    }));
}

/** Stints that cover a lap; the open one (255) ends with the last lap. */
function stintsOf(car: SavedCar, laps: number): TyreStint[] {
  const stints: TyreStint[] = [];
  for (const stint of car['session-history']?.['tyre-stints-history-data'] ?? []) {
    const before = stints.at(-1)?.endLap ?? 0;
    const endLap = stint['end-lap'] === 255 ? Math.max(laps, before + 1) : stint['end-lap'];
    const tyreCompound = compoundOf(stint['tyre-visual-compound']);
    if (tyreCompound === null || endLap <= before || endLap > 1_000) continue;
    stints.push({ tyreCompound, endLap });
  }
  return stints;
}

const nowhere = { infringementType: null, otherVehicleIdx: null, penaltyIssuedTime: null };

/** The history names what was counted up, and on which lap. */
function rulingsOf(car: SavedCar): { penalties: Penalty[]; warnings: Warning[] } {
  const penalties: Penalty[] = [];
  const warnings: Warning[] = [];
  for (const entry of car['warning-penalty-history']) {
    const word = entry['entry-type'];
    const lapNum = positive(entry['lap-number']);
    const gained = (entry['new-value'] ?? 0) - (entry['old-value'] ?? 0);
    if (gained <= 0) continue;
    const penalty = (penaltyType: PenaltyType, penaltyTime: number | null) =>
      penalties.push({ ...nowhere, penaltyType, penaltyTime, lapNum });
    if (/drive/i.test(word)) penalty(PenaltyType.DriveThrough, null);
    else if (/stop/i.test(word)) penalty(PenaltyType.StopGo, null);
    else if (/warning/i.test(word)) {
      const warningType = /corner/i.test(word) ? WarningType.CornerCutting : WarningType.Other;
      warnings.push({ warningType, lapNum, warningTime: null });
    } else if (/time|penalt/i.test(word)) penalty(PenaltyType.TimePenalty, gained);
  }
  return { penalties, warnings };
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

/** One car as the contract's driver. */
export function driverOf(car: SavedCar, sessionType: SessionType): Driver {
  const result = car['final-classification'];
  const now = car['lap-data'];
  const laps = lapsOf(car['session-history']?.['lap-history-data'] ?? []);
  const isOfRace = isRace(sessionType);
  const resultStatus = statusOf(result?.['result-status'] ?? now?.['result-status'] ?? null) ?? ResultStatus.Invalid;
  const driven = laps.reduce((sum, lap) => sum + (lap.lapTime ?? 0), 0);
  // Who did not finish: the game counts the lap they stopped on, we count the laps they ended.
  const total =
    resultStatus === ResultStatus.Finished ? positive((result?.['total-race-time'] ?? 0) * 1_000) : positive(driven);
  const tyres = stintsOf(car, laps.length);
  const last = laps.at(-1);
  const finished = result === null ? null : positive(result.position);
  return {
    carIndex: car.index,
    name: car['driver-name'].trim() === '' ? `Car ${car.index}` : car['driver-name'].trim().slice(0, 100),
    carNumber: positive(car['participant-data']?.['race-number']),
    team: car.team?.trim() || null,
    lapTimes: laps,
    pitStops: isOfRace ? tyres.slice(0, -1).map((stint) => ({ lapNum: stint.endLap, pitLaneTime: null })) : [],
    tyres,
    position: positive(car['track-position']) ?? finished,
    bestLapTimeMs: bestLap(laps, positive(result?.['best-lap-time-ms'])),
    totalRaceTime: isOfRace ? total : null,
    totalPenaltiesSeconds: result === null ? null : Math.max(0, Math.round(result['penalties-time'])),
    startingPosition: isOfRace ? positive(result?.['grid-position'] ?? now?.['grid-position']) : null,
    finishingPosition: finished,
    numberOfLaps: laps.length,
    totalWarnings: now?.['total-warnings'] ?? null,
    totalCornerCutWarnings: now?.['corner-cutting-warnings'] ?? null,
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
    currentLapNumber: laps.length,
    resultStatus,
    currentTyreCompound: tyres.at(-1)?.tyreCompound ?? TyreCompound.Unknown,
    currentTyreAgeLaps: null,
    livePosition: null,
    velocity: null,
    lapDistance: null,
  };
}

import type { Driver, LapTime, Penalty, Warning } from '../entities/session.ts';
import { isRace, ResultStatus, type SessionType } from '../enumerations.ts';
import { PenaltyType, WarningType } from '../penalties.ts';
import { blankDriver } from '../race/blank-driver.ts';
import { bestTime, sectorTimes } from '../race/laps.ts';
import type { SavedCar, SavedLap } from './file.ts';
import { resultStatusOf, teamOf } from './names.ts';
import { counted, positive } from './numbers.ts';
import { lastCompoundOf, stintsOf } from './stints.ts';

/** The session of a car. */
export interface SessionInfo {
  readonly sessionType: SessionType;
  readonly totalLaps: number | null;
  /** Whether the file has a classification. */
  readonly isFinal: boolean;
  /** The format of the game's packets. */
  readonly format: number | undefined;
}

/** Converts a car to a driver with the given name. */
export function driverOf(car: SavedCar, name: string, session: SessionInfo): Driver {
  const { sessionType, totalLaps, isFinal, format } = session;
  const result = isFinal ? car['final-classification'] : null;
  const now = car['lap-data'];
  const laps = lapsOf(car, totalLaps);
  const ended = laps.filter((lap) => lap.lapTime !== null).length;
  const isOfRace = isRace(sessionType);
  const resultStatus = resultStatusOf(car, isFinal);
  const tyres = stintsOf(car, laps.length);
  const finished = positive(result?.position);
  return {
    ...blankDriver(car.index, name),
    carNumber: positive(car['participant-data']?.['race-number']),
    team: teamOf(car.team, format),
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

const minute = 60_000;

/** The completed laps of a car; `totalLaps` is null where the session has no number of laps. A lap that was cut off by the end of the session or by a retirement does not count. */
function lapsOf(car: SavedCar, totalLaps: number | null): LapTime[] {
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

/** The names of counters in the history, without spaces. They count warnings, visits to the pits, or seconds. */
const kinds: Readonly<Record<string, { warning: WarningType } | { penalty: PenaltyType }>> = {
  cornercuttingwarning: { warning: WarningType.CornerCutting },
  otherwarning: { warning: WarningType.Other },
  dtpenalty: { penalty: PenaltyType.DriveThrough },
  drivethroughpenalty: { penalty: PenaltyType.DriveThrough },
  sgpenalty: { penalty: PenaltyType.StopGo },
  stopgopenalty: { penalty: PenaltyType.StopGo },
  timepenalty: { penalty: PenaltyType.TimePenalty },
};

const unknown = { infringementType: null, otherVehicleIdx: null, penaltyIssuedTime: null };

/** Penalties and warnings of a car. The history says which counter rose, by how much and on which lap, but not why. */
function rulingsOf(car: SavedCar): { penalties: Penalty[]; warnings: Warning[] } {
  const penalties: Penalty[] = [];
  const warnings: Warning[] = [];
  for (const entry of car['warning-penalty-history'] ?? []) {
    const kind = kinds[entry['entry-type'].toLowerCase().replaceAll(/[^a-z]/g, '')];
    // A counter falls when a penalty was served or withdrawn.
    const added = Math.round((entry['new-value'] ?? 0) - (entry['old-value'] ?? 0));
    if (kind === undefined || added <= 0) continue;
    const lapNum = positive(entry['lap-number']);
    if ('warning' in kind) {
      warnings.push(...repeat(added, { warningType: kind.warning, lapNum, warningTime: null }));
    } else if (kind.penalty === PenaltyType.TimePenalty) {
      penalties.push({ ...unknown, penaltyType: kind.penalty, penaltyTime: added, lapNum });
    } else {
      penalties.push(...repeat(added, { ...unknown, penaltyType: kind.penalty, penaltyTime: null, lapNum }));
    }
  }
  return { penalties, warnings };
}

/** Copies of an item; the game's counters fit in a byte. */
function repeat<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: Math.min(count, 255) }, () => item);
}

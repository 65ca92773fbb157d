import type { Driver } from '#contract/entities/session';
import { sessionDrivers } from './tables.ts';
import type { Transaction } from './transaction.ts';

/** The fields of a driver that have columns. */
type DriverFields = Omit<Driver, 'lapTimes' | 'pitStops' | 'tyres' | 'penalties' | 'warnings'>;

/** One driver of a session as it is stored. */
export type DriverRow = Omit<typeof sessionDrivers.$inferSelect, 'sessionId'>;

/** The rows of the drivers of an upload. */
export function driverRowsOf(drivers: readonly DriverFields[]): DriverRow[] {
  return drivers.map((driver) => ({
    carIndex: driver.carIndex,
    name: driver.name,
    recordedName: null,
    team: driver.team,
    carNumber: driver.carNumber,
    startingPosition: driver.startingPosition,
    finishingPosition: driver.finishingPosition ?? driver.position,
    resultStatus: driver.resultStatus,
    bestLapTimeMs: driver.bestLapTimeMs,
    totalRaceTime: driver.totalRaceTime,
    totalPenaltiesSeconds: driver.totalPenaltiesSeconds,
    numberOfLaps: driver.numberOfLaps,
  }));
}

/** Stores the drivers of a session. */
export async function insertDrivers(
  transaction: Transaction,
  sessionId: string,
  rows: readonly DriverRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction.insert(sessionDrivers).values(rows.map((row) => ({ ...row, sessionId })));
}

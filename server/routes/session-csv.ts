import { labelOf } from '#contract/entities/label';
import type { Session } from '#contract/entities/session';
import { ResultStatus } from '#contract/enumerations';
import { classificationOf } from '#contract/race/classification';
import { type Cell, type Separator, toCsv } from '../http/csv.ts';

const head = [
  'Position',
  'Number',
  'Driver',
  'Team',
  'Grid',
  'Laps',
  'Time',
  'Gap (s)',
  'Laps behind',
  'Best lap',
  'Pit stops',
  'Penalties (s)',
  'Status',
];

/** The classification of a session as CSV. */
export function sessionCsv(session: Pick<Session, 'sessionType' | 'drivers'>, separator: Separator): Buffer {
  const rows = classificationOf(session).map(({ driver, position, time, gapToLeader }): Cell[] => [
    position,
    driver.carNumber,
    driver.name,
    driver.team,
    driver.startingPosition,
    driver.numberOfLaps,
    time === null ? null : formatTime(time),
    gapToLeader !== null && 'milliseconds' in gapToLeader ? gapToLeader.milliseconds / 1_000 : null,
    gapToLeader !== null && 'laps' in gapToLeader ? gapToLeader.laps : null,
    driver.bestLapTimeMs === null ? null : formatTime(driver.bestLapTimeMs),
    driver.pitStops.length,
    driver.totalPenaltiesSeconds,
    labelOf(ResultStatus, driver.resultStatus),
  ]);
  return toCsv([head, ...rows], separator);
}

/** `1:31:44.742` or `1:23.456`. */
function formatTime(milliseconds: number): string {
  const hours = Math.floor(milliseconds / 3_600_000);
  const minutes = Math.floor(milliseconds / 60_000) % 60;
  const seconds = ((milliseconds % 60_000) / 1_000).toFixed(3).padStart(6, '0');
  return hours === 0 ? `${minutes}:${seconds}` : `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`;
}

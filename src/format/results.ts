import type { Result } from '#contract/entities/season';
import type { Session } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { type ClassifiedDriver, classificationOf } from '#contract/race/classification';
import { statusLabel } from '#contract/race/status-label';
import { penaltyText } from './penalty-text.ts';
import { formatGapOf, formatLap, formatTime } from './time.ts';

/** A line of a classification with its texts. */
export interface ResultRow extends ClassifiedDriver {
  /** Race: the winner's time, the gap of the others, or DNF, DSQ, NC, RET. Any other session: the best lap. */
  readonly main: string;
  readonly gap: string;
  readonly interval: string;
  readonly bestLap: string;
  /** `+5s`, `DT`, `SG`. */
  readonly penalties: string;
}

/** The lines of a classification, ready to be drawn. */
export function resultRows(session: Pick<Session, 'sessionType' | 'drivers'>): ResultRow[] {
  const isOfRace = isRace(session.sessionType);
  return classificationOf(session).map((row, index) => {
    const isLeader = isOfRace && index === 0 && row.status === null;
    const gap = isLeader ? 'Leader' : formatGapOf(row.gapToLeader);
    return {
      ...row,
      main: isOfRace ? raceText(row, isLeader, gap) : row.time === null ? 'No time' : formatLap(row.time),
      gap,
      interval: formatGapOf(row.gapToCarAhead),
      bestLap: formatLap(row.driver.bestLapTimeMs),
      penalties: penaltyText(row.driver),
    };
  });
}

function raceText({ status, time }: ClassifiedDriver, isLeader: boolean, gap: string): string {
  if (status !== null) return status;
  return isLeader ? formatTime(time) : gap;
}

/** A result in a cell of the results matrix: the position, or DNF, DSQ, NC, RET. */
export function resultText({
  resultStatus,
  isClassified,
  position,
}: Pick<Result, 'resultStatus' | 'isClassified' | 'position'>): string {
  const status = isClassified === true ? null : statusLabel(resultStatus);
  return status ?? (position === null ? '–' : String(position));
}

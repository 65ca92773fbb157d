import type { Result } from '#contract/entities/season';
import type { Session } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { RaceResults } from './RaceResults.tsx';
import type { ResultsProps } from './ResultsRow.tsx';
import { TimedResults } from './TimedResults.tsx';

interface ResultsTableProps extends ResultsProps {
  readonly session: Session;
  /** By car index; null where the race gives none. */
  readonly points: ReadonlyMap<number, Result> | null;
}

/** The classification of a session: two lines a row on a phone, all columns on a wide screen. */
export function ResultsTable({ session, points, ...results }: ResultsTableProps) {
  return isRace(session.sessionType) ? (
    <RaceResults {...results} points={points} />
  ) : (
    <TimedResults {...results} session={session} />
  );
}

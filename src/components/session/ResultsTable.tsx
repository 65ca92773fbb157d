import type { Session } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { resultRows } from '../../format/results.ts';
import { RaceResults } from './RaceResults.tsx';
import { TimedResults } from './TimedResults.tsx';

/** The classification of a session: two lines a row on a phone, all columns on a wide screen. */
export function ResultsTable({ session }: { session: Session }) {
  const rows = resultRows(session);
  return isRace(session.sessionType) ? <RaceResults rows={rows} /> : <TimedResults rows={rows} session={session} />;
}

import type { ReactNode } from 'react';
import type { SessionSummary } from '#contract/entities/session';
import { scoredEventOf } from '#contract/race/ruled-event';
import { TeamColours } from './TeamColours.tsx';

/** Gives the teams of a session in a list the colours that they have in its season. */
export function SeasonColours({ session, children }: { session: SessionSummary; children: ReactNode }) {
  const teams = scoredEventOf(session, null)?.teams;
  return teams === undefined ? children : <TeamColours teams={teams}>{children}</TeamColours>;
}

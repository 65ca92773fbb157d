import type { ReactNode } from 'react';
import type { SessionSummary } from '#contract/entities/session';
import { scoredEventOf } from '#contract/race/ruled-event';
import { TeamColours } from './TeamColours.tsx';

/** Gives the teams of a session in a list the colours that they have in its season. */
export function SessionTeamColours({ session, children }: { session: SessionSummary; children: ReactNode }) {
  const event = scoredEventOf(session, null);
  if (event?.teams === undefined) return children;
  return (
    <TeamColours teams={event.teams} chosen={event.teamColours}>
      {children}
    </TeamColours>
  );
}

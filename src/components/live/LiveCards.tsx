import type { ReactNode } from 'react';
import type { LiveSummary } from '#contract/entities/live-session';
import { CardList } from '../CardList.tsx';
import { LiveCard } from './LiveCard.tsx';

/** Live sessions as cards; `empty` is shown where there are none. */
export function LiveCards({ sessions, empty }: { sessions: readonly LiveSummary[]; empty: ReactNode }) {
  if (sessions.length === 0) return empty;
  return (
    <CardList items={sessions} className="grid gap-2.5 desk:grid-cols-2">
      {(session) => <LiveCard session={session} />}
    </CardList>
  );
}

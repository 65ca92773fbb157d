import type { ReactNode } from 'react';
import type { LiveSummary } from '#contract/entities/live-session';
import { LiveCard } from './LiveCard.tsx';

/** Live sessions as cards; `empty` is shown where there are none. */
export function LiveCards({ sessions, empty }: { sessions: readonly LiveSummary[]; empty: ReactNode }) {
  if (sessions.length === 0) return empty;
  return (
    <ul className="grid gap-2.5 desk:grid-cols-2">
      {sessions.map((session) => (
        <li key={session.id} className="min-w-0">
          <LiveCard session={session} />
        </li>
      ))}
    </ul>
  );
}

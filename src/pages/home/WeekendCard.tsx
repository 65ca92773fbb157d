import type { Weekend } from '#contract/race/weekends';
import { SessionCard } from '../../components/SessionCard.tsx';
import { SessionChips } from './SessionChips.tsx';

/** An earlier weekend: its race, and its other sessions. */
export function WeekendCard({ weekend: { main, others } }: { weekend: Weekend }) {
  return (
    <div className="card stack h-full content-start">
      <SessionCard session={main} isFramed={false} />
      {others.length === 0 ? null : (
        <div className="px-2.5 pb-1">
          <SessionChips sessions={others} />
        </div>
      )}
    </div>
  );
}

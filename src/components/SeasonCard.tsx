import type { SeasonSummary } from '#contract/season';
import { formatDay } from '../format/date.ts';
import { Away } from './Away.tsx';

/** A season in a list; the whole card is the link. */
export function SeasonCard({
  season,
  lead,
}: {
  season: SeasonSummary;
  lead?: { name: string; points: string } | null;
}) {
  const { eventCount = 0, eventsRun = 0 } = season;
  return (
    <a
      href={`/seasons/${season.id}`}
      className="group card flex min-h-[72px] items-center justify-between gap-3 px-3.5 py-3 transition-colors hover:border-mute"
    >
      <span className="grid min-w-0 gap-0.5">
        <bdi className="truncate text-17 font-750">{season.name}</bdi>
        <span className="truncate text-14 text-mute">
          <Away />
          {eventCount === 0
            ? `Made ${formatDay(season.createdAt)}, no events yet`
            : `Round ${eventsRun} of ${eventCount}`}
        </span>
      </span>
      {lead == null ? null : (
        <span className="grid min-w-0 max-w-[45%] shrink-0 text-right">
          <bdi className="truncate font-750">{lead.name}</bdi>
          <span className="text-14 font-650 text-amber">{lead.points} pts</span>
        </span>
      )}
    </a>
  );
}

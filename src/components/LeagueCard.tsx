import type { League } from '#contract/league';
import { Away } from './Away.tsx';
import { LeaguePicture } from './LeaguePicture.tsx';

/** A league in a list; the whole card is the link. */
export function LeagueCard({ league }: { league: League }) {
  const count = league.seasonIds.length;
  return (
    <a
      href={`/leagues/${league.id}`}
      className="group card flex min-h-[72px] items-center gap-3 px-3.5 py-3 transition-colors hover:border-mute"
    >
      <LeaguePicture league={league} size={48} />
      <span className="grid min-w-0 gap-0.5">
        <bdi className="truncate text-17 font-750">{league.name}</bdi>
        <span className="truncate text-14 text-mute">
          <Away />
          {league.description?.trim() || 'No description yet'}
        </span>
      </span>
      <span className="ml-auto shrink-0 pl-2 text-14 text-mute">
        {count} {count === 1 ? 'season' : 'seasons'}
      </span>
    </a>
  );
}

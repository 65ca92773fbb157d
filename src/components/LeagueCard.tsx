import type { League } from '#contract/league';
import { formatCount } from '../format/count.ts';
import { LeaguePicture } from './LeaguePicture.tsx';
import { PageLink } from './PageLink.tsx';

/** A league in a list. */
export function LeagueCard({ league }: { league: League }) {
  return (
    <PageLink
      href={`/leagues/${league.id}`}
      badge="corner"
      className="card relative flex min-h-[72px] items-center gap-3 px-3.5 py-3 transition-colors hover:border-mute"
    >
      <LeaguePicture league={league} size={48} />
      <span className="grid min-w-0 gap-0.5">
        <bdi className="truncate text-17 font-750">{league.name}</bdi>
        <span className="truncate text-14 text-mute">{league.description?.trim() || 'No description yet'}</span>
      </span>
      <span className="ml-auto shrink-0 pl-2 text-14 text-mute">{formatCount(league.seasonIds.length, 'season')}</span>
    </PageLink>
  );
}

import type { League } from '#contract/entities/league';
import { formatCount } from '../format/count.ts';
import { Icon } from './Icon.tsx';
import { LeaguePicture } from './LeaguePicture.tsx';
import { PageLink } from './PageLink.tsx';
import { pageIcons } from './page-icons.ts';

/** A league in a list. */
export function LeagueCard({ league }: { league: League }) {
  const seasons = formatCount(league.seasonIds.length, 'season');
  return (
    <PageLink
      href={`/leagues/${league.id}`}
      badge="corner"
      className="card relative flex min-h-[72px] items-center gap-3 px-3.5 py-3 transition-colors hover:border-mute"
    >
      <LeaguePicture league={league} size={48} />
      <span className="grid min-w-0 gap-0.5">
        <span className="flex min-w-0 items-center gap-1.5">
          <bdi className="name-line text-17 font-750">{league.name}</bdi>
          {league.isPublic ? null : (
            <span className="text-amber">
              <Icon path={pageIcons.lock} size={16} />
              <span className="sr-only">private</span>
            </span>
          )}
        </span>
        <span className="truncate text-14 text-mute">
          <span className="hidden narrow:inline">{seasons} · </span>
          {league.description?.trim() || 'No description yet'}
        </span>
      </span>
      <span className="ml-auto shrink-0 pl-2 text-14 text-mute narrow:hidden">{seasons}</span>
    </PageLink>
  );
}

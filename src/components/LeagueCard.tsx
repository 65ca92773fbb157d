import type { League } from '#contract/entities/league';
import type { LeagueSeason } from '#contract/entities/record';
import { formatShortDay } from '../format/date.ts';
import { leagueCardTexts } from '../format/league-card.ts';
import { formatPoints } from '../format/time.ts';
import { Icon } from './Icon.tsx';
import { LeaguePicture } from './LeaguePicture.tsx';
import { LocalTime } from './LocalTime.tsx';
import { PageLink } from './PageLink.tsx';
import { pageIcons } from './page-icons.ts';

interface LeagueCardProps {
  readonly league: League;
  /** The season that it drives now, where that is known. */
  readonly season?: LeagueSeason | undefined;
  /** A word about it, such as the role of the user. */
  readonly note?: string | null;
}

/** A league in a list: who leads its season, the round and the last race; without a season what it says of itself. */
export function LeagueCard({ league, season, note = null }: LeagueCardProps) {
  const { line, day, seasons } = leagueCardTexts(league, season);
  const leader = season?.leader ?? null;
  return (
    <PageLink
      href={`/leagues/${league.id}`}
      badge="corner"
      className="card relative flex min-h-18 items-center gap-3 px-3.5 py-3 hover-transition hover:border-mute"
    >
      <LeaguePicture league={league} size={48} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 items-center gap-1.5">
          <bdi className="name-line text-17 font-750">{league.name}</bdi>
          {league.isPublic ? null : (
            <span className="text-amber">
              <Icon path={pageIcons.lock} size={16} />
              <span className="sr-only">private</span>
            </span>
          )}
        </span>
        <span className="flex min-w-0 gap-x-1 text-14 text-mute">
          <span className="truncate">
            {note === null ? null : <b className="font-650 text-text">{note} · </b>}
            {line}
          </span>
          {day === null ? null : (
            <span className="shrink-0 tiny:hidden">
              <LocalTime instant={day} format={formatShortDay} />
            </span>
          )}
        </span>
      </span>
      {leader === null ? (
        seasons === null ? null : (
          <span className="shrink-0 text-14 text-mute narrow:hidden">{seasons}</span>
        )
      ) : (
        <span className="grid min-w-0 max-w-2/5 shrink-0 text-right">
          <bdi className="name-text font-750">{leader.name}</bdi>
          <span className="text-14 font-650 text-amber">{formatPoints(leader.points)} pts</span>
        </span>
      )}
    </PageLink>
  );
}

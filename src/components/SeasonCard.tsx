import type { SeasonSummary } from '#contract/entities/season';
import { progressText, summaryProgress } from '#contract/race/season-progress';
import { formatDay } from '../format/date.ts';
import { LocalTime } from './LocalTime.tsx';
import { PageLink } from './PageLink.tsx';

interface SeasonCardProps {
  readonly season: SeasonSummary;
  /** The name of its league. */
  readonly league?: string | null;
  readonly leader?: { name: string; points: string } | null;
  /** A word about it, such as the role of the user. */
  readonly note?: string | null;
}

/** A season in a list, with its league and its leader. */
export function SeasonCard({ season, league = null, leader, note = null }: SeasonCardProps) {
  const { eventCount = 0 } = season;
  return (
    <PageLink
      href={`/seasons/${season.id}`}
      badge="corner"
      className="card relative flex min-h-18 items-center justify-between gap-3 px-3.5 py-3 hover-transition hover:border-mute"
    >
      <span className="grid min-w-0 gap-0.5">
        <bdi className="name-line text-17 font-750">{season.name}</bdi>
        <span className="truncate text-14 text-mute">
          {note === null ? null : <b className="font-650 text-text">{note} · </b>}
          {league === null ? null : (
            <>
              <bdi>{league}</bdi>
              {' · '}
            </>
          )}
          {eventCount === 0 ? (
            <>
              Created <LocalTime instant={season.createdAt} format={formatDay} /> · no events yet
            </>
          ) : (
            progressText(summaryProgress(season))
          )}
        </span>
      </span>
      {leader == null ? null : (
        <span className="grid min-w-0 max-w-[45%] shrink-0 text-right">
          <bdi className="name-text font-750">{leader.name}</bdi>
          <span className="text-14 font-650 text-amber">{leader.points} pts</span>
        </span>
      )}
    </PageLink>
  );
}

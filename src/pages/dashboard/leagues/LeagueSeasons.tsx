import { useRef } from 'react';
import { removeLeagueSeason } from '#contract/calls/edit-league';
import { pageOwnSeasons } from '#contract/calls/seasons';
import { maximumPageSize } from '#contract/constants';
import type { SeasonSummary } from '#contract/entities/season';
import type { ShownLeague } from '../../../actors/leagues.ts';
import { useRead } from '../../../actors/read.tsx';
import { useWrite } from '../../../actors/write.ts';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { OwnSeasonPages } from '../OwnSeasonPages.tsx';
import { AddSeason } from './AddSeason.tsx';
import { SeasonWrite } from './SeasonWrite.tsx';

/** The seasons of a league, newest first, each to remove; and others to add. */
export function LeagueSeasons({ league, version }: ShownLeague) {
  const read = useRead({ call: pageOwnSeasons, query: { page: 0, pageSize: maximumPageSize } });
  const own = read.value?.seasons ?? (read.phase === 'failed' ? [] : null);
  return (
    <>
      {league.isPublic ? null : (
        <p className="text-mute">
          A season in private leagues alone is hidden, with the sessions that only such seasons hold. Everybody sees one
          that you take out of its last private league.
        </p>
      )}
      {own === null ? null : <Added league={league} version={version} own={own} />}
      <OwnSeasonPages skeleton={<SkeletonCards count={3} height={56} />}>
        {(seasons) => <AddSeason league={league} own={seasons} />}
      </OwnSeasonPages>
    </>
  );
}

interface AddedProps extends ShownLeague {
  /** The user's own seasons, as far as they are known: others are read one by one. */
  readonly own: readonly SeasonSummary[];
}

function Added({ league, version, own }: AddedProps) {
  const removeSeason = useWrite(removeLeagueSeason);
  const list = useRef<HTMLDivElement>(null);
  return (
    <div ref={list} tabIndex={-1} className="stack gap-3 outline-none">
      {league.seasonIds.length === 0 ? <p className="text-mute">No seasons yet. Add the first one below.</p> : null}
      <ul hidden={league.seasonIds.length === 0} aria-label="Seasons of this league" className="stack">
        {[...league.seasonIds].reverse().map((seasonId) => {
          const season = own.find(({ id }) => id === seasonId) ?? null;
          return (
            <li key={seasonId}>
              <SeasonWrite
                id={seasonId}
                season={season}
                action="Remove"
                write={(key, signal) =>
                  removeSeason({ entity: league, version, params: { leagueId: league.id, seasonId }, key, signal })
                }
                onDone={(next) => (next ?? list.current)?.focus()}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

import { useRef } from 'react';
import { maximumPageSize } from '#contract/constants';
import type { SeasonSummary } from '#contract/entities/season';
import type { ShownLeague } from '../../../actors/leagues.ts';
import { useMutation } from '../../../actors/mutation.ts';
import { useRead } from '../../../actors/read.tsx';
import { useWrite } from '../../../actors/write.ts';
import { neighbourButton } from '../../../browser/focus.ts';
import { FormError } from '../../../components/form/FormError.tsx';
import { Waiting } from '../../../components/form/Waiting.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { OwnSeasonPages } from '../OwnSeasonPages.tsx';
import { AddSeason } from './AddSeason.tsx';
import { SeasonLine, UnlistedSeasonLine } from './SeasonLine.tsx';

/** The seasons of a league, newest first, each to remove; and others to add. */
export function LeagueSeasons({ league, version }: ShownLeague) {
  const read = useRead({ name: 'pageOwnSeasons', query: { page: 0, pageSize: maximumPageSize } });
  const own = read.value?.seasons ?? (read.phase === 'failed' ? [] : null);
  return (
    <>
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
  const removeSeason = useWrite('removeLeagueSeason');
  const list = useRef<HTMLDivElement>(null);
  const { submit, failure, secondsLeft, wait } = useMutation({
    run: ({ seasonId }: { seasonId: string; next: HTMLElement | null }, key, signal) =>
      removeSeason({ entity: league, version, params: { leagueId: league.id, seasonId }, key, signal }),
    // Its own line is gone by now.
    onDone: (_, { next }) => (next?.isConnected === true ? next : list.current)?.focus(),
  });
  return (
    <div ref={list} tabIndex={-1} className="stack gap-3 outline-none">
      {league.seasonIds.length === 0 ? <p className="text-mute">No seasons yet. Add the first one below.</p> : null}
      <ul hidden={league.seasonIds.length === 0} aria-label="Seasons of this league" className="stack">
        {[...league.seasonIds].reverse().map((seasonId) => {
          const season = own.find(({ id }) => id === seasonId);
          const remove = (button: HTMLElement) => submit({ seasonId, next: neighbourButton(button) });
          return (
            <li key={seasonId}>
              {season === undefined ? (
                <UnlistedSeasonLine id={seasonId} action="Remove" onAction={remove} />
              ) : (
                <SeasonLine season={season} action="Remove" onAction={remove} />
              )}
            </li>
          );
        })}
      </ul>
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <Waiting wait={wait} />
    </div>
  );
}

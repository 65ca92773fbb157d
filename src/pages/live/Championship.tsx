import { useState } from 'react';
import type { LiveSummary } from '#contract/entities/live-session';
import type { Season } from '#contract/entities/season';
import type { StandingNow } from '#contract/race/as-it-stands';
import type { LiveStore } from '../../actors/live.ts';
import { Button } from '../../components/Button.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SkeletonTable } from '../../components/Skeleton.tsx';
import { RunningStandings, type ShowRead } from './RunningStandings.tsx';
import { StandingsNow } from './StandingsNow.tsx';

/** The number of drivers shown at first. */
const shownFirst = 10;

export interface ChampionshipProps {
  readonly store: LiveStore;
  readonly liveId: string;
  readonly event: NonNullable<LiveSummary['event']>;
}

const skeleton = <SkeletonTable rows={shownFirst} />;
const showRead: ShowRead = (read, show) => (
  <ReadView isPart read={read} skeleton={skeleton}>
    {show}
  </ReadView>
);

/** The championship of a live race's season as it would be if the race ended now. */
export function Championship(props: ChampionshipProps) {
  return (
    <div className="grid gap-2 pt-2">
      <h2 className="text-17 font-750">Championship as it stands</h2>
      <RunningStandings
        {...props}
        showRead={showRead}
        skeleton={skeleton}
        withoutPoints={<p className="py-3 text-mute">This session gives no points.</p>}
      >
        {(rows, season, since) => <Rows rows={rows} season={season} since={since} />}
      </RunningStandings>
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly StandingNow[];
  readonly season: Season;
  readonly since: string;
}

function Rows({ rows, season, since }: RowsProps) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <>
      <StandingsNow rows={showsAll ? rows : rows.slice(0, shownFirst)} />
      {rows.length > shownFirst ? (
        <Button onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? `Show the first ${shownFirst}` : `Show all ${rows.length}`}
        </Button>
      ) : null}
      <p className="text-14 text-mute">
        <PageLink
          href={`/seasons/${season.id}`}
          className="inline-flex min-h-6 items-center text-text underline underline-offset-4"
        >
          <bdi>{season.name}</bdi>
        </PageLink>{' '}
        if the race ended now, penalties included. Arrows show places gained or lost since {since}, the last column the
        points that are missing to the place ahead.
      </p>
    </>
  );
}

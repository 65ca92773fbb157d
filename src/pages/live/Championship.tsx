import { type ReactNode, useState } from 'react';
import type { LiveSummary } from '#contract/entities/live-session';
import type { Season, Standings } from '#contract/entities/season';
import {
  canScore,
  compareStandings,
  keyOfRace,
  type LiveRaceOfSeason,
  sessionsToRescore,
  standingsNow,
} from '#contract/race/as-it-stands';
import type { SessionToScore } from '#contract/race/preview';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { useRead } from '../../actors/read.tsx';
import { Button } from '../../components/Button.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SkeletonTable } from '../../components/Skeleton.tsx';
import { StandingsNow } from '../../components/season/StandingsNow.tsx';

/** So many drivers are shown at first. */
const shownFirst = 10;

export interface ChampionshipProps {
  readonly store: LiveStore;
  readonly liveId: string;
  readonly event: NonNullable<LiveSummary['event']>;
}

/** The championship of a live race's season as it would be if the race ended now. */
export function Championship({ store, liveId, event }: ChampionshipProps) {
  const read = useRead({ name: 'getSeason', params: { id: event.seasonId } });
  return (
    <div className="grid gap-2 pt-2">
      <h2 className="text-17 font-750">Championship as it stands</h2>
      <ReadView isPart read={read} skeleton={<SkeletonTable rows={shownFirst} />}>
        {(season) => <Running store={store} liveId={liveId} eventId={event.eventId} season={season} />}
      </ReadView>
    </div>
  );
}

interface RunningProps extends Pick<ChampionshipProps, 'store' | 'liveId'> {
  readonly eventId: string;
  readonly season: Season;
}

function Running({ store, liveId, eventId, season }: RunningProps) {
  // Changes with every change of the order, and not with every frame.
  const key = useRace(store, ({ view }) => (view === null ? null : keyOfRace(view.document)));
  const document = store.state().view?.document;
  if (key === null || document === undefined) return <SkeletonTable rows={shownFirst} />;
  const race = { liveId, eventId, document };
  if (!canScore(race.document)) return <p className="py-3 text-mute">This session gives no points.</p>;
  return (
    <WithSessions ids={sessionsToRescore(season, race)}>
      {(rescored) => (
        <WithOfficial season={season}>
          {(before, since) => <Rows season={season} race={race} rescored={rescored} before={before} since={since} />}
        </WithOfficial>
      )}
    </WithSessions>
  );
}

interface RowsProps {
  readonly season: Season;
  readonly race: LiveRaceOfSeason;
  readonly rescored: readonly SessionToScore[];
  readonly before: Pick<Standings, 'drivers'>;
  readonly since: string;
}

function Rows({ season, race, rescored, before, since }: RowsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const rows = compareStandings(standingsNow(season, race, rescored), before, race.liveId);
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

interface WithSessionsProps {
  readonly ids: readonly string[];
  readonly loaded?: readonly SessionToScore[];
  readonly children: (sessions: readonly SessionToScore[]) => ReactNode;
}

/** Reads sessions one after another; there is hardly ever more than one. */
function WithSessions({ ids, loaded = [], children }: WithSessionsProps) {
  const [id, ...rest] = ids;
  if (id === undefined) return children(loaded);
  return (
    <WithSession key={id} id={id}>
      {(session) => (
        <WithSessions ids={rest} loaded={[...loaded, session]}>
          {children}
        </WithSessions>
      )}
    </WithSession>
  );
}

function WithSession({ id, children }: { id: string; children: (session: SessionToScore) => ReactNode }) {
  const read = useRead({ name: 'getSession', params: { id } });
  return (
    <ReadView isPart read={read} skeleton={<SkeletonTable rows={shownFirst} />}>
      {children}
    </ReadView>
  );
}

interface WithOfficialProps {
  readonly season: Season;
  readonly children: (standings: Pick<Standings, 'drivers'>, since: string) => ReactNode;
}

/** The official standings of a season; the current ones where none are official. */
function WithOfficial({ season, children }: WithOfficialProps) {
  const { revision } = season;
  if (revision == null) return children(season.standings, 'the last race');
  const since = `the official standings no. ${revision.number}`;
  if (!revision.hasChanged) return children(season.standings, since);
  return (
    <WithRevision seasonId={season.id} number={revision.number}>
      {(standings) => children(standings ?? season.standings, since)}
    </WithRevision>
  );
}

interface WithRevisionProps {
  readonly seasonId: string;
  readonly number: number;
  readonly children: (standings: Standings | undefined) => ReactNode;
}

function WithRevision({ seasonId, number, children }: WithRevisionProps) {
  const read = useRead({ name: 'listRevisions', params: { id: seasonId } });
  return (
    <ReadView isPart read={read} skeleton={<SkeletonTable rows={shownFirst} />}>
      {(revisions) => children(revisions.find((revision) => revision.number === number)?.standings)}
    </ReadView>
  );
}

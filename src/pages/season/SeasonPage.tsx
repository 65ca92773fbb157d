import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import type { Season } from '#contract/entities/season';
import { championshipRows, hasResults, progressOf } from '#contract/race/championship';
import { licencePointsOf } from '#contract/race/licence-points';
import { seatedDrivers } from '#contract/race/roster';
import { defaultRules } from '#contract/race/scoring';
import { teamsOfSeason } from '#contract/race/team-colours';
import { useUser } from '../../actors/auth.tsx';
import { useRead } from '../../actors/read.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Heading } from '../../components/Heading.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { Skeleton, SkeletonTable } from '../../components/Skeleton.tsx';
import { Calendar } from '../../components/season/Calendar.tsx';
import { ResultsMatrix } from '../../components/season/ResultsMatrix.tsx';
import { StandingsTable } from '../../components/season/StandingsTable.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { TeamColours } from '../../components/TeamColours.tsx';
import { licencePointsText } from '../../format/ruling-texts.ts';
import { dropSentence } from '../../format/scoring-texts.ts';
import { formatPoints } from '../../format/time.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { KeepOfflineButton } from '../offline/KeepOfflineButton.tsx';
import { eventItem, seasonItem } from '../offline/offline-items.ts';
import { PointsDialog, type SelectedResult } from './PointsDialog.tsx';
import { SeasonStatus } from './SeasonStatus.tsx';
import { WatchLive } from './WatchLive.tsx';

const tabs = [
  { name: 'drivers', label: 'Drivers' },
  { name: 'teams', label: 'Constructors' },
  { name: 'results', label: 'Results' },
  { name: 'calendar', label: 'Calendar' },
  { name: 'share', label: 'Share' },
] as const;

const SeasonExport = lazy(() => import('./SeasonExport.tsx').then((loaded) => ({ default: loaded.SeasonExport })));

/** With the parts of d3 that it draws with. */
const TitleChart = lazy(() =>
  import('../../components/season/TitleChart.tsx').then((loaded) => ({ default: loaded.TitleChart })),
);

const RosterPanel = lazy(() => import('./RosterPanel.tsx').then((loaded) => ({ default: loaded.RosterPanel })));

/** A season: standings, results of all races, calendar. */
export function SeasonPage({ id }: { id: string }) {
  const read = useRead({ name: 'getSeason', params: { id } });
  const userId = useUser()?.userId;
  const tabName = new URLSearchParams(useSearch()).get('tab');
  const current = tabs.find((tab) => tab.name === tabName)?.name ?? 'drivers';
  const skeleton = (
    <div className="grid gap-4">
      <Skeleton height={64} />
      <Skeleton height={44} />
      <SkeletonTable rows={12} />
    </div>
  );
  return (
    <ReadView read={read} skeleton={skeleton}>
      {(season) => (
        <article className="stack gap-4">
          <SeasonHead
            season={season}
            action={
              <>
                {season.ownerId === userId ? (
                  <ButtonLink href={`/dashboard/seasons/${season.id}/edit`} className="no-print">
                    Edit
                  </ButtonLink>
                ) : null}
                <KeepOfflineButton item={seasonItem(season)} />
              </>
            }
          />
          <Tabs label="Season" tabs={tabs} current={current} />
          <section aria-label={tabs.find((tab) => tab.name === current)?.label}>
            <TeamColours teams={teamsOfSeason(season)}>
              <Panel season={season} name={current} isOwner={season.ownerId === userId} />
            </TeamColours>
          </section>
        </article>
      )}
    </ReadView>
  );
}

function SeasonHead({ season, action }: { season: Season; action: ReactNode }) {
  const { run, all } = progressOf(season);
  const [first, second] = season.standings.drivers;
  const lead = first === undefined || second === undefined ? 0 : first.points - second.points;
  return (
    <header className="stack gap-1 wrap-anywhere">
      {season.leagues === undefined || season.leagues.length === 0 ? null : (
        <p className="flex flex-wrap gap-x-4 text-14 font-650">
          {season.leagues.map((league) => (
            <PageLink
              key={league.id}
              href={`/leagues/${league.id}`}
              className="flex min-h-6 items-center gap-1.5 text-red"
            >
              <bdi>{league.name}</bdi>
            </PageLink>
          ))}
        </p>
      )}
      <div className="flex items-start gap-3">
        <Heading title={season.name} className="min-w-0 flex-1 text-26 font-800 desk:text-30">
          <bdi>{season.name}</bdi>
        </Heading>
        {action}
      </div>
      <p className="text-mute">
        {all === 0 ? 'No events yet' : `Round ${run} of ${all}`}
        {first === undefined || first.points === 0 ? null : (
          <>
            {' · '}
            <bdi className="font-650 text-text">{first.name}</bdi>
            {lead === 0 ? ' is ahead, level on points' : ` leads by ${formatPoints(lead)} points`}
          </>
        )}
      </p>
      <SeasonStatus season={season} />
    </header>
  );
}

/** The chosen championship, with the other one beside it where there is room. */
function Championships({ season, first }: { season: Season; first: 'drivers' | 'teams' }) {
  const { standings, scoring = defaultRules } = season;
  const licences = [...licencePointsOf(season)].map(([name, points]) => [name, licencePointsText(points)] as const);
  const notes = new Map(licences);
  const dropped = dropSentence(scoring);
  const roster = seatedDrivers(season);
  const rows = { drivers: championshipRows(standings.drivers), teams: championshipRows(standings.teams ?? []) };
  const second = first === 'drivers' ? 'teams' : 'drivers';
  return (
    <div className="stack items-start gap-8 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <StandingsTable rows={rows[first]} of={first} roster={roster} notes={notes} />
      {rows[second].length === 0 ? null : (
        <div className="hidden wide:block">
          <StandingsTable rows={rows[second]} of={second} roster={roster} notes={notes} />
        </div>
      )}
      {dropped === '' || first === 'teams' ? null : <p className="text-14 text-mute wide:col-span-2">{dropped}</p>}
    </div>
  );
}

/** The championship of drivers, and those who have no result yet. */
function DriversPanel({ season }: { season: Season }) {
  const hasRoster = season.roster != null && season.roster.length > 0;
  return (
    <div className="stack gap-8">
      {hasRoster && !hasResults(season.standings) ? null : <Championships season={season} first="drivers" />}
      {season.standings.drivers.length < 2 ? null : (
        <Suspense fallback={<Skeleton height={430} />}>
          <TitleChart season={season} />
        </Suspense>
      )}
      {hasRoster ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <RosterPanel season={season} />
        </Suspense>
      ) : null}
    </div>
  );
}

interface PanelProps {
  readonly season: Season;
  readonly name: (typeof tabs)[number]['name'];
  readonly isOwner: boolean;
}

function Panel({ season, name, isOwner }: PanelProps) {
  const [selected, setSelected] = useState<SelectedResult | null>(null);
  const dialog = useDialogHistory();
  switch (name) {
    case 'drivers':
      return <DriversPanel season={season} />;
    case 'teams':
      return <Championships season={season} first="teams" />;
    case 'results':
      return (
        <>
          <ResultsMatrix
            season={season}
            explain={(driver, result, sessionTitle) => {
              const event = season.events.find(({ sessions }) =>
                sessions.some(({ session }) => session.id === result.sessionId),
              );
              const pointsFactor = event?.pointsFactor ?? 1;
              setSelected({ driverName: driver.name, sessionTitle, result, pointsFactor });
              dialog.open();
            }}
          />
          <PointsDialog
            selected={selected}
            rulings={season.rulings ?? []}
            dialog={dialog}
            rulingsHref={isOwner ? `/dashboard/seasons/${season.id}/edit/rulings` : null}
          />
        </>
      );
    case 'share':
      return (
        <div className="max-w-4xl">
          <h2 className="sr-only">Share and export</h2>
          <Suspense fallback={<Skeleton height={320} />}>
            <SeasonExport season={season} />
          </Suspense>
        </div>
      );
    case 'calendar':
      return (
        <Calendar
          events={season.events}
          action={(event) => <KeepOfflineButton key={event.id} item={eventItem(season, event)} />}
          live={(liveId, otherwise) => <WatchLive id={liveId}>{otherwise}</WatchLive>}
        />
      );
  }
}

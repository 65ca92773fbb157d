import { lazy, type ReactNode, useMemo } from 'react';
import { getSeason } from '#contract/calls/seasons';
import type { Season } from '#contract/entities/season';
import { championshipRows, hasResults } from '#contract/race/championship';
import { licencePointsOf } from '#contract/race/licence-points';
import { seatedDrivers } from '#contract/race/roster';
import { defaultRules } from '#contract/race/scoring';
import { liveRoundsOf } from '#contract/race/season-now';
import { progressOf, progressText } from '#contract/race/season-progress';
import { type TitleFight, titleFight } from '#contract/race/title-fight';
import { useUser } from '../../actors/auth.tsx';
import { useFollowedDrivers } from '../../actors/followed-drivers.ts';
import { useRead } from '../../actors/read.tsx';
import { type Rights, useRights } from '../../actors/rights.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Heading } from '../../components/Heading.tsx';
import { LiveRound } from '../../components/live/LiveRound.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SeasonTeamColours } from '../../components/SeasonTeamColours.tsx';
import { Skeleton, SkeletonTable } from '../../components/Skeleton.tsx';
import { StandingsTable } from '../../components/season/StandingsTable.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { awaitsPublication } from '../../format/awaits-publication.ts';
import { licencePointsText } from '../../format/ruling-text.ts';
import { dropSentence } from '../../format/scoring-texts.ts';
import { sectionPath, sectionsFor, sectionTitles } from '../../format/season-sections.ts';
import { useSearch } from '../../navigation/address.ts';
import { lazyPart } from '../../navigation/pending.ts';
import { Part } from '../LoadBoundary.tsx';
import { KeepOfflineButton } from '../offline/KeepOfflineButton.tsx';
import { seasonItem } from '../offline/offline-items.ts';
import { EntrySkeleton } from './EntrySkeleton.tsx';
import { SeasonStatus } from './SeasonStatus.tsx';
import { readSeasonView, type SeasonTab, seasonTabs, seasonViewHref } from './season-view.ts';
import { leadText } from './title-fight.ts';

const SeasonExport = lazyPart(() => import('./SeasonExport.tsx').then((loaded) => loaded.SeasonExport));

/** The tabs beside the standings are loaded when they are opened. */
const ResultsPanel = lazyPart(() => import('./ResultsPanel.tsx').then((loaded) => loaded.ResultsPanel));

const CalendarPanel = lazyPart(() => import('./CalendarPanel.tsx').then((loaded) => loaded.CalendarPanel));

/** With the parts of d3 that it draws with. */
const TitleChart = lazyPart(() => import('./TitleChart.tsx').then((loaded) => loaded.TitleChart));

const RosterPanel = lazyPart(() => import('./RosterPanel.tsx').then((loaded) => loaded.RosterPanel));

const DriverSeasonSheet = lazy(() =>
  import('./DriverSeasonSheet.tsx').then((loaded) => ({ default: loaded.DriverSeasonSheet })),
);

const EventSheet = lazy(() => import('./EventSheet.tsx').then((loaded) => ({ default: loaded.EventSheet })));

/** For drivers of the season alone. */
const NextAnswer = lazy(() => import('./NextAnswer.tsx').then((loaded) => ({ default: loaded.NextAnswer })));

/** For seasons with a sign-up alone. */
const EntryPanel = lazy(() => import('./EntryPanel.tsx').then((loaded) => ({ default: loaded.EntryPanel })));

/** A season: standings, results of all races, calendar. */
export function SeasonPage({ id }: { id: string }) {
  const read = useRead({ call: getSeason, params: { id } });
  const skeleton = (
    <div className="grid gap-4">
      <Skeleton height={64} />
      <Skeleton height={44} />
      <SkeletonTable rows={12} />
    </div>
  );
  return (
    <ReadView read={read} skeleton={skeleton}>
      {(season) => <SeasonView season={season} isCopy={read.cached !== null} />}
    </ReadView>
  );
}

SeasonPage.loadTab = async (tab: string) => {
  if (tab === 'results') await ResultsPanel.load();
  if (tab === 'calendar') await CalendarPanel.load();
};

function SeasonView({ season, isCopy }: { season: Season; isCopy: boolean }) {
  const rights = useRights(season);
  const [section] = sectionsFor(rights);
  const { tab, driver, event: eventId } = readSeasonView(useSearch());
  const event = season.events.find(({ id }) => id === eventId);
  const userId = useUser()?.userId;
  const isDriver = userId !== undefined && (season.members ?? []).some((member) => member.userId === userId);
  const fights = useMemo(
    () => ({ drivers: titleFight(season, 'drivers'), teams: titleFight(season, 'teams') }),
    [season],
  );
  const rulingsHref = rights.can('rule') ? sectionPath(season.id, 'rulings') : null;
  const isListed = season.standings.drivers.some(({ name }) => name === driver);
  return (
    <article className="stack gap-4">
      <SeasonHead
        season={season}
        rights={rights}
        fight={fights.drivers}
        action={
          <>
            {section === undefined ? null : (
              <ButtonLink href={sectionPath(season.id, section)} className="no-print">
                {rights.can('manageSeason') ? 'Edit' : sectionTitles[section]}
              </ButtonLink>
            )}
            <KeepOfflineButton item={seasonItem(season)} />
          </>
        }
      />
      {isDriver ? (
        <Part fallback={<Skeleton height={148} />}>
          <NextAnswer season={season} />
        </Part>
      ) : null}
      {season.signUp == null ? null : (
        <Part fallback={<EntrySkeleton season={season} />}>
          <EntryPanel season={{ ...season, signUp: season.signUp }} />
        </Part>
      )}
      <Tabs label="Season" tabs={seasonTabs} current={tab} />
      <SeasonTeamColours season={season}>
        <section aria-label={seasonTabs.find(({ name }) => name === tab)?.label}>
          <Panel season={season} fights={fights} name={tab} rulingsHref={rulingsHref} isCopy={isCopy} />
        </section>
        {driver === null || !isListed ? null : (
          <Part fallback={null}>
            <DriverSeasonSheet key={driver} season={season} driver={driver} rulingsHref={rulingsHref} />
          </Part>
        )}
        {event === undefined ? null : (
          <Part fallback={null}>
            <EventSheet key={event.id} season={season} event={event} />
          </Part>
        )}
      </SeasonTeamColours>
    </article>
  );
}

interface SeasonHeadProps {
  readonly season: Season;
  readonly rights: Rights;
  readonly fight: TitleFight | null;
  readonly action: ReactNode;
}

function SeasonHead({ season, rights, fight, action }: SeasonHeadProps) {
  const lead = fight === null ? null : leadText(fight);
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
        {progressText(progressOf(season.events))}
        {lead === null ? null : (
          <>
            {' · '}
            <bdi className="font-650 text-text">{lead.name}</bdi> {lead.text}
          </>
        )}
      </p>
      <SeasonStatus season={season} rights={rights} />
    </header>
  );
}

interface Fights {
  readonly drivers: TitleFight | null;
  readonly teams: TitleFight | null;
}

/** A championship, with the fight for its title beside it where there is room. */
function Championship({ season, fights, of }: { season: Season; fights: Fights; of: keyof Fights }) {
  const { isFollowed } = useFollowedDrivers();
  const licences = [...licencePointsOf(season)].map(([name, points]) => [name, licencePointsText(points)] as const);
  const dropped = of === 'teams' ? '' : dropSentence(season.scoring ?? defaultRules);
  const fight = fights[of];
  const table = {
    isUnpublished: awaitsPublication(season),
    roster: seatedDrivers(season),
    notes: new Map(licences),
    isFollowed,
    hrefOf: (name: string) => seasonViewHref('drivers', name),
  };
  return (
    <div className="stack items-start gap-8 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:block">
      <div className="stack gap-3">
        <StandingsTable {...table} rows={championshipRows(season, of)} of={of} fight={fight} />
        {dropped === '' ? null : <p className="text-14 text-mute">{dropped}</p>}
        {of === 'teams' || fights.teams === null ? null : (
          // Both championships are on one sheet of paper.
          <div className="hidden print:block">
            <StandingsTable {...table} rows={championshipRows(season, 'teams')} of="teams" fight={fights.teams} />
          </div>
        )}
      </div>
      {fight === null || fight.rows.length < 2 ? null : (
        <div className="print:break-before-page">
          <Part fallback={<Skeleton height={540} />}>
            <TitleChart key={of} fight={fight} isFollowed={isFollowed} />
          </Part>
        </div>
      )}
    </div>
  );
}

type DriversPanelProps = Pick<PanelProps, 'season' | 'fights' | 'isCopy'>;

/** The live race, the championship of drivers, and those who have no result yet. */
function DriversPanel({ season, fights, isCopy }: DriversPanelProps) {
  const live = isCopy ? [] : liveRoundsOf(season);
  const hasRoster = season.roster != null && season.roster.length > 0;
  return (
    <div className="stack gap-8">
      {live.length === 0 ? null : (
        <div className="stack max-w-xl gap-3">
          {live.map((each) => (
            <LiveRound key={each.liveId} {...each} />
          ))}
        </div>
      )}
      {hasRoster && !hasResults(season.standings) && !awaitsPublication(season) ? null : (
        <Championship season={season} fights={fights} of="drivers" />
      )}
      {hasRoster ? (
        <Part fallback={<Skeleton height={320} />}>
          <RosterPanel season={season} />
        </Part>
      ) : null}
    </div>
  );
}

interface PanelProps {
  readonly season: Season;
  readonly fights: Fights;
  readonly name: SeasonTab;
  readonly rulingsHref: string | null;
  /** Whether the season is a copy of this device, whose live race may have ended since. */
  readonly isCopy: boolean;
}

function Panel({ season, fights, name, rulingsHref, isCopy }: PanelProps) {
  switch (name) {
    case 'drivers':
      return <DriversPanel season={season} fights={fights} isCopy={isCopy} />;
    case 'teams':
      return <Championship season={season} fights={fights} of="teams" />;
    case 'results':
      return (
        <Part isRendered fallback={<SkeletonTable rows={12} />}>
          <ResultsPanel season={season} rulingsHref={rulingsHref} />
        </Part>
      );
    case 'share':
      return (
        <div>
          <h2 className="sr-only">Share and export</h2>
          <Part fallback={<Skeleton height={320} />}>
            <SeasonExport season={season} />
          </Part>
        </div>
      );
    case 'calendar':
      return (
        <Part isRendered fallback={<SkeletonTable rows={12} />}>
          <CalendarPanel season={season} />
        </Part>
      );
  }
}

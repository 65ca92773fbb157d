import { lazy, useContext } from 'react';
import { listLeagueSeasons, listLeagues } from '#contract/calls/leagues';
import { listLive } from '#contract/calls/live';
import { listSessions } from '#contract/calls/sessions';
import type { League } from '#contract/entities/league';
import type { LeagueSeason } from '#contract/entities/record';
import type { SessionSummary } from '#contract/entities/session';
import { nextRoundOf } from '#contract/race/next-round';
import { type Weekend, weekendsOf } from '#contract/race/weekends';
import { useUser } from '../../actors/auth.tsx';
import { useRead } from '../../actors/read.tsx';
import { useRefresh } from '../../actors/refresh.ts';
import { CardList } from '../../components/CardList.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { LeagueCard } from '../../components/LeagueCard.tsx';
import { LiveCards } from '../../components/live/LiveCards.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { Section } from '../../components/Section.tsx';
import { Settling } from '../../components/Settling.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import { ShellPartsContext } from '../../components/shell-parts-context.ts';
import { TeamColours } from '../../components/TeamColours.tsx';
import { Part } from '../LoadBoundary.tsx';
import { NextRound } from '../leagues/NextRound.tsx';
import { useServerTime } from '../use-server-time.ts';
import { LastRaceNight } from './LastRaceNight.tsx';
import { WeekendCard } from './WeekendCard.tsx';

/** For drivers of seasons alone. */
const NextAnswers = lazy(() => import('../season/NextAnswers.tsx').then((loaded) => ({ default: loaded.NextAnswers })));

/** The numbers of weekends and leagues shown; the pages of leagues, seasons and the search lead to the others. */
const shownWeekends = 9;
const shownLeagues = 6;

/** The last race night, those before, what is next and the leagues, below one sentence on what Pitboard is. */
export function HomePage() {
  const { SavedPages } = useContext(ShellPartsContext);
  const user = useUser();
  const sessions = useRead({ call: listSessions });
  const leagues = useRead({ call: listLeagues });
  const seasons = useRead({ call: listLeagueSeasons });
  // One reason for all lists is enough; the stored pages stand below it.
  const isUnavailable = sessions.phase === 'failed' && leagues.phase === 'failed';
  return (
    <div className="in-order grid gap-6">
      <div className="grid gap-1.5">
        <Heading title="Pitboard">Race nights, lap by lap</Heading>
        <p className="max-w-2xl text-mute">
          Results, leagues and championships from your F1 game: every lap, every stint and every penalty, on every phone
          in the room.
        </p>
      </div>
      <RunningNow />
      {user === null ? null : (
        <Part fallback={<Settling phase="pending" />}>
          <NextAnswers userId={user.userId} />
        </Part>
      )}
      <div className="grid items-start gap-6 wide:grid-cols-[minmax(0,1fr)_400px]">
        <Section id="latest" title="Latest results">
          <ReadView isPart read={sessions} skeleton={<SkeletonCards count={8} height={88} />} offline={<SavedPages />}>
            {(list) => (
              <TeamColours teams={teamsOf(list)}>
                <Weekends weekends={weekendsOf(list).slice(0, shownWeekends)} />
              </TeamColours>
            )}
          </ReadView>
        </Section>
        <div className="stack gap-6" hidden={isUnavailable}>
          <ReadView isPart read={leagues} withAge={false} skeleton={<SkeletonCards count={4} />}>
            {({ leagues: list }) => (
              <>
                <UpNext seasons={seasons.value ?? []} leagues={list} />
                <Leagues leagues={list.slice(0, shownLeagues)} seasons={seasons.value ?? []} />
              </>
            )}
          </ReadView>
        </div>
      </div>
    </div>
  );
}

function teamsOf(sessions: readonly SessionSummary[]): string[] {
  return sessions.flatMap(({ podium }) => podium.flatMap(({ team }) => team ?? []));
}

function Weekends({ weekends: [last, ...others] }: { weekends: readonly Weekend[] }) {
  if (last === undefined)
    return (
      <Empty title="No sessions yet">
        Import the sessions that Pits n’ Giggles has saved. The{' '}
        <a className="text-red underline" href="/faq">
          FAQ
        </a>{' '}
        explains how.
      </Empty>
    );
  return (
    <>
      <LastRaceNight weekend={last} />
      <CardList items={others} className="grid gap-2.5 desk:grid-cols-2 min-[1600px]:grid-cols-3">
        {(weekend) => <WeekendCard weekend={weekend} />}
      </CardList>
    </>
  );
}

interface LeagueProps {
  readonly leagues: readonly League[];
  readonly seasons: readonly LeagueSeason[];
}

/** The round of any league that starts first. */
function UpNext({ leagues, seasons }: LeagueProps) {
  const now = useServerTime();
  const next = nextRoundOf(seasons, now);
  if (next === null) return null;
  return (
    <Section id="next" title="Next event">
      <NextRound
        {...next}
        href={`/seasons/${next.seasonId}?tab=calendar`}
        place={leagues.find(({ id }) => id === next.leagueId)?.name ?? next.seasonName}
      />
    </Section>
  );
}

function Leagues({ leagues, seasons }: LeagueProps) {
  const seasonOf = new Map(seasons.map((season) => [season.leagueId, season]));
  return (
    <section aria-labelledby="leagues" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="leagues" className="text-17 font-750">
          Leagues
        </h2>
        <span className="flex flex-wrap gap-x-4 text-14 font-650">
          <PageLink href="/seasons" className="flex min-h-6 items-center gap-1.5 text-red">
            All seasons
          </PageLink>
          <PageLink href="/leagues" className="flex min-h-6 items-center gap-1.5 text-red">
            All leagues
          </PageLink>
        </span>
      </div>
      {leagues.length === 0 ? (
        <Empty title="No leagues yet">A league brings seasons together.</Empty>
      ) : (
        <CardList items={leagues}>
          {(league) => <LeagueCard league={league} season={seasonOf.get(league.id)} />}
        </CardList>
      )}
    </section>
  );
}

/** In ms. */
const liveInterval = 15_000;

/** An older list says nothing of what runs, in ms. */
const oldestList = 3_600_000;

/** The sessions that run now, or did a while ago: then without a mark that they are live. */
function RunningNow() {
  const read = useRead({ call: listLive });
  useRefresh(read, liveInterval);
  // The sections below appear with it, so that the layout does not shift.
  if (read.value === null && read.phase !== 'failed') return <Settling phase={read.phase} />;
  const age = read.unconfirmedAge;
  if (read.value === null || read.value.length === 0 || (age !== null && age > oldestList)) return null;
  return (
    <Section id="running" title={age === null ? 'Running now' : 'Running lately'}>
      <LiveCards sessions={read.value.slice(0, 4)} age={age} empty={null} />
    </Section>
  );
}

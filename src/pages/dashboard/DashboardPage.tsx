import { pageUserLeagues } from '#contract/calls/leagues';
import { listUserLive } from '#contract/calls/live';
import { pageOwnSeasons } from '#contract/calls/seasons';
import { listOwnSessions } from '#contract/calls/sessions';
import type { DrivenSeason, SeasonPage } from '#contract/entities/season';
import type { Role } from '#contract/rights';
import { useUser } from '../../actors/auth.tsx';
import { useNetworkStatus } from '../../actors/connectivity.ts';
import { isUnconfirmedEmpty, useDrivenSeasons } from '../../actors/driven-seasons.ts';
import { type Read, useRead } from '../../actors/read.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { CardList } from '../../components/CardList.tsx';
import { Empty } from '../../components/Empty.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Heading } from '../../components/Heading.tsx';
import { LeagueCard } from '../../components/LeagueCard.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SeasonCard } from '../../components/SeasonCard.tsx';
import { Section } from '../../components/Section.tsx';
import { SessionCard } from '../../components/SessionCard.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import { DrivenSeasonCard } from '../../components/season/DrivenSeasonCard.tsx';
import { runningOf } from '../../format/own-live.ts';
import { rolesText } from '../../format/role-words.ts';
import { NextAnswers } from '../season/NextAnswers.tsx';
import { Drafts } from './Drafts.tsx';
import { OwnLiveLink } from './OwnLiveLink.tsx';
import { RecentDeletions } from './RecentDeletions.tsx';
import { Tasks } from './Tasks.tsx';

/** The user's own sessions, and the leagues and seasons that they run. */
export function DashboardPage() {
  const user = useUser();
  return user === null ? null : <Dashboard user={user} />;
}

function Dashboard({ user }: { user: NonNullable<ReturnType<typeof useUser>> }) {
  const isOnline = useNetworkStatus() === 'online';
  const driven = useDrivenSeasons(user.userId);
  const own = useRead({ call: pageOwnSeasons, query: { page: 0, pageSize: 6, right: 'seeMembers' } });
  return (
    <div className="grid gap-7">
      <header className="flex flex-wrap items-center justify-between gap-4">
        {/* Its width does not depend on what is beside the heading. */}
        <div className="grid min-w-0 grow basis-64">
          <div className="flex min-h-11 items-center gap-4">
            <Heading title="Dashboard" className="shrink-0 text-30 font-800">
              Dashboard
            </Heading>
            <OwnLiveLink userId={user.userId} />
          </div>
          <p className="wrap-anywhere text-mute">
            Logged in as <bdi>{user.profile?.username ?? user.email}</bdi>
            {isOnline ? '' : ' (offline)'}
          </p>
        </div>
        <nav aria-label="Dashboard" className="flex flex-wrap gap-3">
          {/* It has nothing to do before there is a season: the red button is the first step. */}
          <ButtonLink kind={own.value?.seasons.length === 0 ? 'quiet' : 'primary'} href="/dashboard/race-night">
            Race night
          </ButtonLink>
          <ButtonLink icon={frameIcons.user} href={`/user/${user.userId}`}>
            My Profile
          </ButtonLink>
          <ButtonLink href="/dashboard/overlay">Stream overlay</ButtonLink>
          <ButtonLink href="/dashboard/settings">Settings</ButtonLink>
        </nav>
      </header>
      <Drafts owner={user.userId} />
      <div className="stack min-h-dvh content-start gap-7 max-wide:in-order wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] wide:items-start wide:gap-x-8">
        <div className="in-order stack gap-7">
          <NextAnswers userId={user.userId} />
          <Tasks userId={user.userId} driven={driven} />
          <OwnSessions userId={user.userId} />
        </div>
        <div className="in-order stack gap-7">
          <OwnLeagues userId={user.userId} />
          <Seasons own={own} driven={driven} />
        </div>
      </div>
      <RecentDeletions />
    </div>
  );
}

const cards = 'grid gap-2.5 desk:grid-cols-2';
/** In the narrower column of a wide screen. */
const column = `${cards} wide:grid-cols-1`;

function OwnSessions({ userId }: { userId: string }) {
  const { value: live } = useRead({ call: listUserLive, params: { userId } });
  const read = useRead({ call: listOwnSessions, query: { page: 0, pageSize: 6 } });
  return (
    <Section id="own-sessions" title="Latest sessions">
      <ReadView isPart read={read} skeleton={<SkeletonCards count={3} height={88} />}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Empty title="No sessions yet">
              {runningOf(live).length === 0 ? null : 'Your live race appears here when it ends. '}
              <a href="/dashboard/sessions" className="link">
                Upload the files of your races
              </a>
              .
            </Empty>
          ) : (
            <CardList items={sessions} className={cards}>
              {(session) => <SessionCard session={session} />}
            </CardList>
          )
        }
      </ReadView>
      <WholeList of="sessions" phase={read.phase} count={read.value?.sessions.length ?? 0} />
    </Section>
  );
}

function OwnLeagues({ userId }: { userId: string }) {
  const read = useRead({ call: pageUserLeagues, params: { userId }, query: { page: 0, pageSize: 6 } });
  return (
    <Section id="own-leagues" title="Leagues">
      <ReadView isPart read={read} skeleton={<SkeletonCards count={2} />}>
        {({ leagues }) =>
          leagues.length === 0 ? (
            <Empty title="No leagues yet">
              Leagues that you run or race in appear here.{' '}
              <a href="/dashboard/leagues/create" className="link">
                Create one
              </a>
              .
            </Empty>
          ) : (
            <CardList items={leagues} className={column}>
              {(league) => (
                <LeagueCard
                  league={league}
                  note={roleIn(league.staff?.find((each) => each.userId === userId)?.roles)}
                />
              )}
            </CardList>
          )
        }
      </ReadView>
      <WholeList of="leagues" phase={read.phase} count={read.value?.leagues.length ?? 0} />
    </Section>
  );
}

function Seasons({ own, driven }: { own: Read<SeasonPage>; driven: Read<readonly DrivenSeason[]> }) {
  const drivesIn = driven.value?.length ?? 0;
  // A user who drives in the seasons of others needs none.
  const hasNone = own.value?.seasons.length === 0 && drivesIn > 0;
  const isDrivenPending = driven.phase === 'waiting' || driven.phase === 'pending';
  return (
    <>
      {hasNone ? null : <OwnSeasons read={own} isDrivenPending={isDrivenPending} />}
      {drivesIn > 0 || driven.phase === 'failed' || isUnconfirmedEmpty(driven) ? (
        <Section id="driven-seasons" title="Seasons you drive in">
          <ReadView isPart read={driven} skeleton={null}>
            {(seasons) => (
              <ul className={`${column} items-start`}>
                {seasons.map((each) => (
                  <li key={each.season.id} className="min-w-0">
                    <DrivenSeasonCard driven={each} />
                  </li>
                ))}
              </ul>
            )}
          </ReadView>
        </Section>
      ) : null}
    </>
  );
}

function OwnSeasons({ read, isDrivenPending }: { read: Read<SeasonPage>; isDrivenPending: boolean }) {
  const skeleton = <SkeletonCards count={2} />;
  return (
    <Section id="own-seasons" title="Seasons">
      <ReadView isPart read={read} skeleton={skeleton}>
        {({ seasons }) =>
          seasons.length > 0 ? (
            <CardList items={seasons} className={column}>
              {(season) => <SeasonCard season={season} note={roleIn(season.roles)} />}
            </CardList>
          ) : isDrivenPending ? (
            skeleton
          ) : (
            <Empty title="No seasons yet">
              <a href="/dashboard/seasons/create" className="link">
                Create the first one
              </a>{' '}
              and add its events.
            </Empty>
          )
        }
      </ReadView>
      <WholeList of="seasons" phase={read.phase} count={read.value?.seasons.length ?? 0} />
    </Section>
  );
}

/** The role of a user who helps to run what somebody else owns; null for others. */
function roleIn(roles: readonly Role[] | null | undefined): string | null {
  return roles == null || roles.length === 0 || roles.includes('owner') ? null : rolesText(roles);
}

interface WholeListProps {
  readonly of: 'sessions' | 'leagues' | 'seasons';
  readonly phase: Read<unknown>['phase'];
  readonly count: number;
}

/** The link to a list of which some are here. An empty one has nothing more; one that is not answered is tried there. */
function WholeList({ of: kind, phase, count }: WholeListProps) {
  return count > 0 || phase === 'failed' ? (
    <ButtonLink href={`/dashboard/${kind}`} className="justify-self-start">
      All your {kind}
    </ButtonLink>
  ) : null;
}

import { useUser } from '../../actors/auth.tsx';
import { useNetworkStatus } from '../../actors/connectivity.tsx';
import { useRead } from '../../actors/read.tsx';
import { Empty } from '../../components/Empty.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Heading } from '../../components/Heading.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LeagueCard } from '../../components/LeagueCard.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SeasonCard } from '../../components/SeasonCard.tsx';
import { Section } from '../../components/Section.tsx';
import { SessionCard } from '../../components/SessionCard.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import { Drafts } from './Drafts.tsx';
import { Tasks } from './Tasks.tsx';

/** The user's own sessions, leagues and seasons. */
export function Dashboard() {
  const user = useUser();
  const isOnline = useNetworkStatus() === 'online';
  if (user === null) return null;
  return (
    <div className="grid gap-7">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <Heading title="Dashboard">Dashboard</Heading>
          <p className="text-mute">
            Logged in as <bdi>{user.profile?.username ?? user.email}</bdi>
            {isOnline ? '' : ' (offline)'}
          </p>
        </div>
        <nav aria-label="Dashboard" className="flex flex-wrap gap-3">
          <PageLink href={`/user/${user.userId}`} className="action border border-line">
            <Icon path={frameIcons.user} /> My Profile
          </PageLink>
          <a href="/dashboard/settings" className="action border border-line">
            Settings
          </a>
        </nav>
      </header>
      <Drafts owner={user.userId} />
      <div className="grid min-h-dvh content-start grid-cols-[minmax(0,1fr)] gap-7 max-wide:in-order wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] wide:items-start wide:gap-x-8">
        <div className="in-order grid grid-cols-[minmax(0,1fr)] gap-7">
          <Tasks />
          <OwnSessions />
        </div>
        <div className="in-order grid grid-cols-[minmax(0,1fr)] gap-7">
          <OwnLeagues userId={user.userId} />
          <OwnSeasons />
        </div>
      </div>
    </div>
  );
}

const cards = 'grid gap-2.5 desk:grid-cols-2';
/** In the narrower column of a wide screen. */
const column = `${cards} wide:grid-cols-1`;

function OwnSessions() {
  const read = useRead({ name: 'listOwnSessions', query: { page: 0, pageSize: 6 } });
  return (
    <Section id="own-sessions" title="Latest sessions">
      <ReadView isPart read={read} skeleton={<SkeletonCards count={3} />}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Empty title="No sessions yet">
              <a href="/dashboard/sessions" className="text-red underline underline-offset-4">
                Upload the files of your races
              </a>
              .
            </Empty>
          ) : (
            <ul className={cards}>
              {sessions.map((session) => (
                <li key={session.id} className="min-w-0">
                  <SessionCard session={session} />
                </li>
              ))}
            </ul>
          )
        }
      </ReadView>
      <a href="/dashboard/sessions" className="action justify-self-start border border-line">
        All your sessions
      </a>
    </Section>
  );
}

function OwnLeagues({ userId }: { userId: string }) {
  const read = useRead({ name: 'pageUserLeagues', params: { userId }, query: { page: 0, pageSize: 6 } });
  return (
    <Section id="own-leagues" title="Leagues">
      <ReadView isPart read={read} skeleton={<SkeletonCards count={2} />}>
        {({ leagues }) =>
          leagues.length === 0 ? (
            <Empty title="No leagues yet">
              Leagues that you own or race in appear here.{' '}
              <a href="/dashboard/leagues/create" className="text-red underline underline-offset-4">
                Create one
              </a>
              .
            </Empty>
          ) : (
            <ul className={column}>
              {leagues.map((league) => (
                <li key={league.id} className="min-w-0">
                  <LeagueCard league={league} />
                </li>
              ))}
            </ul>
          )
        }
      </ReadView>
      <a href="/dashboard/leagues" className="action justify-self-start border border-line">
        All your leagues
      </a>
    </Section>
  );
}

function OwnSeasons() {
  const read = useRead({ name: 'pageOwnSeasons', query: { page: 0, pageSize: 6 } });
  return (
    <Section id="own-seasons" title="Seasons">
      <ReadView isPart read={read} skeleton={<SkeletonCards count={2} />}>
        {({ seasons }) =>
          seasons.length === 0 ? (
            <Empty title="No seasons yet">
              <a href="/dashboard/seasons/create" className="text-red underline underline-offset-4">
                Create the first one
              </a>{' '}
              and add its events.
            </Empty>
          ) : (
            <ul className={column}>
              {seasons.map((season) => (
                <li key={season.id} className="min-w-0">
                  <SeasonCard season={season} />
                </li>
              ))}
            </ul>
          )
        }
      </ReadView>
      <a href="/dashboard/seasons" className="action justify-self-start border border-line">
        All your seasons
      </a>
    </Section>
  );
}

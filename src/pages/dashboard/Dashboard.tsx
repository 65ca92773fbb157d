import { selectIsOnline } from '#machines/auth';
import { useAuth, usePerson } from '../../actors/auth.tsx';
import { useRead } from '../../actors/read.tsx';
import { Empty } from '../../components/Empty.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Heading } from '../../components/Heading.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LeagueCard } from '../../components/LeagueCard.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SeasonCard } from '../../components/SeasonCard.tsx';
import { Section } from '../../components/Section.tsx';
import { SessionCard } from '../../components/SessionCard.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';

/** What is one's own, at a glance. */
export function Dashboard() {
  const person = usePerson();
  const isOnline = useAuth(selectIsOnline, true);
  if (person === null) return null;
  return (
    <div className="grid gap-7">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <Heading title="Dashboard">Dashboard</Heading>
          <p className="text-mute">
            Signed in as <bdi>{person.profile?.username ?? person.email}</bdi>
            {isOnline ? '' : ' (offline)'}
          </p>
        </div>
        <nav aria-label="Dashboard" className="flex flex-wrap gap-3">
          <a href={`/user/${person.userId}`} className="action border border-line">
            <Icon path={frameIcons.user} /> My Profile
          </a>
          <a href="/dashboard/settings" className="action border border-line">
            Settings
          </a>
        </nav>
      </header>
      <OwnSessions />
      <OwnLeagues userId={person.userId} />
      <OwnSeasons />
    </div>
  );
}

const cards = 'grid gap-2.5 desk:grid-cols-2';

function OwnSessions() {
  const read = useRead({ name: 'listOwnSessions', query: { page: 0, pageSize: 6 } });
  return (
    <Section id="own-sessions" title="Latest sessions">
      <ReadView isPart read={read} skeleton={<SkeletonCards count={3} />}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Empty title="No session yet">
              Bring in what you drove: <a href="/faq">the FAQ</a> says how files of a race are imported.
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
    </Section>
  );
}

function OwnLeagues({ userId }: { userId: string }) {
  const read = useRead({ name: 'listUserLeagues', params: { userId } });
  return (
    <Section id="own-leagues" title="Leagues">
      <ReadView isPart read={read} skeleton={<SkeletonCards count={2} />}>
        {(leagues) =>
          leagues.length === 0 ? (
            <Empty title="No league yet">Leagues that you own or drive in show here.</Empty>
          ) : (
            <ul className={cards}>
              {leagues.map((league) => (
                <li key={league.id} className="min-w-0">
                  <LeagueCard league={league} />
                </li>
              ))}
            </ul>
          )
        }
      </ReadView>
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
            <Empty title="No season yet">Your seasons show here with their standings.</Empty>
          ) : (
            <ul className={cards}>
              {seasons.map((season) => (
                <li key={season.id} className="min-w-0">
                  <SeasonCard season={season} />
                </li>
              ))}
            </ul>
          )
        }
      </ReadView>
    </Section>
  );
}

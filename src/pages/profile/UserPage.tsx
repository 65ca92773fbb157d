import type { SessionSummary } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { useRead } from '../../actors/read.tsx';
import { isSameOrigin } from '../../browser/link.ts';
import { CardList } from '../../components/CardList.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { LeagueCard } from '../../components/LeagueCard.tsx';
import { ListCount } from '../../components/ListCount.tsx';
import { Paging } from '../../components/Paging.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { Section } from '../../components/Section.tsx';
import { SessionCard } from '../../components/SessionCard.tsx';
import { Skeleton, SkeletonCards } from '../../components/Skeleton.tsx';
import { DrivenSeasonCard } from '../../components/season/DrivenSeasonCard.tsx';
import { type PageNumber, usePageNumber } from '../../navigation/use-page-number.ts';

/** A user's profile: the seasons they drive in, their leagues, and their sessions, page by page. */
export function UserPage({ id }: { id: string }) {
  const profile = useRead({ name: 'getProfile', params: { userId: id } });
  const pages = usePageNumber();
  return (
    <ReadView read={profile} skeleton={<Skeleton height={84} />}>
      {({ username, avatar_url }) => (
        <div className="stack gap-6">
          <header className="flex flex-wrap items-center gap-4">
            <Avatar name={username ?? '?'} url={avatar_url} />
            <Heading title={username ?? 'Unknown driver'} className="min-w-0 text-26 font-800 desk:text-30">
              <bdi>{username ?? 'Unknown driver'}</bdi>
            </Heading>
          </header>
          <SeasonsOf id={id} />
          <div className="stack items-start gap-6 wide:grid-cols-[minmax(0,1fr)_400px]">
            <Section id="sessions" title="Sessions">
              <SessionsOf key={pages.page} id={id} name={username} pages={pages} />
            </Section>
            <LeaguesOf id={id} />
          </div>
        </div>
      )}
    </ReadView>
  );
}

function Avatar({ name, url }: { name: string; url: string | null }) {
  // The policy of the page blocks images of other servers.
  if (url !== null && isSameOrigin(url)) {
    return <img src={url} alt="" width={72} height={72} className="size-18 rounded-full bg-raised object-cover" />;
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-18 shrink-0 place-items-center rounded-full bg-raised text-26 font-800"
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}

interface SessionsProps {
  readonly id: string;
  readonly name: string | null;
  readonly pages: PageNumber;
}

function SessionsOf({ id, name, pages }: SessionsProps) {
  const { page, hasMoved, addressOf, show } = pages;
  const read = useRead({ name: 'pageUserSessions', params: { id }, query: { page } });
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={8} height={88} />}>
      {({ totalPages, sessions }) => (
        <>
          {totalPages > 1 ? (
            <ListCount isFocused={hasMoved}>
              Page {page + 1} of {totalPages}
            </ListCount>
          ) : null}
          <Bests sessions={sessions} name={name} />
          {sessions.length === 0 ? (
            <Empty title="No sessions yet">Sessions that this user records or imports appear here.</Empty>
          ) : (
            <CardList items={sessions} className="grid gap-2.5 desk:grid-cols-2">
              {(session) => <SessionCard session={session} />}
            </CardList>
          )}
          <Paging page={page} pageCount={totalPages} addressOf={addressOf} onShow={show} />
        </>
      )}
    </ReadView>
  );
}

/** Wins and podiums of the driver with this name, in the sessions on this page. */
function Bests({ sessions, name }: { sessions: readonly SessionSummary[]; name: string | null }) {
  const races = sessions.filter((session) => isRace(session.sessionType));
  const placeOf = (session: SessionSummary) =>
    session.podium.findIndex((place) => place.name.toLowerCase() === name?.toLowerCase());
  const wins = races.filter((session) => placeOf(session) === 0).length;
  const podiums = races.filter((session) => placeOf(session) >= 0).length;
  const poles = sessions.filter((session) => !isRace(session.sessionType) && placeOf(session) === 0).length;
  if (wins + podiums + poles === 0) return null;
  const figures = [
    { label: 'Wins', value: wins },
    { label: 'Podiums', value: podiums },
    { label: 'Fastest in timed sessions', value: poles },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(88px,1fr))] gap-2.5">
      {figures.map(({ label, value }) => (
        <div key={label} className="card grid content-between px-3.5 py-2.5">
          <dt className="text-12 text-mute">{label}</dt>
          <dd className="text-26 font-800">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The seasons that the user drives in, with their results; nothing while there are none. */
function SeasonsOf({ id }: { id: string }) {
  const { value } = useRead({ name: 'listDrivenSeasons', params: { userId: id } });
  if (value === null || value.length === 0) return null;
  return (
    <Section id="seasons" title="Seasons">
      <ul className="stack items-start gap-2.5 desk:grid-cols-2">
        {value.map((driven) => (
          <li key={driven.season.id} className="min-w-0">
            <DrivenSeasonCard driven={driven} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function LeaguesOf({ id }: { id: string }) {
  const read = useRead({ name: 'listUserLeagues', params: { userId: id } });
  return (
    <Section id="leagues" title="Leagues">
      <ReadView isPart read={read} skeleton={<SkeletonCards count={2} />}>
        {(leagues) =>
          leagues.length === 0 ? (
            <Empty title="Not in a league yet" />
          ) : (
            <CardList items={leagues}>{(league) => <LeagueCard league={league} />}</CardList>
          )
        }
      </ReadView>
    </Section>
  );
}

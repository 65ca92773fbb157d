import { listUserLeagues } from '#contract/calls/leagues';
import { getDriverRecord, listDrivenSeasons } from '#contract/calls/seasons';
import { pageUserSessions } from '#contract/calls/sessions';
import { getProfile } from '#contract/calls/site';
import { useRead } from '../../actors/read.tsx';
import { isSameOrigin } from '../../browser/link.ts';
import { CardList } from '../../components/CardList.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { LeagueCard } from '../../components/LeagueCard.tsx';
import { ListCount } from '../../components/ListCount.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { Paging } from '../../components/Paging.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { DriverTrackTable } from '../../components/record/DriverTrackTable.tsx';
import { FigureList } from '../../components/record/FigureList.tsx';
import { RivalTable } from '../../components/record/RivalTable.tsx';
import { Section } from '../../components/Section.tsx';
import { SessionCard } from '../../components/SessionCard.tsx';
import { Settling } from '../../components/Settling.tsx';
import { Skeleton, SkeletonCards } from '../../components/Skeleton.tsx';
import { DrivenSeasonCard } from '../../components/season/DrivenSeasonCard.tsx';
import { formatCount } from '../../format/count.ts';
import { trackName } from '../../format/names.ts';
import { resultText } from '../../format/results.ts';
import { seasonSessionPath } from '../../format/session-path.ts';
import { useHydrated } from '../../navigation/use-hydrated.ts';
import { type PageNumber, usePageNumber } from '../../navigation/use-page-number.ts';

/** A user's profile: the seasons they drive in and what they have reached, their leagues, and their sessions, page by page. */
export function UserPage({ id }: { id: string }) {
  const profile = useRead({ call: getProfile, params: { userId: id } });
  const pages = usePageNumber();
  return (
    <ReadView read={profile} skeleton={<Skeleton height={84} />}>
      {({ username, avatar_url }) => (
        <div className="stack in-order gap-6">
          <header className="flex flex-wrap items-center gap-4">
            <Avatar name={username ?? '?'} url={avatar_url} />
            <Heading title={username ?? 'Unknown driver'} className="min-w-0 text-26 font-800 desk:text-30">
              <bdi>{username ?? 'Unknown driver'}</bdi>
            </Heading>
          </header>
          <SeasonsOf id={id} />
          <RecordOf id={id} />
          <div className="stack items-start gap-6 wide:grid-cols-[minmax(0,1fr)_400px]">
            <Section id="sessions" title="Sessions">
              <SessionsOf key={pages.page} id={id} pages={pages} />
            </Section>
            <LeaguesOf id={id} />
          </div>
        </div>
      )}
    </ReadView>
  );
}

function Avatar({ name, url }: { name: string; url: string | null }) {
  const isHydrated = useHydrated();
  // The policy of the page blocks images of other servers.
  if (isHydrated && url !== null && isSameOrigin(url)) {
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
  readonly pages: PageNumber;
}

function SessionsOf({ id, pages }: SessionsProps) {
  const { page, hasMoved, addressOf, show } = pages;
  const read = useRead({ call: pageUserSessions, params: { id }, query: { page } });
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={8} height={88} />}>
      {({ totalPages, sessions }) => (
        <>
          {totalPages > 1 ? (
            <ListCount isFocused={hasMoved}>
              Page {page + 1} of {totalPages}
            </ListCount>
          ) : null}
          {sessions.length === 0 ? (
            <Empty title="No sessions yet">Sessions that this user records or imports appear here.</Empty>
          ) : (
            <CardList items={sessions} className="grid gap-2.5 desk:grid-cols-2 min-[1600px]:grid-cols-3">
              {(session) => <SessionCard session={session} />}
            </CardList>
          )}
          <Paging page={page} pageCount={totalPages} addressOf={addressOf} onShow={show} />
        </>
      )}
    </ReadView>
  );
}

/** The user's results over all seasons, at each track, and against other users; empty before the first race. */
function RecordOf({ id }: { id: string }) {
  const { value, phase } = useRead({ call: getDriverRecord, params: { userId: id } });
  if (value === null) return <Settling phase={phase} />;
  if (value.starts + value.sprintWins === 0) return null;
  const { tracks, rivals } = value;
  return (
    <>
      <FigureList record={value} />
      <Form id={id} />
      <div className={`stack items-start gap-6 wide:gap-10 ${rivals.length === 0 ? '' : 'wide:grid-cols-2'}`}>
        <Section id="tracks" title="Best at each track">
          <DriverTrackTable tracks={tracks} />
        </Section>
        {rivals.length === 0 ? null : (
          <Section id="head-to-head" title="Head to head">
            <RivalTable name={value.name} rivals={rivals} addressOf={(rival) => `/user/${rival.id}`} />
          </Section>
        )}
      </div>
    </>
  );
}

/** How many of the latest races are shown. */
const formLength = 5;

/** The results of the latest races, the newest first. */
function Form({ id }: { id: string }) {
  const { value } = useRead({ call: listDrivenSeasons, params: { userId: id } });
  const drives = (value ?? [])
    .flatMap(({ season, drives: each }) => each.map((drive) => ({ ...drive, seasonId: season.id })))
    .filter(({ scoring }) => scoring === 'race')
    .sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1))
    .slice(0, formLength);
  if (drives.length === 0) return null;
  return (
    <Section id="form" title={`Last ${formatCount(drives.length, 'race')}`}>
      <ol className="flex flex-wrap gap-2">
        {drives.map((drive) => (
          <li key={drive.sessionId}>
            <PageLink
              href={seasonSessionPath(drive.seasonId, drive.sessionId)}
              className={`grid min-h-14 min-w-16 place-content-center rounded-8 border px-2.5 text-center hover:border-mute ${drive.position === 1 ? 'border-amber' : 'border-line'}`}
            >
              <b className="text-17 font-800">{resultText(drive)}</b>
              <span className="text-12 text-mute">{trackName(drive.track)}</span>
            </PageLink>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** The seasons that the user drives in, with their results; nothing while there are none. */
function SeasonsOf({ id }: { id: string }) {
  const { value, phase } = useRead({ call: listDrivenSeasons, params: { userId: id } });
  if (value === null) return <Settling phase={phase} />;
  if (value.length === 0) return null;
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
  const read = useRead({ call: listUserLeagues, params: { userId: id } });
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

import type { ReactNode } from 'react';
import { listLeagueSeasons } from '#contract/calls/leagues';
import { search } from '#contract/calls/site';
import type { SessionSummary } from '#contract/entities/session';
import { useRead } from '../../actors/read.tsx';
import { useSeasonFacts } from '../../actors/season-facts.ts';
import { useStoredSearch } from '../../actors/stored-search.ts';
import { CardList } from '../../components/CardList.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { LeagueCard } from '../../components/LeagueCard.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SearchForm } from '../../components/SearchForm.tsx';
import { SeasonCard } from '../../components/SeasonCard.tsx';
import { SessionCard } from '../../components/SessionCard.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import { StoredPageList } from '../../components/StoredPageList.tsx';
import { formatCount } from '../../format/count.ts';
import { seasonCardFacts } from '../../format/season-card.ts';
import { matchText } from './search-match.ts';

/** Leagues, seasons, sessions and users that match a text. */
export function SearchPage({ id: text }: { id: string }) {
  return (
    <div className="grid gap-5">
      <Heading title={text === '' ? 'Search' : `Search: ${text}`} className="text-26 font-800">
        {text === '' ? 'Search' : 'Results for '}
        <bdi className="text-mute">{text}</bdi>
      </Heading>
      <div className="wide:hidden">
        <SearchForm id="search-page" />
      </div>
      {text.trim() === '' ? (
        <Empty title="What are you looking for?">Search for a driver, a league or a track.</Empty>
      ) : (
        <Results key={text} text={text.slice(0, 200)} />
      )}
    </div>
  );
}

function Results({ text }: { text: string }) {
  const read = useRead({ call: search, query: { q: text } });
  const factsOf = useSeasonFacts();
  const driven = useRead({ call: listLeagueSeasons }).value ?? [];
  const seasonOf = new Map(driven.map((season) => [season.leagueId, season]));
  return (
    <ReadView read={read} skeleton={<SkeletonCards count={8} />} offline={<StoredResults text={text} />}>
      {({ leagues, seasons, sessions, users }) => {
        const count = leagues.length + seasons.length + sessions.length + users.length;
        return (
          <>
            <p role="status" className="text-mute">
              {count === 0 ? 'No results' : formatCount(count, 'result')}
            </p>
            {count === 0 ? (
              <Empty title={`No matches for “${text}”`}>
                Check the spelling, or search for a track such as Monza or a session type such as race.
              </Empty>
            ) : null}
            <Group
              title="People"
              items={users}
              render={({ id, username }) => (
                <PageLink
                  href={`/user/${id}`}
                  badge="corner"
                  className="card relative flex min-h-14 items-center gap-3 px-3.5 font-750 hover:border-mute"
                >
                  <span
                    aria-hidden="true"
                    className="grid size-9 shrink-0 place-items-center rounded-full bg-raised font-800"
                  >
                    {[...(username ?? '?')][0]?.toUpperCase()}
                  </span>
                  <bdi className="truncate">{username}</bdi>
                </PageLink>
              )}
            />
            <Group
              title="Leagues"
              items={leagues}
              render={(league) => <LeagueCard league={league} season={seasonOf.get(league.id)} />}
            />
            <Group
              title="Seasons"
              items={seasons}
              render={(season) => <SeasonCard season={season} {...seasonCardFacts(factsOf(season.id))} />}
            />
            <Group
              title="Sessions"
              items={sessions}
              render={(session) => <FoundSession session={session} text={text} />}
            />
          </>
        );
      }}
    </ReadView>
  );
}

/** A session, and why it was found where its card does not show it. */
function FoundSession({ session, text }: { session: SessionSummary; text: string }) {
  const reason = matchText(session, text);
  return (
    <>
      <SessionCard session={session} />
      {reason === null ? null : (
        <p className="truncate px-3.5 pt-1 text-12 text-mute">
          <bdi>{reason}</bdi>
        </p>
      )}
    </>
  );
}

interface GroupProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly render: (item: Item) => ReactNode;
}

function Group<Item extends { readonly id: string }>({ title, items, render }: GroupProps<Item>) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={`found-${title}`} className="mt-2 grid gap-2.5">
      <h2 id={`found-${title}`} className="text-17 font-750">
        {title} <span className="text-14 text-mute">{items.length}</span>
      </h2>
      <CardList items={items} className="grid gap-2.5 desk:grid-cols-2 wide:grid-cols-3 min-[1600px]:grid-cols-4">
        {render}
      </CardList>
    </section>
  );
}

/** Results from this device, for a search without a network. */
function StoredResults({ text }: { text: string }) {
  const pages = useStoredSearch(text);
  if (pages === null) return null;
  return (
    <section aria-labelledby="stored-results" className="grid gap-2">
      <h2 id="stored-results" className="text-17 font-750">
        On this device <span className="text-14 text-mute">{pages.length}</span>
      </h2>
      {pages.length === 0 ? (
        <p className="text-mute">Nothing on this device matches “{text}”.</p>
      ) : (
        <StoredPageList pages={pages} />
      )}
    </section>
  );
}

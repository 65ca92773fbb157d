import type { ReactNode } from 'react';
import { useRead } from '../../actors/read.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { LeagueCard } from '../../components/LeagueCard.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SeasonCard } from '../../components/SeasonCard.tsx';
import { SessionCard } from '../../components/SessionCard.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import { SearchForm } from '../shell/SearchForm.tsx';

/** What a text finds among leagues, seasons, sessions and users. */
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
        <Empty title="Nothing asked">Try a driver, a league or a track.</Empty>
      ) : (
        <Found key={text} text={text.slice(0, 200)} />
      )}
    </div>
  );
}

function Found({ text }: { text: string }) {
  const read = useRead({ name: 'search', query: { q: text } });
  return (
    <ReadView read={read} skeleton={<SkeletonCards count={8} />}>
      {({ leagues, seasons, sessions, users }) => {
        const count = leagues.length + seasons.length + sessions.length + users.length;
        return (
          <>
            <p role="status" className="text-mute">
              {count === 0 ? 'Nothing found' : `${count} found`}
            </p>
            {count === 0 ? (
              <Empty title="Nothing has this name">
                Try fewer letters, a track such as Monza, or a session type such as race.
              </Empty>
            ) : null}
            <Group title="Leagues" items={leagues} draw={(league) => <LeagueCard league={league} />} />
            <Group title="Seasons" items={seasons} draw={(season) => <SeasonCard season={season} />} />
            <Group title="Sessions" items={sessions} draw={(session) => <SessionCard session={session} />} />
            <Group
              title="Users"
              items={users}
              draw={({ id, username }) => (
                <a
                  href={`/user/${id}`}
                  className="card flex min-h-14 items-center gap-3 px-3.5 font-750 hover:border-mute"
                >
                  <span
                    aria-hidden="true"
                    className="grid size-9 shrink-0 place-items-center rounded-full bg-raised font-800"
                  >
                    {[...(username ?? '?')][0]?.toUpperCase()}
                  </span>
                  <bdi className="truncate">{username}</bdi>
                </a>
              )}
            />
          </>
        );
      }}
    </ReadView>
  );
}

interface GroupProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly draw: (item: Item) => ReactNode;
}

function Group<Item extends { readonly id: string }>({ title, items, draw }: GroupProps<Item>) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={`found-${title}`} className="mt-2 grid gap-2.5">
      <h2 id={`found-${title}`} className="text-17 font-750">
        {title} <span className="text-14 text-mute">{items.length}</span>
      </h2>
      <ul className="grid gap-2.5 desk:grid-cols-2">
        {items.map((item) => (
          <li key={item.id} className="min-w-0">
            {draw(item)}
          </li>
        ))}
      </ul>
    </section>
  );
}

import { type FunctionComponent, lazy, Suspense } from 'react';
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
import { SessionCard } from '../../components/SessionCard.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';

/** Where its chunk cannot be loaded there is no list. */
const OfflineLibraryList = lazy(async (): Promise<{ default: FunctionComponent<{ withRecent: boolean }> }> => {
  const loaded = await import('../offline/OfflineLibraryList.tsx').catch(() => null);
  return { default: loaded?.OfflineLibraryList ?? (() => null) };
});

/** The latest results and leagues, below one sentence on what Pitboard is. */
export function HomePage() {
  const sessions = useRead({ name: 'listSessions' });
  const leagues = useRead({ name: 'listLeagues' });
  // One reason for both lists is enough; the stored pages stand below it.
  const isUnavailable = sessions.phase === 'failed' && leagues.phase === 'failed';
  return (
    <div className="grid gap-6">
      <div className="grid gap-1.5">
        <Heading title="Pitboard">Race nights, lap by lap</Heading>
        <p className="max-w-2xl text-mute">
          Results, leagues and championships from your F1 game: every lap, every stint and every penalty, on every phone
          in the room.
        </p>
      </div>
      <RunningNow />
      <div className="grid items-start gap-6 wide:grid-cols-[minmax(0,1fr)_400px]">
        <Section id="latest" title="Latest results">
          <ReadView
            isPart
            read={sessions}
            skeleton={<SkeletonCards count={8} height={88} />}
            offline={
              <Suspense>
                <OfflineLibraryList withRecent />
              </Suspense>
            }
          >
            {(list) =>
              list.length === 0 ? (
                <Empty title="No sessions yet">
                  Import the sessions that Pits n’ Giggles has saved. The{' '}
                  <a className="text-red underline" href="/faq">
                    FAQ
                  </a>{' '}
                  explains how.
                </Empty>
              ) : (
                <CardList items={list.slice(0, 12)} className="grid gap-2.5 desk:grid-cols-2">
                  {(session) => <SessionCard session={session} />}
                </CardList>
              )
            }
          </ReadView>
        </Section>
        <section aria-labelledby="leagues" className="grid gap-3" hidden={isUnavailable}>
          <div className="flex items-center justify-between">
            <h2 id="leagues" className="text-17 font-750">
              Leagues
            </h2>
            <PageLink href="/leagues" className="flex min-h-6 items-center gap-1.5 text-14 font-650 text-red">
              All leagues
            </PageLink>
          </div>
          <ReadView isPart read={leagues} skeleton={<SkeletonCards count={3} />}>
            {({ leagues: list }) =>
              list.length === 0 ? (
                <Empty title="No leagues yet">A league brings seasons together.</Empty>
              ) : (
                <CardList items={list.slice(0, 6)}>{(league) => <LeagueCard league={league} />}</CardList>
              )
            }
          </ReadView>
        </section>
      </div>
    </div>
  );
}

/** In ms. */
const liveInterval = 15_000;

/** The sessions that run now. A cached copy is outdated and is not shown. */
function RunningNow() {
  const read = useRead({ name: 'listLive' });
  useRefresh(read, liveInterval);
  const isNews = read.cached === null || read.network === 'online';
  if (read.value === null || read.value.length === 0 || !isNews) return null;
  return (
    <Section id="running" title="Running now">
      <LiveCards sessions={read.value.slice(0, 4)} empty={null} />
    </Section>
  );
}

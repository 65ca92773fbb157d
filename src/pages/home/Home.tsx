import { useRead } from '../../actors/read.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { LeagueCard } from '../../components/LeagueCard.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { Section } from '../../components/Section.tsx';
import { SessionCard } from '../../components/SessionCard.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';

/** Latest results and leagues, under one sentence that says what this is. */
export function Home() {
  const sessions = useRead({ name: 'listSessions' });
  const leagues = useRead({ name: 'listLeagues' });
  return (
    <div className="grid gap-6">
      <div className="grid gap-1.5">
        <Heading title="Pitboard">Race nights, lap by lap</Heading>
        <p className="max-w-2xl text-mute">
          Results, leagues and championships of your F1 game races: every lap, every stint, every penalty, on every
          phone in the room.
        </p>
      </div>
      <div className="grid items-start gap-6 wide:grid-cols-[minmax(0,1fr)_400px]">
        <Section id="latest" title="Latest results">
          <ReadView isPart read={sessions} skeleton={<SkeletonCards count={8} />}>
            {(list) =>
              list.length === 0 ? (
                <Empty title="No race yet">
                  Import sessions that Pits n’ Giggles saved: the{' '}
                  <a className="text-red underline" href="/faq">
                    FAQ
                  </a>{' '}
                  shows how.
                </Empty>
              ) : (
                <ul className="grid gap-2.5 desk:grid-cols-2">
                  {list.slice(0, 12).map((session) => (
                    <li key={session.id} className="min-w-0">
                      <SessionCard session={session} />
                    </li>
                  ))}
                </ul>
              )
            }
          </ReadView>
        </Section>
        <section aria-labelledby="leagues" className="grid gap-3">
          <div className="flex items-center justify-between">
            <h2 id="leagues" className="text-17 font-750">
              Leagues
            </h2>
            <a href="/leagues" className="flex min-h-6 items-center text-14 font-650 text-red">
              All leagues
            </a>
          </div>
          <ReadView isPart read={leagues} skeleton={<SkeletonCards count={3} />}>
            {({ leagues: list }) =>
              list.length === 0 ? (
                <Empty title="No league yet">A league holds your seasons; its owner makes it.</Empty>
              ) : (
                <ul className="grid gap-2.5">
                  {list.slice(0, 6).map((league) => (
                    <li key={league.id} className="min-w-0">
                      <LeagueCard league={league} />
                    </li>
                  ))}
                </ul>
              )
            }
          </ReadView>
        </section>
      </div>
    </div>
  );
}

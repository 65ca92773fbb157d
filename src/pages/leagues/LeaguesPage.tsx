import { listLeagueSeasons, listLeagues } from '#contract/calls/leagues';
import { usePhase } from '../../actors/auth.tsx';
import { useRead } from '../../actors/read.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { CardList } from '../../components/CardList.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { LeagueCard } from '../../components/LeagueCard.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import { formatCount } from '../../format/count.ts';
import { openSignUpText } from '../../format/sign-up.ts';
import { useServerTime } from '../use-server-time.ts';

/** All leagues, newest first. */
export function LeaguesPage() {
  const read = useRead({ call: listLeagues });
  const seasons = useRead({ call: listLeagueSeasons }).value ?? [];
  const seasonOf = new Map(seasons.map((season) => [season.leagueId, season]));
  const now = useServerTime();
  const isMember = usePhase() === 'member';
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <Heading title="Leagues">Leagues</Heading>
        <div className="flex flex-wrap gap-2">
          <ButtonLink href="/seasons">All seasons</ButtonLink>
          {isMember ? <ButtonLink href="/dashboard/leagues">Your leagues</ButtonLink> : null}
        </div>
      </header>
      <ReadView isPart read={read} skeleton={<SkeletonCards count={6} />}>
        {({ count, leagues }) => (
          <>
            <p className="text-mute">
              {count === leagues.length
                ? formatCount(count, 'league')
                : `The newest ${leagues.length} of ${count} leagues`}
            </p>
            {leagues.length === 0 ? (
              <Empty title="No leagues yet">A league brings seasons together.</Empty>
            ) : (
              <CardList
                items={leagues}
                className="grid gap-2.5 desk:grid-cols-2 wide:grid-cols-3 min-[1600px]:grid-cols-4"
              >
                {(league) => (
                  <LeagueCard
                    league={league}
                    season={seasonOf.get(league.id)}
                    note={openSignUpText(league.signUps, now)}
                  />
                )}
              </CardList>
            )}
          </>
        )}
      </ReadView>
    </div>
  );
}

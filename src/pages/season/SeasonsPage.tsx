import { listSeasons } from '#contract/calls/seasons';
import { useRead } from '../../actors/read.tsx';
import { useSeasonFacts } from '../../actors/season-facts.ts';
import { CardList } from '../../components/CardList.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SeasonCard } from '../../components/SeasonCard.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import { seasonCardFacts } from '../../format/season-card.ts';

/** The newest seasons of all leagues; older ones are found by search. */
export function SeasonsPage() {
  const read = useRead({ call: listSeasons });
  const factsOf = useSeasonFacts();
  return (
    <div className="grid gap-4">
      <Heading title="Seasons">Seasons</Heading>
      <ReadView isPart read={read} skeleton={<SkeletonCards count={6} />}>
        {(seasons) =>
          seasons.length === 0 ? (
            <Empty title="No seasons yet">Leagues plan their races in seasons.</Empty>
          ) : (
            <CardList items={seasons} className="grid gap-2.5 desk:grid-cols-2 min-[1600px]:grid-cols-3">
              {(season) => <SeasonCard season={season} {...seasonCardFacts(factsOf(season.id))} />}
            </CardList>
          )
        }
      </ReadView>
    </div>
  );
}

import { getTasks } from '#contract/calls/account';
import { useRead } from '../../../actors/read.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { formatCount } from '../../../format/count.ts';
import { sectionPath } from '../../../format/season-sections.ts';

/** The way from results to shared standings, for each season that waits for it; the same on every device. */
export function NightSteps() {
  const read = useRead({ call: getTasks });
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={1} />}>
      {({ provisional, unnamed }) =>
        provisional.seasons.length === 0 && unnamed.total === 0 ? (
          <p className="text-mute">Nothing to do: no results are waiting to be made official.</p>
        ) : (
          <ul className="stack gap-5">
            {unnamed.total === 0 ? null : (
              <li>
                <a href="/dashboard/sessions?without=names" className="flex min-h-11 items-center link">
                  {formatCount(unnamed.total, 'session')} with drivers without a name: name them first
                </a>
              </li>
            )}
            {provisional.seasons.map(({ season, revision }) => (
              <li key={season.id} className="stack gap-1">
                <h3 className="name-line text-17 font-750">
                  <bdi>{season.name}</bdi>
                </h3>
                <p className="text-14 text-mute">
                  {revision === null ? 'Standings are provisional.' : `Changed since official ${revision}.`}
                </p>
                <ol
                  aria-label={`Steps of ${season.name}`}
                  className="grid border-t border-line desk:grid-cols-5 desk:gap-x-4"
                >
                  {stepsOf(season.id).map(([label, href], index) => (
                    <li key={label} className="border-b border-hair">
                      <a href={href} className="flex min-h-11 items-center gap-2 font-650 hover:text-red">
                        <span className="text-mute">{index + 1}</span>
                        {label}
                      </a>
                    </li>
                  ))}
                </ol>
              </li>
            ))}
          </ul>
        )
      }
    </ReadView>
  );
}

function stepsOf(id: string): readonly (readonly [label: string, href: string])[] {
  return [
    ['Drivers’ names', sectionPath(id, 'drivers')],
    ['Results', `/seasons/${id}?tab=results`],
    ['Rulings', sectionPath(id, 'rulings')],
    ['Publish', sectionPath(id, 'publish')],
    ['Share', `${sectionPath(id, 'publish')}#export`],
  ];
}

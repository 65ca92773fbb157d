import { useMemo } from 'react';
import type { Alias } from '#contract/entities/scoring';
import { carsOfNames, namedByNumber } from '#contract/race/roster';
import { similarNames } from '#contract/race/similar-names';
import { foldName } from '#contract/text/fold-text';
import { Button } from '../../../components/Button.tsx';
import type { DriverRow, DriverSources } from './driver-rows.ts';

interface SuggestedMergesProps extends DriverSources {
  readonly aliases: readonly Alias[];
  /** The recorded names of each session. */
  readonly sessions: readonly (readonly string[])[];
  readonly rows: readonly DriverRow[];
  /** The first of the rows is kept. */
  readonly onMerge: (rows: readonly DriverRow[]) => void;
}

/** Rows that are probably one driver, among the stored roster and what was recorded. */
export function SuggestedMerges({ season, recorded, aliases, sessions, rows, onMerge }: SuggestedMergesProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sessions are those of the season
  const suggestions = useMemo(() => {
    const roster = season.roster ?? [];
    const numbered = namedByNumber(recorded, roster, aliases).map((each) => each.recorded);
    return similarNames(sessions, new Set([...aliases.flatMap(({ recordedNames }) => recordedNames), ...numbered]), {
      cars: carsOfNames(recorded, roster),
      roster: roster.map(({ name }) => name),
    });
  }, [season, recorded, aliases]);
  const groups = suggestions
    .map((names) => [...new Set(names.flatMap((name) => rows.find((row) => isCalled(row, name)) ?? []))])
    .filter((group) => group.length > 1);
  if (groups.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="font-750">Probably one driver</h3>
      <ul className="grid">
        {groups.map((group) => (
          <li
            key={group.map(({ key }) => key).join('\n')}
            className="flex min-h-11 items-center gap-3 border-b border-hair py-1 last:border-0"
          >
            <span className="min-w-0 flex-1">
              {group.map(({ key, name }, index) => (
                <span key={key}>
                  {index === 0 ? null : <span className="text-mute">{' = '}</span>}
                  <bdi className="font-650">{name}</bdi>
                </span>
              ))}
            </span>
            <Button aria-label={`Merge ${group.map(({ name }) => name).join(', ')}`} onClick={() => onMerge(group)}>
              Merge
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function isCalled({ name, knownAs, recordedNames }: DriverRow, called: string): boolean {
  return [name, knownAs, ...recordedNames].some((each) => foldName(each) === foldName(called));
}

import { type ComponentProps, type ReactNode, useMemo } from 'react';
import type { LiveSummary } from '#contract/entities/live-session';
import { secondCars } from '#contract/race/second-cars';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { useRead } from '../../actors/read.tsx';
import { SecondCarsContext } from '../../components/second-cars-context.ts';
import { TeamColours } from '../../components/TeamColours.tsx';

interface RaceRootProps extends ComponentProps<'div'> {
  readonly store: LiveStore;
  /** The event that the race is of. */
  readonly event: LiveSummary['event'];
}

/**
 * The element around a live race: each of its teams has a colour of its own, that of the season where it is of one, and each
 * second car its mark.
 */
export function RaceRoot({ store, event, ...props }: RaceRootProps) {
  // A text is the same for as long as drivers and teams are: rows do not come in the order of the race.
  const field = useRace(store, ({ view }) =>
    [...(view?.rows.values() ?? [])]
      .map(({ carIndex, name, team }) => `${name}\t${team ?? ''}\t${carIndex}`)
      .join('\n'),
  );
  const { teams, second } = useMemo(() => {
    const byName = field.split('\n').map((line) => line.split('\t'));
    byName.sort(([one = ''], [other = '']) => (one < other ? -1 : Number(one > other)));
    return {
      teams: byName.map(([, team = '']) => team),
      second: secondCars(byName.map(([, team, carIndex]) => ({ key: Number(carIndex), team }))),
    };
  }, [field]);
  const root = (
    <SecondCarsContext value={second}>
      <div {...props} />
    </SecondCarsContext>
  );
  if (event === undefined) return <TeamColours teams={teams}>{root}</TeamColours>;
  return (
    <OfSeason id={event.seasonId} teams={teams}>
      {root}
    </OfSeason>
  );
}

function OfSeason({ id, teams, children }: { id: string; teams: readonly string[]; children: ReactNode }) {
  const { value } = useRead({ name: 'getSeason', params: { id } });
  const raced = value?.standings.teams ?? [];
  return (
    <TeamColours teams={[...teams, ...raced.map(({ name }) => name)]} chosen={value?.teamColours}>
      {children}
    </TeamColours>
  );
}

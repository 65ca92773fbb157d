import { type ComponentProps, useMemo } from 'react';
import { secondCars } from '#contract/race/second-cars';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { SecondCarsContext } from '../../components/second-cars-context.ts';
import { TeamColours } from '../../components/TeamColours.tsx';

/** The element around a live race: each of its teams has a colour of its own, and each second car its mark. */
export function RaceRoot({ store, ...props }: ComponentProps<'div'> & { store: LiveStore }) {
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
  return (
    <TeamColours teams={teams}>
      <SecondCarsContext value={second}>
        <div {...props} />
      </SecondCarsContext>
    </TeamColours>
  );
}

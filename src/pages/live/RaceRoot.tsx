import { type ComponentProps, useMemo } from 'react';
import type { SessionEvent } from '#contract/entities/session';
import { secondCars } from '#contract/race/second-cars';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { SecondCarsContext } from '../../components/second-cars-context.ts';
import { TeamColours } from '../../components/TeamColours.tsx';

interface RaceRootProps extends ComponentProps<'div'> {
  readonly store: LiveStore;
  /** The event that the race is of, with the teams of its season. */
  readonly event: Pick<SessionEvent, 'teams' | 'teamColours'> | undefined;
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
  return (
    <TeamColours teams={event?.teams ?? []} chosen={event?.teamColours} others={teams}>
      <SecondCarsContext value={second}>
        <div {...props} />
      </SecondCarsContext>
    </TeamColours>
  );
}

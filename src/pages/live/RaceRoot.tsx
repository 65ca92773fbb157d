import type { ComponentProps } from 'react';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { TeamColours } from '../../components/TeamColours.tsx';

/** The element around a live race: each of its teams has a colour of its own. */
export function RaceRoot({ store, ...props }: ComponentProps<'div'> & { store: LiveStore }) {
  // A text is the same for as long as the teams are, whatever the order of the cars.
  const teams = useRace(store, ({ view }) =>
    (view?.lines ?? [])
      .map(({ driver }) => driver.team ?? '')
      .sort()
      .join('\n'),
  );
  return (
    <TeamColours teams={teams.split('\n')}>
      <div {...props} />
    </TeamColours>
  );
}

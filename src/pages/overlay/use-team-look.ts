import { type CSSProperties, useContext } from 'react';
import { SecondCarsContext } from '../../components/second-cars-context.ts';
import { TeamColoursContext } from '../../components/team-colours-context.ts';

/** The attributes of an element about a driver: the colour of the team, and the mark of its second car. */
export function useTeamLook(team: string | null, driver: string | number) {
  const colourOf = useContext(TeamColoursContext);
  const second = useContext(SecondCarsContext);
  return {
    'data-second': second.has(driver) ? '' : undefined,
    style: { '--team': colourOf(team) } as CSSProperties,
  };
}

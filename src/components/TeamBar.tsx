import { useContext } from 'react';
import { SecondCarsContext } from './second-cars-context.ts';
import { TeamColoursContext } from './team-colours-context.ts';

interface TeamBarProps {
  readonly team: string | null;
  readonly height?: number;
  /** The car index in a race, the name in a season; without it no second car is told apart. */
  readonly driver?: number | string | undefined;
}

/**
 * A thin bar in a team's colour, with a notch for its second car; the name is its tooltip. It is a border, which paper and
 * forced colours leave visible.
 */
export function TeamBar({ team, height = 22, driver }: TeamBarProps) {
  const colourOf = useContext(TeamColoursContext);
  const isSecond = useContext(SecondCarsContext).has(driver ?? -1);
  return (
    <span
      title={team ?? undefined}
      aria-hidden="true"
      className={`inline-block shrink-0 rounded-full border-l-4 ${isSecond ? 'notched' : ''}`}
      style={{ height, borderColor: colourOf(team) }}
    />
  );
}

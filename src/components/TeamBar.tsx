import { useContext } from 'react';
import { TeamColoursContext } from './team-colours-context.ts';

/** A thin bar in a team's colour; the name is its tooltip. */
export function TeamBar({ team, height = 22 }: { team: string | null; height?: number }) {
  const colourOf = useContext(TeamColoursContext);
  return (
    <span
      title={team ?? undefined}
      aria-hidden="true"
      className="inline-block w-1 shrink-0 rounded-full"
      style={{ height, background: colourOf(team) }}
    />
  );
}

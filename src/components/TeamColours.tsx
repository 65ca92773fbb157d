import { type ReactNode, useMemo } from 'react';
import { assignTeamColours, teamColour } from '#contract/race/team-colours';
import { TeamColoursContext } from './team-colours-context.ts';

/** Gives each team of a race or a season a colour of its own, in all that is drawn inside. */
export function TeamColours({ teams, children }: { teams: readonly string[]; children: ReactNode }) {
  // Names of teams never hold a line break.
  const key = [...new Set(teams)].sort().join('\n');
  const colourOf = useMemo(() => {
    const colours = assignTeamColours(key.split('\n'));
    return (team: string | null) => colours.get(team ?? '') ?? teamColour(team);
  }, [key]);
  return <TeamColoursContext value={colourOf}>{children}</TeamColoursContext>;
}

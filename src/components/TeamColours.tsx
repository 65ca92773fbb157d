import { type ReactNode, useMemo } from 'react';
import type { TeamColour } from '#contract/entities/team-colour';
import { assignTeamColours, colourOfTeam } from '#contract/race/team-colours';
import { TeamColoursContext } from './team-colours-context.ts';

interface TeamColoursProps {
  readonly teams: readonly string[];
  /** They get what the teams leave. */
  readonly others?: readonly string[];
  /** The known colours: in a season, all of them. */
  readonly chosen?: readonly TeamColour[] | null | undefined;
  readonly children: ReactNode;
}

/** Gives each team of a race a colour of its own, in all that is drawn inside. */
export function TeamColours({ teams, others = [], chosen, children }: TeamColoursProps) {
  const key = keyOf(teams);
  const keyOfOthers = keyOf(others);
  const colourOf = useMemo(
    () =>
      colourOfTeam(
        assignTeamColours({ teams: key.split('\n'), others: keyOfOthers.split('\n'), chosen: chosen ?? [] }),
      ),
    [key, keyOfOthers, chosen],
  );
  return <TeamColoursContext value={colourOf}>{children}</TeamColoursContext>;
}

/** Names of teams never hold a line break. */
function keyOf(teams: readonly string[]): string {
  return [...new Set(teams)].sort().join('\n');
}

import { type ReactNode, useMemo } from 'react';
import type { Season, StandingDriver } from '#contract/entities/season';
import { secondDriversOf } from '#contract/race/second-drivers';
import { assignTeamColours, colourOfTeam } from '#contract/race/team-colours';
import { colourInputOf } from '#contract/race/teams-of-season';
import { SecondCarsContext } from './second-cars-context.ts';
import { TeamColoursContext } from './team-colours-context.ts';

interface SeasonTeamColoursProps {
  readonly season: Season;
  /** Drivers who may have no result in the season yet. */
  readonly others?: readonly Pick<StandingDriver, 'name' | 'team'>[];
  readonly children: ReactNode;
}

/** Gives each team of a season its colour, and its second driver the mark, in all that is drawn inside. */
export function SeasonTeamColours({ season, others, children }: SeasonTeamColoursProps) {
  const second = useMemo(() => secondDriversOf(season, others), [season, others]);
  const otherTeams = others?.flatMap(({ team }) => team ?? []).join('\n') ?? '';
  const colourOf = useMemo(() => {
    const input = colourInputOf(season);
    return colourOfTeam(assignTeamColours({ ...input, others: otherTeams.split('\n') }), input.keyOf);
  }, [season, otherTeams]);
  return (
    <TeamColoursContext value={colourOf}>
      <SecondCarsContext value={second}>{children}</SecondCarsContext>
    </TeamColoursContext>
  );
}

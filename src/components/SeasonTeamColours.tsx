import { type ReactNode, useMemo } from 'react';
import type { Season, StandingDriver } from '#contract/entities/season';
import { secondDriversOf } from '#contract/race/second-drivers';
import { teamsOfSeason } from '#contract/race/teams-of-season';
import { SecondCarsContext } from './second-cars-context.ts';
import { TeamColours } from './TeamColours.tsx';

interface SeasonTeamColoursProps {
  readonly season: Season;
  /** Who may have no result in the season yet. */
  readonly others?: readonly Pick<StandingDriver, 'name' | 'team'>[];
  readonly children: ReactNode;
}

/** Gives each team of a season its colour, and its second driver the mark, in all that is drawn inside. */
export function SeasonTeamColours({ season, others, children }: SeasonTeamColoursProps) {
  const second = useMemo(() => secondDriversOf(season, others), [season, others]);
  return (
    <TeamColours
      teams={teamsOfSeason(season)}
      chosen={season.teamColours}
      others={others?.flatMap(({ team }) => team ?? []) ?? []}
    >
      <SecondCarsContext value={second}>{children}</SecondCarsContext>
    </TeamColours>
  );
}

import { type ReactNode, useMemo } from 'react';
import type { Season } from '#contract/entities/season';
import { secondDriversOf } from '#contract/race/second-drivers';
import { teamsOfSeason } from '#contract/race/teams-of-season';
import { SecondCarsContext } from './second-cars-context.ts';
import { TeamColours } from './TeamColours.tsx';

/** Gives each team of a season its colour, and its second driver the mark, in all that is drawn inside. */
export function SeasonTeamColours({ season, children }: { season: Season; children: ReactNode }) {
  const second = useMemo(() => secondDriversOf(season), [season]);
  return (
    <TeamColours teams={teamsOfSeason(season)} chosen={season.teamColours}>
      <SecondCarsContext value={second}>{children}</SecondCarsContext>
    </TeamColours>
  );
}

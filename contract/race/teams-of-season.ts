import type { Season } from '../entities/season.ts';
import { assignTeamColours, type ColourInput, colourOfTeam } from './team-colours.ts';
import { teamKeysOf } from './teams.ts';

/** The teams that pages and pictures of a season show. */
export function teamsOfSeason({ standings, roster }: Pick<Season, 'standings' | 'roster'>): string[] {
  const seats = (roster ?? []).flatMap((driver) => [driver.team, ...driver.changes.map(({ team }) => team)]);
  const teams = [
    ...standings.drivers.map(({ team }) => team),
    ...(standings.teams ?? []).map(({ name }) => name),
    ...seats,
  ];
  return teams.filter((team) => team !== null);
}

/** The input for the team colours of a season. */
export function colourInputOf(
  season: Pick<Season, 'standings' | 'roster' | 'teamColours' | 'givenColours' | 'teamAliases'>,
): ColourInput & { readonly keyOf: (team: string) => string } {
  return {
    teams: teamsOfSeason(season),
    chosen: season.teamColours ?? [],
    given: season.givenColours ?? [],
    keyOf: teamKeysOf(season.teamAliases ?? []),
  };
}

/** The colour of each team of a season. */
export function coloursOfSeason(season: Parameters<typeof colourInputOf>[0]): (team: string | null) => string {
  const input = colourInputOf(season);
  return colourOfTeam(assignTeamColours(input), input.keyOf);
}

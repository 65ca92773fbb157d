import { teamColourNames } from '../colours/car-colours.ts';
import type { TeamColour } from '../entities/team-colour.ts';
import { teamColourName } from './team-colour-name.ts';
import { assignTeamColours, teamColour } from './team-colours.ts';
import { teamKey } from './teams.ts';

/**
 * The colours of the teams of a table over several seasons, in the order of its rows. `seasons` have the colours of
 * their teams, the newest season first: a team has that of the newest one that has the team. If two teams have the same
 * colour, the one of the older season gets another, among as many of the first teams as there are colours.
 */
export function leagueTeamColours(
  teams: readonly string[],
  seasons: readonly ReadonlyMap<string, string>[],
): TeamColour[] {
  const inSeasons = new Map<string, string>();
  for (const [name, colour] of seasons.flatMap((season) => [...season]))
    if (!inSeasons.has(teamKey(name))) inSeasons.set(teamKey(name), colour);
  const shown = [...new Set(teams)];
  const first = new Map(shown.slice(0, teamColourNames.length).map((team) => [teamKey(team), team]));
  const holders = new Map<string, TeamColour>();
  for (const [key, colour] of inSeasons) {
    const team = first.get(key);
    if (team !== undefined && !holders.has(colour)) holders.set(colour, { team, colour: nameOf(colour) });
  }
  const assigned = assignTeamColours({ teams: [...first.values()], chosen: [...holders.values()] });
  return shown.map((team) => ({
    team,
    colour: nameOf(assigned.get(team) ?? inSeasons.get(teamKey(team)) ?? teamColour(team)),
  }));
}

/** All colours that teams are assigned are of the palette. */
function nameOf(colour: string): TeamColour['colour'] {
  const name = teamColourName(colour);
  if (name === null) throw new Error(`no colour of a team: ${colour}`);
  return name;
}

import type { TeamColour } from '#contract/entities/team-colour';
import { firstInTurn } from '#contract/race/team-colours';
import type { StoredTeamColour } from '#contract/race/team-colours-after-renames';
import type { SeasonOfTeams } from '../storage/season-teams.ts';

/** The teams among which a season shares out colours, of very many the first, and those of them whose colours its owner has chosen. */
export function teamsOf({ raced, roster, teamColours }: SeasonOfTeams): {
  readonly teams: string[];
  readonly chosen: TeamColour[];
} {
  const seats = (roster ?? []).flatMap(({ team, changes }) => [team, ...changes.map((change) => change.team)]);
  const all = [...raced, ...seats.filter((team) => team !== null)];
  const chosen = toTeamColours(teamColours ?? []).filter(({ team }) => all.includes(team));
  return { teams: firstInTurn(all, chosen), chosen };
}

/** Stored colours without what only changes of the roster need. */
export function toTeamColours(stored: readonly StoredTeamColour[]): TeamColour[] {
  return stored.map(({ team, colour }) => ({ team, colour }));
}

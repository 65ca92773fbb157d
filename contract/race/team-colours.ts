import { carColours, teamColours, teamPalette } from '../colours/car-colours.ts';
import { maxSharingTeams, type TeamColour } from '../entities/team-colour.ts';

const palette: readonly string[] = Object.values(teamPalette);

/** The colour of a team by its name alone: that of the game, or one that no older team of the game has. */
export function teamColour(team: string | null): string {
  if (team === null) return carColours.noteam;
  return gameColour(team) ?? (hash(team) % 2 === 0 ? teamPalette.plum : teamPalette.cream);
}

/**
 * The colours of the teams of one race or season. Two teams share a colour only where there are more teams than colours: those
 * that its owner has `chosen` come first, teams that none of them moves keep theirs, then those of the game, and the others get
 * the rest, whatever the order of the names. `others`, such as a team that was in practice alone, take nothing from them.
 */
export function assignTeamColours(
  teams: readonly string[],
  others: readonly string[] = [],
  chosen: readonly TeamColour[] = [],
): ReadonlyMap<string, string> {
  let free = palette;
  const assigned = new Map<string, string>();
  const assign = (team: string, colour: string) => {
    assigned.set(team, colour);
    free = free.filter((other) => other !== colour);
  };
  for (const { team, colour } of chosen) if (teams.includes(team)) assign(team, teamPalette[colour]);
  // A choice moves the team that had this colour by itself, and no other.
  if (assigned.size > 0)
    for (const [team, colour] of assignTeamColours(teams))
      if (!assigned.has(team) && free.includes(colour)) assign(team, colour);
  for (const team of [...inTurn(teams), ...inTurn(others)]) {
    if (assigned.has(team)) continue;
    if (free.length === 0) free = palette;
    const preferred = teamColour(team);
    assign(team, free.includes(preferred) ? preferred : (free[hash(team) % free.length] ?? preferred));
  }
  return assigned;
}

/** The teams that get a colour first, as many as are named elsewhere: among these alone they get the same ones. */
export function firstInTurn(teams: readonly string[], chosen: readonly TeamColour[] = []): string[] {
  const first = chosen.flatMap(({ team }) => (teams.includes(team) ? [team] : []));
  return [...new Set([...first, ...inTurn(teams)])].slice(0, maxSharingTeams);
}

/** Each once: the teams of the game, then the others, by name. */
function inTurn(teams: readonly string[]): string[] {
  const names = [...new Set(teams)].filter((name) => name !== '').sort();
  return [...names.filter((name) => gameColour(name)), ...names.filter((name) => !gameColour(name))];
}

function gameColour(team: string): string | undefined {
  const name = `${team.toLowerCase()} `;
  return teamColours.find(([part]) => name.includes(part))?.[1];
}

/** FNV-1a, which spreads names evenly. */
function hash(name: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    value = Math.imul(value ^ name.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value >>> 7;
}

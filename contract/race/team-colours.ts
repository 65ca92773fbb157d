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
 * that its owner has `chosen` come first, the game's teams keep theirs of what is left, and the others get the rest, whatever the
 * order of the names. `others`, such as a team that was in practice alone, take nothing from them.
 */
export function assignTeamColours(
  teams: readonly string[],
  others: readonly string[] = [],
  chosen: readonly TeamColour[] = [],
): ReadonlyMap<string, string> {
  const isFree = new Set(palette);
  const assigned = new Map<string, string>();
  for (const { team, colour } of chosen) {
    if (!teams.includes(team)) continue;
    isFree.delete(teamPalette[colour]);
    assigned.set(team, teamPalette[colour]);
  }
  for (const name of [...inTurn(teams), ...inTurn(others)]) {
    if (assigned.has(name)) continue;
    if (isFree.size === 0) for (const colour of palette) isFree.add(colour);
    const preferred = teamColour(name);
    const free = [...isFree];
    const colour = isFree.has(preferred) ? preferred : (free[hash(name) % free.length] ?? preferred);
    isFree.delete(colour);
    assigned.set(name, colour);
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

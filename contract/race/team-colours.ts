import { carColours, teamColours, teamPalette } from '../colours/car-colours.ts';
import type { GivenColour, TeamColour } from '../entities/team-colour.ts';
import { teamColourName } from './team-colour-name.ts';
import { teamKey } from './teams.ts';

const palette: readonly string[] = Object.values(teamPalette);

/** The colour of a team by its name alone: that of the game, or one that no older team of the game has. */
export function teamColour(team: string | null): string {
  if (team === null) return carColours.noteam;
  return gameColour(team) ?? (hash(team) % 2 === 0 ? teamPalette.plum : teamPalette.cream);
}

/** The data that decides the colours of the teams of a race or a season. */
export interface ColourInput {
  readonly teams: readonly string[];
  /** Teams that take nothing from those, as one that was in practice alone. */
  readonly others?: readonly string[];
  /** The colours that the owner of the season has chosen. */
  readonly chosen?: readonly TeamColour[];
  /** The colours that teams of the season have been given by themselves. */
  readonly given?: readonly GivenColour[];
  /** The key that two names of one team share. */
  readonly keyOf?: (team: string) => string;
}

/**
 * The colours of the teams of a race or season, by all of their names. Two teams share a colour only where there are more teams
 * than colours. Chosen colours come first, and move the team that had the colour by itself, and no other. Then teams keep what
 * they were given, those of the game have the game's, and the rest get what is left, whatever the order of the names.
 */
export function assignTeamColours(input: ColourInput): ReadonlyMap<string, string> {
  const { teams, others = [], chosen = [], given = [], keyOf = teamKey } = input;
  const inOrder = [...inTurn(teams), ...inTurn(others)];
  // The first of several names of a team decides.
  const names = new Map([...inOrder].reverse().map((name) => [keyOf(name), name] as const));
  const keys = [...new Set(inOrder.map(keyOf))];
  let free = palette;
  const assigned = new Map<string, string>();
  const assign = (key: string, colour: string) => {
    assigned.set(key, colour);
    free = free.filter((other) => other !== colour);
  };
  const ofSeason = new Set(teams.map(keyOf));
  for (const { team, colour } of chosen) if (ofSeason.has(keyOf(team))) assign(keyOf(team), teamPalette[colour]);
  const isChosen = new Set(assigned.values());
  const automatic = isChosen.size === 0 ? [] : assignTeamColours({ teams, given, keyOf });
  const own = new Map([...automatic].map(([team, colour]) => [keyOf(team), [colour]]));
  for (const { team, colour, movedTo } of given)
    own.set(keyOf(team), [teamPalette[colour], ...(movedTo == null ? [] : [teamPalette[movedTo]])]);
  for (const key of keys) {
    const colour = own.get(key)?.find((each) => !isChosen.has(each));
    if (colour !== undefined && !assigned.has(key)) assign(key, colour);
  }
  for (const key of keys) {
    if (assigned.has(key)) continue;
    if (free.length === 0) free = palette;
    const name = names.get(key) ?? key;
    const preferred = teamColour(name);
    assign(key, free.includes(preferred) ? preferred : (free[hash(name) % free.length] ?? preferred));
  }
  return new Map(
    [...teams, ...others].flatMap((name) => {
      const colour = assigned.get(keyOf(name));
      return name === '' || colour === undefined ? [] : [[name, colour] as const];
    }),
  );
}

/** The colours that are stored as given, once teams have these by themselves and by choice. */
export function givenColours(input: ColourInput): GivenColour[] {
  const { teams, chosen = [], given = [], keyOf = teamKey } = input;
  const shown = assignTeamColours(input);
  const ofSeason = new Set(teams.map(keyOf));
  const isChosen = new Set(chosen.flatMap(({ team }) => (ofSeason.has(keyOf(team)) ? [keyOf(team)] : [])));
  const before = new Map(given.map((each) => [keyOf(each.team), each]));
  const entries = new Map<string, GivenColour>();
  for (const [team, hex] of shown) {
    const [key, colour] = [keyOf(team), teamColourName(hex)];
    if (isChosen.has(key) || entries.has(key) || colour === null) continue;
    const { team: name, colour: own } = before.get(key) ?? { team, colour };
    entries.set(key, { team: name, colour: own, ...(own === colour ? {} : { movedTo: colour }) });
  }
  // A team that is gone, or has a chosen colour, gets its own again unless another one has it meanwhile.
  const used = new Set([...entries.values()].map(({ colour, movedTo }) => movedTo ?? colour));
  const kept = given.filter(({ team, colour }) => !entries.has(keyOf(team)) && !used.has(colour));
  return [...entries.values(), ...kept].sort((one, other) => (one.team < other.team ? -1 : 1));
}

/** The colour of each team, by any of its names; that of the name alone for a team that is not in the list. */
export function colourOfTeam(
  colours: ReadonlyMap<string, string>,
  keyOf: (team: string) => string = teamKey,
): (team: string | null) => string {
  const byKey = new Map([...colours].map(([team, colour]) => [keyOf(team), colour]));
  return (team) => (team === null ? undefined : byKey.get(keyOf(team))) ?? teamColour(team);
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

/** Colours shown beside a driver's name on every page. */
export const carColours = {
  soft: '#ff5a52',
  medium: '#ffd12e',
  hard: '#f4f4f5',
  inter: '#3ddc84',
  wet: '#5ba7ff',
  /** A tyre that is not known, and quiet text. */
  mute: '#a1a1aa',
  /** A driver without a team. */
  noteam: '#71717a',
} as const;

/**
 * The colours of teams: a contrast of 3:1 or more on the background, and a CIEDE2000 distance of 15 or more between any two,
 * also for people who see no red, no green or no blue. `colours.test.ts` measures both.
 */
export const teamPalette = {
  red: '#c90909',
  orange: '#db9b47',
  lime: '#bbff08',
  pine: '#077652',
  teal: '#44a193',
  sky: '#5adefd',
  blue: '#3c48f7',
  lilac: '#958bff',
  pink: '#f4497e',
  silver: '#ccd3ce',
  plum: '#9d3e82',
  cream: '#ffedba',
} as const;

/**
 * The same teams as thin lines, where a colour of the palette is too dark for one: 4.5:1 or more on the background. A name is
 * at the end of each line, so that people who see fewer colours need not tell all of them apart.
 */
const teamLines: Partial<Record<keyof typeof teamPalette, string>> = {
  red: '#f50b2d',
  pine: '#00cf76',
  blue: '#007ed5',
  plum: '#b855a7',
};

/** A colour of the palette as that of a line; every other colour is as it is. */
export function lineColour(colour: string): string {
  const name = teamColourNames.find((each) => teamPalette[each] === colour);
  return (name === undefined ? undefined : teamLines[name]) ?? colour;
}

/** The names of the palette, in its order. */
export const teamColourNames = namesOf(teamPalette);

/** A literal has no keys but those of its type. */
function namesOf<Name extends string>(colours: Readonly<Record<Name, string>>): readonly Name[] {
  return Object.keys(colours) as Name[];
}

/** The colours of the game's teams by a part of their name. */
export const teamColours: readonly (readonly [part: string, colour: string])[] = [
  ['mercedes', teamPalette.teal],
  ['ferrari', teamPalette.red],
  ['red bull', teamPalette.blue],
  ['williams', teamPalette.sky],
  ['aston', teamPalette.pine],
  ['alpine', teamPalette.pink],
  ['tauri', teamPalette.lilac],
  ['racing bulls', teamPalette.lilac],
  ['rb ', teamPalette.lilac],
  ['haas', teamPalette.silver],
  ['mclaren', teamPalette.orange],
  ['alfa', teamPalette.lime],
  ['sauber', teamPalette.lime],
  ['audi', teamPalette.lime],
  ['cadillac', teamPalette.cream],
];

/**
 * Every colour of Pitboard. The build makes the styles, the manifest and the theme colour from this table; canvases and
 * drawn pictures read it.
 */
export const colours = {
  black: '#000000',
  white: '#ffffff',
  /** The ground of the page, of cards, and of what lies above both. */
  bg: '#0c0c0e',
  panel: '#151518',
  raised: '#1c1c21',
  /** Edges, and finer lines between rows. Both are seen on every ground. */
  line: '#2a2a31',
  hair: '#25252b',
  text: '#f4f4f5',
  mute: '#a1a1aa',
  /** The brand, links that act, danger; as a text, and under a white text. */
  red: '#ef5350',
  redfill: '#b71c1c',
  /** Safety car, pit, penalties, the lead of a championship. */
  amber: '#ffc107',
  /** Best of the session, best of the driver, slower: always with a shape. */
  purple: '#d16bff',
  green: '#4ade80',
  yellow: '#fde047',
  soft: '#ff5a52',
  medium: '#ffd12e',
  hard: '#f4f4f5',
  inter: '#3ddc84',
  wet: '#5ba7ff',
  favourite: '#7dd3fc',
  favouriterow: '#1b1f2a',
  /** The edge of the track on its map, without a flag. */
  kerb: '#4b4b55',
  /** Lines on paper. */
  pencil: '#999999',
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

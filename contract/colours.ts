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

/** Colours of the game's teams by a part of their name; all have a contrast of 3:1 or more on the background. */
export const teamColours: readonly (readonly [part: string, colour: string])[] = [
  ['mercedes', '#27d3c2'],
  ['ferrari', '#ef4444'],
  ['red bull', '#4f7cf7'],
  ['williams', '#3aa0ff'],
  ['aston', '#22a06b'],
  ['alpine', '#f472b6'],
  ['tauri', '#8aa4ff'],
  ['racing bulls', '#8aa4ff'],
  ['rb ', '#8aa4ff'],
  ['haas', '#cbd5e1'],
  ['mclaren', '#fb923c'],
  ['alfa', '#e0526a'],
  ['sauber', '#4ade80'],
];

/** The colour of another team. One lightness keeps the contrast of every hue, in degrees. */
export function hueColour(hue: number): string {
  return `oklch(72% 0.16 ${hue})`;
}

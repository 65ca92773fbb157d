import { carColours } from './car-colours.ts';

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
  /** The brand, links that act, danger; as a text, and under a white text. */
  red: '#ef5350',
  redfill: '#b71c1c',
  /** Safety car, pit, penalties, the lead of a championship. */
  amber: '#ffc107',
  /** Best of the session, best of the driver, slower: always with a shape. */
  purple: '#d16bff',
  green: '#4ade80',
  yellow: '#fde047',
  favourite: '#7dd3fc',
  favouriterow: '#1b1f2a',
  /** The edge of the track on its map, without a flag. */
  kerb: '#4b4b55',
  /** Lines on paper. */
  pencil: '#999999',
  pale: '#d4d4d4',
  ...carColours,
} as const;

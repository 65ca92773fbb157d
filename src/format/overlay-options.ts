import { longestDelay } from '#contract/constants';

/** The kinds of overlays. */
export const overlayKinds = ['tower', 'standings', 'battle', 'lower-third'] as const;
export type OverlayKind = (typeof overlayKinds)[number];

/** The tables of a season. */
export const overlayTables = ['drivers', 'teams'] as const;
type OverlayTable = (typeof overlayTables)[number];

/** Columns of the tower after place and driver. */
export const overlayColumns = ['interval', 'gap', 'tyre', 'last', 'best', 'stops', 'gained', 'penalties'] as const;
export type OverlayColumn = (typeof overlayColumns)[number];

/** The options in the address of an overlay. */
export interface OverlayOptions {
  readonly show: OverlayKind;
  /** The table of a season. */
  readonly table: OverlayTable;
  /** The maximum of rows; null for all drivers of a tower, and for ten of a championship. */
  readonly rows: number | null;
  readonly columns: readonly OverlayColumn[];
  /** Codes, car numbers or names; `leader` and `fastest` too. Without any the overlay chooses. */
  readonly drivers: readonly string[];
  readonly scale: number;
  readonly side: 'left' | 'right';
  /** Heads above the columns. */
  readonly heads: boolean;
  /** The time of the picture, and why it is not live. */
  readonly asOf: boolean;
  /** In seconds. */
  readonly delay: number;
}

export const defaultOverlay: OverlayOptions = {
  show: 'tower',
  table: 'drivers',
  rows: null,
  columns: ['interval', 'tyre'],
  drivers: [],
  scale: 1,
  side: 'left',
  heads: false,
  asOf: false,
  delay: 0,
};

const mostRows = 64;
const mostDrivers = 2;

/** The options in the query of an address. An invalid option is ignored: a stream shows no error. */
export function parseOverlayOptions(search: string): OverlayOptions {
  const query = new URLSearchParams(search);
  const { show, table, side, columns, scale } = defaultOverlay;
  const textOf = (name: string) => (query.get(name) ?? '').trim().toLowerCase();
  const chosen = listOf(query, 'columns').map((name) => name.toLowerCase());
  const shown = overlayColumns.filter((name) => chosen.includes(name));
  return {
    show: overlayKinds.find((kind) => kind === textOf('show')) ?? show,
    table: overlayTables.find((each) => each === textOf('table')) ?? table,
    rows: numberOf(textOf('rows'), 1, mostRows, true),
    columns: shown.length === 0 ? columns : shown.sort((one, other) => chosen.indexOf(one) - chosen.indexOf(other)),
    drivers: listOf(query, 'drivers').slice(0, mostDrivers),
    scale: numberOf(textOf('scale'), 0.25, 4, false) ?? scale,
    side: textOf('side') === 'right' ? 'right' : side,
    heads: isOn(query, 'heads'),
    asOf: isOn(query, 'asof'),
    delay: numberOf(textOf('delay'), 0, longestDelay, true) ?? 0,
  };
}

/** The query for options, with those that are not the default. */
export function formatOverlayOptions(options: OverlayOptions): string {
  const { show, table, rows, columns, drivers, scale, side, heads, asOf, delay } = options;
  const parts: readonly (readonly [name: string, value: string | null])[] = [
    ['show', show === defaultOverlay.show ? null : show],
    ['table', table === defaultOverlay.table ? null : table],
    ['rows', rows === null ? null : String(rows)],
    ['columns', columns.join() === defaultOverlay.columns.join() || columns.length === 0 ? null : columns.join()],
    ['drivers', drivers.length === 0 ? null : drivers.join()],
    ['scale', scale === defaultOverlay.scale ? null : String(scale)],
    ['side', side === defaultOverlay.side ? null : side],
    ['heads', heads ? '1' : null],
    ['asof', asOf ? '1' : null],
    ['delay', delay === 0 ? null : String(delay)],
  ];
  const query = parts.flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`],
  );
  return query.length === 0 ? '' : `?${query.join('&')}`;
}

/** The key of a private session in the fragment of an address, which no browser sends; null without one. */
export function overlayKey(hash: string): string | null {
  return partOf(hash, 'key');
}

/** The stored session that a preview shows as an example, in the fragment of its address; null without one. */
export function overlayExample(hash: string): string | null {
  return partOf(hash, 'example');
}

function partOf(hash: string, name: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get(name)?.trim() || null;
}

function listOf(query: URLSearchParams, name: string): string[] {
  const parts = (query.get(name) ?? '').split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

function numberOf(text: string, least: number, most: number, isWhole: boolean): number | null {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < least || value > most) return null;
  return isWhole && !Number.isInteger(value) ? null : value;
}

function isOn(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && !['0', 'off', 'no', 'false'].includes(value.trim().toLowerCase());
}

import type { Tree } from './merge-patch.ts';

/** The views of a race: the full document, or the fields of a timing table. */
export type ViewName = 'full' | 'table';

/** How changes are sent: as binary frames, or as merge patches in JSON for overlays and bots. */
export type ViewFormat = 'binary' | 'json';

const hiddenOfSession = new Set(['overtakes', 'raceControl', 'weatherHistory', 'weatherForecastSamples', 'drivers']);
const positions = ['livePosition', 'velocity', 'lapDistance'];
const hiddenOfDriver = new Set(['lapTimes', 'tyres', 'warnings', 'currentLapTime', ...positions]);

const rows = { full: new WeakMap<object, Tree>(), table: new WeakMap<object, Tree>() };

const isTree = (value: Tree[string] | undefined): value is Tree => typeof value === 'object';

/** The part of a live document that a view shows, to 0.1 m. A driver that is the same object gives the same row. */
export function viewOf(document: Tree, view: ViewName): Tree {
  const { drivers } = document;
  const shown = view === 'full' ? document : without(document, hiddenOfSession);
  if (!isTree(drivers)) return shown;
  const ofDrivers = Object.entries(drivers).map(([index, driver]) => [
    index,
    isTree(driver) ? rowOf(driver, view) : driver,
  ]);
  return { ...shown, drivers: Object.fromEntries(ofDrivers) };
}

function rowOf(driver: Tree, view: ViewName): Tree {
  const cached = rows[view].get(driver);
  if (cached !== undefined) return cached;
  const row = view === 'full' ? withRoundPositions(driver) : tableRowOf(driver);
  rows[view].set(driver, row);
  return row;
}

function withRoundPositions(driver: Tree): Tree {
  const rounded = positions.flatMap((key) => {
    const value = driver[key];
    return value === undefined ? [] : [[key, round(value)]];
  });
  return rounded.length === 0 ? driver : { ...driver, ...Object.fromEntries(rounded) };
}

function round(value: Tree[string]): Tree[string] {
  if (typeof value === 'number') return (Math.round(value * 10) + 0) / 10;
  if (!isTree(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([axis, number]) => [axis, round(number)]));
}

/** A driver without positions, older laps, stints and warnings. */
function tableRowOf(driver: Tree): Tree {
  const { lapTimes } = driver;
  return { ...without(driver, hiddenOfDriver), ...(lapTimes === undefined ? {} : { lapTimes: lastOf(lapTimes) }) };
}

/** The last entry of a list. */
export function lastOf(list: Tree[string]): Tree[string] {
  return isTree(list) ? Object.fromEntries(Object.entries(list).slice(-1)) : list;
}

export function without(tree: Tree, hidden: ReadonlySet<string>): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([key]) => !hidden.has(key)));
}

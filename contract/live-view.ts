import type { Tree } from './merge-patch.ts';

/** What a viewer can ask for: everything, or what a timing table shows. */
export type ViewName = 'full' | 'table';

const hiddenOfSession = new Set(['overtakes', 'weatherHistory', 'weatherForecastSamples', 'drivers']);
const hiddenOfDriver = new Set([
  'lapTimes',
  'tyres',
  'warnings',
  'currentLapTime',
  'livePosition',
  'velocity',
  'lapDistance',
]);

const rows = new WeakMap<object, Tree>();

const isTree = (value: Tree[string] | undefined): value is Tree => typeof value === 'object';

/** The part of a live document that a view shows. A driver that is the same object gives the same row. */
export function viewOf(document: Tree, view: ViewName): Tree {
  if (view === 'full') return document;
  const { drivers } = document;
  return {
    ...without(document, hiddenOfSession),
    ...(isTree(drivers)
      ? {
          drivers: Object.fromEntries(
            Object.entries(drivers).map(([index, driver]) => [index, isTree(driver) ? rowOf(driver) : driver]),
          ),
        }
      : {}),
  };
}

/** A driver without positions, older laps, stints and warnings. */
function rowOf(driver: Tree): Tree {
  const known = rows.get(driver);
  if (known !== undefined) return known;
  const { lapTimes } = driver;
  const last = isTree(lapTimes) ? Object.entries(lapTimes).at(-1) : undefined;
  const row = {
    ...without(driver, hiddenOfDriver),
    ...(last === undefined ? {} : { lapTimes: Object.fromEntries([last]) }),
  };
  rows.set(driver, row);
  return row;
}

function without(tree: Tree, hidden: ReadonlySet<string>): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([key]) => !hidden.has(key)));
}

import { type Columns, documentOf, type FirstPart, type Leaf } from './first-part.ts';
import { createPatch, type Patch, type Tree } from './merge-patch.ts';
import { lastOf, without } from './view.ts';

/** Fields that a tower and its header do not show. */
const laterOfSession = new Set([
  ...['gameVersion', 'internalSessionId', 'sessionStartTime', 'isMultiplayer', 'timeOfDay'],
  ...['seasonLinkIdentifier', 'weekendLinkIdentifier', 'sessionLinkIdentifier', 'overtakes', 'raceControl'],
  ...['numberOfSafetyCars', 'numberOfVirtualSafetyCars', 'numberOfRedFlags'],
]);
const laterOfDriver = new Set(['livePosition', 'velocity', 'tyres', 'warnings', 'totalWarnings']);
/** A lap has its own. */
const lastSectors = new Set(['lastSector1Time', 'lastSector2Time', 'lastSector3Time']);

/**
 * A document in two parts: what a tower is drawn with, which stays as small as at the start of a race, and a patch with the
 * rest: earlier laps and weather, stints, warnings, passes, race control and positions on the track. Without earlier laps
 * gaps of 55 s and more are those of the game.
 */
export function inParts(document: Tree): { readonly first: FirstPart; readonly rest: Patch } {
  const { drivers = {}, weatherHistory, ...others } = without(document, laterOfSession);
  const first = {
    document: { ...others, ...(weatherHistory === undefined ? {} : { weatherHistory: lastOf(weatherHistory) }) },
    columns: columnsOf(drivers),
  };
  return { first, rest: createPatch(documentOf(first), document) };
}

function columnsOf(drivers: Tree[string]): Columns {
  const columns: Record<string, (Leaf | null)[]> = {};
  for (const [car, driver] of branchesOf(drivers)) {
    for (const [path, value] of leavesOf(firstOfDriver(driver as Tree))) {
      columns[path] ??= [];
      const column = columns[path] as (Leaf | null)[];
      while (column.length < Number(car)) column.push(null);
      column.push(value);
    }
  }
  return columns;
}

const branchesOf = (tree: Tree[string]) => (typeof tree === 'object' ? Object.entries(tree) : []);

function firstOfDriver(driver: Tree): Tree {
  const { lapTimes, ...others } = without(driver, laterOfDriver);
  return lapTimes === undefined ? others : { ...without(others, lastSectors), lapTimes: lastOf(lapTimes) };
}

function leavesOf(tree: Tree, path = ''): [path: string, value: Leaf][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object' ? leavesOf(value, `${path}${key}.`) : [[`${path}${key}`, value]],
  );
}

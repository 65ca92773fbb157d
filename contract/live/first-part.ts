import type { Tree } from './merge-patch.ts';

/**
 * The fields that a timing tower needs, sent before the rest of the document. The values of drivers are in columns,
 * because they are most of it and much alike: by the path of a value, such as `lapTimes.7.lapTime`, the value of each
 * car by its index.
 */
export interface FirstPart {
  /** The document without its drivers. */
  readonly document: Tree;
  readonly columns: Columns;
}

export interface Columns {
  readonly [path: string]: readonly (Leaf | null)[];
}

export type Leaf = string | number | boolean;

/** The document of a first part. */
export function documentOf({ document, columns }: FirstPart): Tree {
  const drivers: Branch = {};
  for (const [path, values] of Object.entries(columns)) {
    const keys = path.split('.');
    const last = keys.pop() as string;
    for (const [car, value] of values.entries()) {
      if (value !== null) [String(car), ...keys].reduce(branchAt, drivers)[last] = value;
    }
  }
  return Object.keys(drivers).length === 0 ? document : { ...document, drivers };
}

interface Branch {
  [key: string]: Branch | Leaf;
}

function branchAt(tree: Branch, key: string): Branch {
  tree[key] ??= {};
  return tree[key] as Branch;
}

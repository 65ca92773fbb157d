import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EnvSchema } from '../server/settings/env-schema.ts';
import { everyImport, isTest, readTree } from '../tests/architecture.ts';

const root = join(import.meta.dirname, '..');
/** Seconds of the last whole run of the tests. */
export const wholeRunFile = join(root, '.cache/whole-run');

/** The size of what a reader of this repository has to hold in mind. */
export type Meters = Readonly<Record<string, number>>;

/** The most that each meter may be. Whoever needs more changes the file in the same commit. */
export function readLimits(): Meters {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'meters.json'), 'utf8'));
}

/** Measures the files that are in Git, or would be with the next commit. */
export function measure(): Meters {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const files = String(listed)
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
  const sources = files.filter((file) => /\.(tsx?|css|js)$/.test(file));
  const tests = sources.filter((file) => isTest(file) || /^(tests|server\/tests)\//.test(file));
  const product = sources.filter((file) => file.includes('/') && !tests.includes(file) && !file.startsWith('docs/'));
  return {
    'product lines': countLines(product),
    'product files': product.length,
    'test lines': countLines(tests),
    'files with one importer, in another folder': farFiles(),
    ...countSteps(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')),
    'entries of the root': new Set(files.map((file) => file.split('/')[0])).size,
    settings: Object.keys(EnvSchema.entries).length,
  };
}

/** A line for each meter and limit, and whether it is above: one without a limit is, and one that is measured no more. */
export function compare(measured: Meters, limits: Meters): { readonly line: string; readonly isAbove: boolean }[] {
  return [...new Set([...Object.keys(limits), ...Object.keys(measured)])].map((name) => {
    const { [name]: value = Number.NaN } = measured;
    const { [name]: limit = Number.NaN } = limits;
    return { line: `${name}: ${value}, at most ${limit}`, isAbove: !(value <= limit) };
  });
}

/** The minutes of the last whole run, as a line; empty before the first one. */
export function describeWholeRun(): string[] {
  if (!existsSync(wholeRunFile)) return [];
  return [`npm test: ${(Number(readFileSync(wholeRunFile, 'utf8')) / 60).toFixed(1)} minutes, the last time`];
}

function countLines(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0);
}

/** The steps of each recipe, by its title. */
function countSteps(contributing: string): Meters {
  const [, recipes = ''] = contributing.split('\n## Recipes\n');
  const parts = recipes.split('\n### ').slice(1);
  return Object.fromEntries(
    parts.map((part) => [`steps of “${part.split('\n')[0]}”`, [...part.matchAll(/^\d+\. /gm)].length]),
  );
}

/** Files that one other file imports, from another folder: they may belong beside it. */
function farFiles(): number {
  const importers = new Map<string, Set<string>>();
  for (const { from, to, inside } of everyImport(readTree(root))) {
    const isOfProduct = inside && ![from, to].some((file) => isTest(file) || /^(tests|server\/tests)\//.test(file));
    if (isOfProduct) importers.set(to, (importers.get(to) ?? new Set()).add(from));
  }
  return [...importers].filter(
    ([file, [first = '', ...others]]) => others.length === 0 && dirname(first) !== dirname(file),
  ).length;
}

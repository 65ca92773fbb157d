import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../src');

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => join(folder, path));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** The hooks that send what a person submits; others call them. */
const first = ['useMutation', 'useEditor', 'useUploads'];

const callsOf = (text: string, hooks: Iterable<string>) =>
  [...text.matchAll(new RegExp(`(?<!function )\\b(${[...hooks].join('|')})(<[^()]*>)?\\(`, 'g'))].length;

/** The names of all hooks that lead to one of the first. */
function submittingHooks(): Set<string> {
  const found = new Set(first);
  const functions = filesBelow('actors').flatMap((path) => textOf(path).split(/^(?=export )/m));
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const text of functions) {
      const name = /^export function (use\w+)/.exec(text)?.[1];
      if (name !== undefined && callsOf(text, found) > 0) found.add(name);
    }
  }
  return found;
}

/** How many forms and buttons each file of the app has whose input is sent to the server, by its path below `src/pages/`. */
export function countForms(): Map<string, number> {
  const hooks = submittingHooks();
  const counts = [...filesBelow('pages'), ...filesBelow('shell'), ...filesBelow('components')].map(
    (path) => [path.replace(/^pages\//, ''), callsOf(textOf(path), hooks)] as const,
  );
  return new Map(counts.filter(([, count]) => count > 0));
}

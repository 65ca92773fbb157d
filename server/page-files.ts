import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages that shared links lead to, by the module that draws them. */
const modules: readonly (readonly [path: RegExp, module: string])[] = [
  [/^\/(home)?$/, 'src/pages/home/Home.tsx'],
  [/^\/leagues\/?$/, 'src/pages/leagues/Leagues.tsx'],
  [/^\/leagues\/./, 'src/pages/leagues/LeaguePage.tsx'],
  [/^\/seasons\/./, 'src/pages/season/SeasonPage.tsx'],
  [/^\/sessions\/./, 'src/pages/session/SessionPage.tsx'],
  [/^\/user\/./, 'src/pages/profile/ProfilePage.tsx'],
  [/^\/search\/./, 'src/pages/search/SearchPage.tsx'],
];

interface Part {
  readonly file: string;
  readonly imports?: readonly string[];
}

/**
 * The scripts that the page at a path needs beside those of every page, by the build's own list: asked for with the page
 * itself, they need not wait for the script that would ask for them. Answers nothing for a folder without such a list.
 */
export function pageFiles(dist: string): (path: string) => readonly string[] {
  const list = join(dist, '.vite/manifest.json');
  if (!existsSync(list)) return () => [];
  const parts: Record<string, Part> = JSON.parse(readFileSync(list, 'utf8'));
  const always = filesOf(parts, 'index.html');
  const ahead = modules.map(
    ([path, module]) => [path, [...filesOf(parts, module)].filter((file) => !always.has(file))] as const,
  );
  return (path) => ahead.find(([pattern]) => pattern.test(path))?.[1] ?? [];
}

function filesOf(parts: Record<string, Part>, name: string, seen = new Set<string>()): Set<string> {
  const part = parts[name];
  if (part === undefined || seen.has(part.file)) return seen;
  seen.add(part.file);
  for (const next of part.imports ?? []) filesOf(parts, next, seen);
  return seen;
}

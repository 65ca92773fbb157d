import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from '#contract/address';
import { calls } from '#contract/calls';
import { firstReads, patternOf } from '#contract/pages';

/** What draws the pages that shared links lead to, by their routes. */
const modules: Readonly<Record<string, string>> = {
  '/': 'src/pages/home/Home.tsx',
  '/home': 'src/pages/home/Home.tsx',
  '/leagues': 'src/pages/leagues/Leagues.tsx',
  '/leagues/:id': 'src/pages/leagues/LeaguePage.tsx',
  '/seasons/:id': 'src/pages/season/SeasonPage.tsx',
  '/sessions/:id': 'src/pages/session/SessionPage.tsx',
  '/user/:id': 'src/pages/profile/ProfilePage.tsx',
  '/search/*': 'src/pages/search/SearchPage.tsx',
};

/** What the page at a path needs beside what every page does. */
interface Ahead {
  /** Scripts, by their paths in the build. */
  readonly scripts: readonly string[];
  /** Addresses of calls, as anybody may ask them. */
  readonly reads: readonly string[];
}

interface Part {
  readonly file: string;
  readonly imports?: readonly string[];
}

const nothing: Ahead = { scripts: [], reads: [] };

/**
 * What the page at a path needs beside what every page does, scripts by the build's own list: asked for with the page
 * itself, it need not wait for the script that would ask for it. Answers nothing for a folder without such a list.
 */
export function pageFiles(dist: string): (path: string) => Ahead {
  const list = join(dist, '.vite/manifest.json');
  if (!existsSync(list)) return () => nothing;
  const parts: Record<string, Part> = JSON.parse(readFileSync(list, 'utf8'));
  const always = filesOf(parts, 'index.html');
  const pages = Object.entries(modules).map(([route, module]) => ({
    pattern: patternOf(route),
    scripts: [...filesOf(parts, module)].filter((file) => !always.has(file)),
    readsOf: firstReads[route],
  }));
  return (path) => {
    const page = pages.find(({ pattern }) => pattern.test(path));
    if (page === undefined) return nothing;
    const id = path.split('/').findLast((part) => part !== '') ?? '';
    const reads = page.readsOf?.(id) ?? [];
    return { scripts: page.scripts, reads: reads.map(({ name, params }) => addressOf(calls[name], params)) };
  };
}

function filesOf(parts: Record<string, Part>, name: string, seen = new Set<string>()): Set<string> {
  const part = parts[name];
  if (part === undefined || seen.has(part.file)) return seen;
  seen.add(part.file);
  for (const next of part.imports ?? []) filesOf(parts, next, seen);
  return seen;
}

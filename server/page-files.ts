import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from '#contract/address';
import { calls } from '#contract/calls';

interface PageParts {
  readonly path: RegExp;
  /** What draws it. */
  readonly module: string;
  /** The addresses of what it reads first; `id` is the last part of the path. */
  readonly reads: (id: string) => readonly string[];
}

/** Pages that shared links lead to. */
const pages: readonly PageParts[] = [
  {
    path: /^\/(home)?$/,
    module: 'src/pages/home/Home.tsx',
    reads: () => [addressOf(calls.listSessions), addressOf(calls.listLeagues)],
  },
  { path: /^\/leagues\/?$/, module: 'src/pages/leagues/Leagues.tsx', reads: () => [addressOf(calls.listLeagues)] },
  {
    path: /^\/leagues\/./,
    module: 'src/pages/leagues/LeaguePage.tsx',
    reads: (leagueId) => [addressOf(calls.getLeague, { leagueId })],
  },
  {
    path: /^\/seasons\/./,
    module: 'src/pages/season/SeasonPage.tsx',
    reads: (id) => [addressOf(calls.getSeason, { id })],
  },
  {
    path: /^\/sessions\/./,
    module: 'src/pages/session/SessionPage.tsx',
    reads: (id) => [addressOf(calls.getSession, { id })],
  },
  {
    path: /^\/user\/./,
    module: 'src/pages/profile/ProfilePage.tsx',
    reads: (userId) => [addressOf(calls.getProfile, { userId })],
  },
  { path: /^\/search\/./, module: 'src/pages/search/SearchPage.tsx', reads: () => [] },
];

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
  const ahead = pages.map((page) => ({
    ...page,
    scripts: [...filesOf(parts, page.module)].filter((file) => !always.has(file)),
  }));
  return (path) => {
    const page = ahead.find(({ path: pattern }) => pattern.test(path));
    if (page === undefined) return nothing;
    return { scripts: page.scripts, reads: page.reads(path.split('/').findLast((part) => part !== '') ?? '') };
  };
}

function filesOf(parts: Record<string, Part>, name: string, seen = new Set<string>()): Set<string> {
  const part = parts[name];
  if (part === undefined || seen.has(part.file)) return seen;
  seen.add(part.file);
  for (const next of part.imports ?? []) filesOf(parts, next, seen);
  return seen;
}

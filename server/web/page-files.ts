import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from '#contract/api/address';
import { appPageNames, componentOf, type PageMatch, type PageName, pageRoute } from '#contract/pages/routes';

/** The files of a page besides those of every page. */
export interface PageFiles {
  /** Scripts, by their paths in the build. */
  readonly scripts: readonly string[];
  /** Paths of API calls, as an anonymous visitor makes them. */
  readonly reads: readonly string[];
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** Looks up the files of pages in the manifest of a build, so that the HTML of a page can preload them. */
export function createPageFiles(dist: string): (page: PageMatch) => PageFiles {
  const file = join(dist, '.vite/manifest.json');
  if (!existsSync(file)) return () => ({ scripts: [], reads: [] });
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(file, 'utf8'));
  const initial = filesOf(chunks, 'index.html');
  const scripts = new Map<PageName, string[]>(
    appPageNames.map((name) => {
      const needed = filesOf(chunks, pathOf(chunks, `/${componentOf(name)}.tsx`));
      return [name, [...needed].filter((script) => !initial.has(script))];
    }),
  );
  return ({ name, id }) => ({
    scripts: scripts.get(name) ?? [],
    // Anonymous visitors cannot open other pages, and signed-in ones read with a token.
    reads: (pageRoute(name).access === 'public' ? (pageRoute(name).reads?.(id) ?? []) : []).map((read) =>
      addressOf(read.call, read.params, read.query),
    ),
  });
}

/** The path of the chunk of a module. */
function pathOf(chunks: Record<string, Chunk>, module: string): string {
  return Object.keys(chunks).find((path) => path.endsWith(module)) ?? '';
}

/** The file of a chunk, with all files that it imports. */
function filesOf(chunks: Record<string, Chunk>, name: string, found: Set<string> = new Set()): Set<string> {
  const chunk = chunks[name];
  if (chunk === undefined || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) filesOf(chunks, next, found);
  return found;
}

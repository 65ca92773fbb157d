import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { type AppPageName, appPageNames, componentOf, pageRoute } from '../../contract/pages/routes.ts';

const source = join(import.meta.dirname, '../../src');
const entry = join(import.meta.dirname, '../../index.html');
const tables = ['routes.tsx', 'routes/user-pages.ts'].map((file) => join(source, file));

/** Modules that visitors load after their first page, and parts of public pages that the pages of users share. */
const deferred = {
  standingsDiff: 'components/season/StandingsDiff.tsx',
  resultsToShare: 'pages/session/ResultsToShare.tsx',
  seasonExport: 'pages/season/SeasonExport.tsx',
  deferredShell: 'shell/deferred/start-deferred-shell.tsx',
  drafts: 'drafts/open-drafts.ts',
  auth: 'actors/auth-actor.ts',
} as const;

type ChunkName = AppPageName | keyof typeof deferred;

const isPublic = (name: AppPageName) => pageRoute(name).access === 'public';
/**
 * A race loads before the lists, cards and rules of other pages. No visitor loads anything for the pages of users,
 * which come last.
 */
const order: readonly ChunkName[] = [
  ...new Set<ChunkName>([
    'liveSession',
    'session',
    ...appPageNames.filter(isPublic),
    ...(Object.keys(deferred) as (keyof typeof deferred)[]),
    ...appPageNames,
  ]),
];

/**
 * The shell, and chunks of what pages share with others. Every chunk is a request, and HTTP/1.1 allows six at a time: a chunk
 * for each set of pages would hold no byte too many, and there would be too many of them.
 */
export function appChunks(): Rolldown.CodeSplittingGroup[] {
  let initial: ReadonlySet<string> | null = null;
  let needs: readonly ReadonlySet<string>[] | null = null;
  const isInitial = (id: string, context: Rolldown.ChunkingContext) => {
    initial ??= importsOf(entry, context);
    return initial.has(id);
  };
  const pagesOf = (id: string, context: Rolldown.ChunkingContext) => {
    needs ??= order.map((each) => neededFor(each, context));
    return order.filter((_, page) => needs?.[page]?.has(id));
  };
  /**
   * Modules of the first load, and those shared with the page of a race: the deferred shell needs them, so every page
   * loads them.
   */
  const shell: Rolldown.CodeSplittingGroup = {
    name: (id, context) => {
      const pages = pagesOf(id, context);
      return isInitial(id, context) || (pages[0] === 'liveSession' && pages.length > 1) ? 'shell' : null;
    },
    debugName: 'shell',
    priority: 2,
  };
  /** Most visits begin at home, which needs half of what the session page shares, and does not load the rest. */
  const results: Rolldown.CodeSplittingGroup = {
    name: (id, context) => {
      const pages = pagesOf(id, context);
      return pages.includes('session') && pages.includes('home') ? 'results' : null;
    },
    debugName: 'results',
    priority: 1.5,
  };
  /**
   * One for each page: what the page and one after it need, and those before it do not. Modules shared by a page and
   * late parts alone are in a chunk beside it, which other pages do not load.
   */
  const shared = order.map(
    (name, index): Rolldown.CodeSplittingGroup => ({
      name: (id, context) => {
        const pages = pagesOf(id, context);
        if (pages[0] !== name) return null;
        return pages.length > 1 ? name : `${name}Parts`;
      },
      debugName: name,
      minShareCount: 2,
      priority: 1 - index / order.length,
    }),
  );
  return [shell, results, ...shared];
}

/** A page's imports. */
function neededFor(name: ChunkName, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  return importsOf(moduleOf(name, context), context);
}

function moduleOf(name: ChunkName, context: Rolldown.ChunkingContext): string {
  return name in deferred
    ? join(source, deferred[name as keyof typeof deferred])
    : pageModule(name as AppPageName, context);
}

/** The module of a page, as one of the tables imports it. */
function pageModule(name: AppPageName, context: Rolldown.ChunkingContext): string {
  const modules = tables.flatMap((table) => context.getModuleInfo(table)?.dynamicallyImportedIds ?? []);
  const found = modules.find((id) => id.endsWith(`/${componentOf(name)}.tsx`));
  if (found === undefined) throw new Error(`The routes have no page ${name}`);
  return found;
}

/** A module with all that it imports statically. */
function importsOf(module: string, context: Rolldown.ChunkingContext, found: Set<string> = new Set()): Set<string> {
  if (found.has(module)) return found;
  found.add(module);
  for (const next of context.getModuleInfo(module)?.importedIds ?? []) importsOf(next, context, found);
  return found;
}

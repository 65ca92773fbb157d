import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { type AppPageName, componentOf } from '../contract/pages/routes.ts';

const table = join(import.meta.dirname, '../src/routes.tsx');

/**
 * Chunks of what pages share with others, one for each of `names`: what the page and one after it import, and those before it
 * do not. A chunk for each set of pages would hold no byte too many, but every chunk is a request: HTTP/1.1 allows six at a
 * time. What a page shares with its own late parts alone is in a chunk beside it, which other pages do not load.
 */
export function sharedChunks(names: readonly AppPageName[]): Rolldown.CodeSplittingGroup[] {
  let imports: readonly ReadonlySet<string>[] | null = null;
  return names.map((name, index) => ({
    name: (id, context) => {
      imports ??= names.map((each) => importsOf(pageModule(each, context), context));
      const pages = names.filter((_, page) => imports?.[page]?.has(id));
      if (pages[0] !== name) return null;
      return pages.length > 1 ? name : `${name}Parts`;
    },
    debugName: name,
    minShareCount: 2,
    priority: 1 - index / names.length,
  }));
}

/** The module of a page, as the table of routes imports it. */
function pageModule(name: AppPageName, context: Rolldown.ChunkingContext): string {
  const modules = context.getModuleInfo(table)?.dynamicallyImportedIds ?? [];
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

import { join } from 'node:path';
import type { Rolldown } from 'vite';

const root = join(import.meta.dirname, '..');

/** Names `name` as the chunk of the static imports of some modules, and none for other modules. */
export function importedBy(modules: readonly string[], name: string): Rolldown.CodeSplittingNameFunction {
  let needed: ReadonlySet<string> | null = null;
  return (id, context) => {
    needed ??= importsOf(
      modules.map((module) => join(root, module)),
      context,
    );
    return needed.has(id) ? name : null;
  };
}

/** Modules with all that they import statically. */
function importsOf(
  modules: readonly string[],
  context: Rolldown.ChunkingContext,
  found: Set<string> = new Set(),
): ReadonlySet<string> {
  for (const module of modules) {
    if (found.has(module)) continue;
    found.add(module);
    importsOf(context.getModuleInfo(module)?.importedIds ?? [], context, found);
  }
  return found;
}

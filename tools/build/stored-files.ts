import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { appPageNames, componentOf, pageRoute } from '../../contract/pages/routes.ts';
import { integrityOf } from './precache-integrity.ts';

/** The list of what is not stored with the app; src/pwa/stored-files.ts reads it. */
const listName = 'stored-files.json';

interface LaterFiles {
  /** Ends of the paths of modules that are loaded by `import()`, by the group that they are stored with. */
  readonly modules: Readonly<Record<string, readonly string[]>>;
  /** Beginnings of the names of other files, by the same groups. */
  readonly assets: Readonly<Record<string, readonly string[]>>;
}

/** The pages of users: what they need is the group `dashboard`. */
const privatePages = appPageNames
  .filter((name) => pageRoute(name).access !== 'public')
  .map((name) => `/${componentOf(name)}.tsx`);

/**
 * Divides the files of a build: the service worker stores with the app what public pages need, and the rest when it is first
 * used. A list beside the app names the rest, so that a page can store a group of it early.
 */
export function storedFiles(later: LaterFiles) {
  const groups: Readonly<Record<string, readonly string[]>> = {
    ...later.modules,
    dashboard: [...privatePages, ...(later.modules.dashboard ?? [])],
  };
  const laterModules = Object.values(groups).flat();
  let folder = 'dist';
  let entry = '';
  let app: ReadonlySet<string> = new Set();
  const rest = new Map<string, readonly string[]>();
  let others: readonly string[] = [];
  const plugin: Plugin = {
    name: 'stored-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === 'chunk');
        const first = chunks.find(({ isEntry }) => isEntry);
        const modules = new Set(chunks.flatMap(({ moduleIds }) => moduleIds));
        const unknown = laterModules.filter((end) => ![...modules].some((id) => id.endsWith(end)));
        if (first === undefined || unknown.length > 0) throw new Error(`The build has no module ${unknown.join(', ')}`);
        const isLater = (id: string) => laterModules.some((end) => id.endsWith(end));
        const importedBy = (id: string) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
        const early = (id: string) => importedBy(id).filter((next) => !isLater(next));
        entry = `/${first.fileName}`;
        app = new Set(chunksFor(first.moduleIds, chunks, early));
        for (const [name, ends] of Object.entries(groups)) {
          const starts = [...modules].filter((id) => ends.some((end) => id.endsWith(end)));
          const prefixes = later.assets[name] ?? [];
          const assets = files.filter(({ fileName }) => prefixes.some((prefix) => fileName.startsWith(prefix)));
          rest.set(name, [...chunksFor(starts, chunks, importedBy, app), ...assets.map(({ fileName }) => fileName)]);
        }
        others = files.map(({ fileName }) => fileName).filter((file) => /\.(js|woff2)$/.test(file) && !app.has(file));
      },
    },
  };
  /** Leaves the scripts of the app in the list of the service worker, and writes the list of the others. */
  const select = <Item extends { url: string }>(entries: Item[]): Item[] => {
    const selected = entries.filter(({ url }) => !url.endsWith('.js') || app.has(url));
    const stored = new Set(selected.map(({ url }) => url));
    const hashes = others
      .filter((file) => !stored.has(file))
      .map((file) => [`/${file}`, integrityOf(readFileSync(resolve(folder, file)))]);
    const paths = [...rest].map(([name, files]) => [name, files.map((file) => `/${file}`)]);
    const list = { entry, groups: Object.fromEntries(paths), files: Object.fromEntries(hashes) };
    writeFileSync(resolve(folder, listName), JSON.stringify(list));
    return selected;
  };
  return { plugin, select };
}

type Chunks = readonly Rolldown.OutputChunk[];

/** The files of the chunks of some modules, and of what these import, early or by `next`; without those in `known`. */
function chunksFor(
  modules: readonly string[],
  chunks: Chunks,
  next: (id: string) => readonly string[],
  known: ReadonlySet<string> = new Set(),
): string[] {
  const found = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || known.has(chunk.fileName) || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const file of chunk.imports) visit(chunks.find(({ fileName }) => fileName === file));
    for (const id of chunk.moduleIds.flatMap(next)) visit(chunks.find(({ moduleIds }) => moduleIds.includes(id)));
  };
  for (const id of modules) visit(chunks.find(({ moduleIds }) => moduleIds.includes(id)));
  return [...found];
}

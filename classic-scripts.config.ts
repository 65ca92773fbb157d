import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** Where classic scripts put what others take from them, each under the name of its chunk. */
const shelf = 'globalThis.pitboardParts';

const placeOf = (chunk: string) => `${shelf}.${chunk.replaceAll(/\W/g, '_')}`;

interface Name {
  readonly name?: string;
  readonly value?: string;
}

/** What a module takes and gives, as the parser tells it (ESTree). */
interface Statement {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly source?: { readonly value: string } | null;
  readonly specifiers?: readonly { readonly local: Name; readonly imported?: Name; readonly exported?: Name }[];
}

const nameOf = (given: Name | undefined) => given?.name ?? given?.value ?? '';

/** The files that a chunk needs at once and itself, each after what it needs. @throws Error when they go in a circle. */
function neededBy(
  file: string,
  importsOf: (file: string) => readonly string[],
  path: readonly string[] = [],
): readonly string[] {
  if (path.includes(file)) throw new Error(`Scripts need each other: ${[...path, file].join(' > ')}`);
  const needed = importsOf(file).flatMap((next) => neededBy(next, importsOf, [...path, file]));
  return [...new Set([...needed, file])];
}

/**
 * Makes classic scripts of the page's entry and of all that it needs at once. Of a classic script that a service worker
 * stores, Chromium compiles the whole and keeps the outcome; modules it compiles anew at every start. What is loaded later
 * stays a module, and takes from the shelf what it would import, once: what a chunk gives does not change later.
 */
export function classicScripts(): Plugin {
  return {
    name: 'classic-scripts',
    apply: 'build',
    // Modules are strict by themselves, and what makes the code small takes it for a module's: said when that is done.
    outputOptions: (options) => ({ ...options, postBanner: `'use strict';` }),
    // What is loaded later asks for nothing beside itself: the helper that would do it knows of modules alone.
    transform: (_, id) =>
      id.includes('vite/preload-helper') ? { code: 'export const __vitePreload = (load) => load();', map: null } : null,
    renderChunk(code, chunk, _, { chunks }) {
      const page = Object.values(chunks).find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'));
      if (page === undefined) throw new Error('The build has no page');
      const needed = neededBy(page.fileName, (file) => chunks[file]?.imports ?? []);
      const names = new Map(needed.map((file) => [basename(file), chunks[file]?.name ?? '']));
      const isClassic = needed.includes(chunk.fileName);

      const { body } = this.parse(code) as unknown as { body: readonly Statement[] };
      const given: string[] = [];
      let changed = code;
      // From the end, so that what stands before keeps its place.
      for (const { type, start, end, source, specifiers = [] } of [...body].reverse()) {
        const from = names.get(basename(source?.value ?? ''));
        const isTaken = type === 'ImportDeclaration' && from !== undefined;
        const isGiven = type === 'ExportNamedDeclaration' && isClassic;
        if (!isTaken && !isGiven) continue;
        const pairs = specifiers.map(
          ({ local, imported, exported }) => `${nameOf(imported ?? exported)}: ${nameOf(local)}`,
        );
        if (isGiven) given.push(...pairs);
        const taken = isTaken && pairs.length > 0 ? `const { ${pairs.join(', ')} } = ${placeOf(from)};` : '';
        changed = changed.slice(0, start) + taken + changed.slice(end);
      }
      if (!isClassic) return changed === code ? null : { code: changed, map: null };
      if (changed.includes('import.meta')) throw new Error(`${chunk.fileName}: a classic script has no import.meta`);
      const gives = `${shelf} ??= {}; ${placeOf(chunk.name)} = { ${given.join(', ')} };`;
      return { code: `(() => {\n${changed}\n${given.length > 0 ? gives : ''}\n})();`, map: null };
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { chunk, bundle = {} }) {
        if (chunk === undefined) return html;
        const files = neededBy(chunk.fileName, (file) => {
          const made = bundle[file];
          return made?.type === 'chunk' ? made.imports : [];
        });
        const scripts = files.map((file) => `<script defer fetchpriority="high" src="/${file}"></script>`);
        const entry = `<script type="module" crossorigin src="/${chunk.fileName}"></script>`;
        if (!html.includes(entry)) throw new Error('The page does not load its entry');
        return html.replace(entry, scripts.join('\n    '));
      },
    },
  };
}

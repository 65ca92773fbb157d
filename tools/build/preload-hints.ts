import type { Plugin, Rolldown } from 'vite';
import { appPageNames, componentOf } from '../../contract/pages/routes.ts';

/** The font of nearly all text. It is used only when it is there for the first paint. */
const mainFont = '-latin-wght-normal-';

/**
 * Adds a link that loads the font early, and `modulepreload` links for the chunks of some modules, and of all that they import, to index.html. The
 * service worker answers page loads with this file; the server replaces the latter by those of the requested page.
 */
export function preloadHints(modules: readonly string[]): Plugin {
  return {
    name: 'preload-hints',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        // The server looks for the chunk of each page by this name.
        for (const name of appPageNames) chunkOf(`${componentOf(name)}.tsx`, chunks);
        const initial = filesOf(entry?.fileName ?? '', chunks);
        const hinted = new Set(modules.flatMap((module) => [...filesOf(chunkOf(module, chunks), chunks)]));
        const links = [...hinted]
          .filter((file) => !initial.has(file))
          .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
        const font = Object.keys(bundle).find((file) => file.includes(mainFont));
        if (font === undefined) throw new Error(`The build has no font ${mainFont}`);
        const fontLink = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`;
        return html
          .replace('<!--head-->', () => ['<!--head-->', ...links].join('\n    '))
          .replace('<!--/head-->', () => `<!--/head-->\n    ${fontLink}`);
      },
    },
  };
}

type Chunks = readonly Rolldown.OutputChunk[];

function chunkOf(module: string, chunks: Chunks): string {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
  if (chunk === undefined) throw new Error(`The build has no chunk for ${module}`);
  return chunk.fileName;
}

/** A file with all files that it imports. */
function filesOf(file: string, chunks: Chunks, found: Set<string> = new Set()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) filesOf(next, chunks, found);
  return found;
}

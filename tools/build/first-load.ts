import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { type AppPageName, appPageNames, componentOf, pageRoute } from '../../contract/pages/routes.ts';

/** The most that a first visit may load before a page is drawn: scripts and styles, fonts apart, in bytes of gzip. */
const firstLoadLimit = 190_000;

/** How far a build may exceed a limit: compression differs a little between machines. */
export const tolerance = 1.05;

/** Prints the largest first load of all public pages, and ends the build when it is over the limit. */
export function firstLoad(
  limit = firstLoadLimit,
  pages: readonly AppPageName[] = appPageNames.filter((name) => pageRoute(name).access === 'public'),
): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    writeBundle(_, bundle) {
      const loads = pages.map((name) => ({ name, files: filesOf(name, bundle) }));
      const sizes = loads.map((load) => ({ ...load, size: load.files.reduce((sum, [, bytes]) => sum + bytes, 0) }));
      const largest = sizes.reduce((one, other) => (other.size > one.size ? other : one));
      if (largest.size <= limit * tolerance) {
        this.info(`largest first load: ${largest.name}, ${largest.size} bytes of ${limit}`);
        return;
      }
      const listed = largest.files.map(([file, bytes]) => `${file} ${bytes}`).join(', ');
      throw new Error(`The first load of ${largest.name} is ${largest.size} bytes, ${limit} are allowed: ${listed}`);
    },
  };
}

/** The styles, and the scripts of the app and of a page, each with its size. */
function filesOf(name: AppPageName, bundle: Rolldown.OutputBundle): (readonly [file: string, bytes: number])[] {
  const modules = ['/index.html', `/${componentOf(name)}.tsx`];
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const files = new Set(Object.keys(bundle).filter((file) => file.endsWith('.css')));
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) visit(next);
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds, facadeModuleId }) =>
      [...moduleIds, facadeModuleId].some((id) => id?.endsWith(module)),
    );
    if (chunk === undefined) throw new Error(`The build has no chunk with ${module}`);
    visit(chunk.fileName);
  }
  return [...files].map((file) => [file, gzipSync(contentOf(bundle[file])).length] as const);
}

function contentOf(file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): string | Uint8Array {
  return file?.type === 'chunk' ? file.code : (file?.source ?? '');
}

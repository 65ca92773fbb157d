import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import type { Call } from '../contract/api/call.ts';
import { calls } from '../contract/api/calls.ts';
import { type AppPageName, componentOf, pageRoute } from '../contract/pages/routes.ts';

/**
 * The most that a first visit loads before a page is drawn: scripts and styles, fonts apart, in bytes of gzip. A change that
 * needs more raises it, and one that needs less lowers it.
 */
const limits = { home: 142_700, liveSession: 148_000, session: 152_100, league: 159_500 } as const satisfies Partial<
  Record<AppPageName, number>
>;

/**
 * Ends a build of the tests in which the first load of a page is larger than that. Other builds are for people: how small gzip
 * makes a file depends on the machine a little, and none of them is to fail for that.
 */
export function firstLoad(allowed: Partial<Record<AppPageName, number>> = limits): Plugin {
  return {
    name: 'first-load',
    apply: (_, { command }) => command === 'build' && process.env.LIMIT_FIRST_LOAD === 'on',
    writeBundle(_, bundle) {
      for (const [name, limit] of Object.entries(allowed) as [AppPageName, number][]) {
        const files = filesOf(name, bundle);
        const size = files.reduce((sum, [, bytes]) => sum + bytes, 0);
        if (size <= limit) continue;
        const listed = files.map(([file, bytes]) => `${file} ${bytes}`).join(', ');
        throw new Error(`The first load of ${name} is ${size} bytes, ${limit} are allowed: ${listed}`);
      }
    },
  };
}

/** The styles, and the scripts of the app, of a page and of the answers that it begins with, each with its size. */
function filesOf(name: AppPageName, bundle: Rolldown.OutputBundle): (readonly [file: string, bytes: number])[] {
  const answers = (pageRoute(name).reads?.('') ?? []).map((read) => answerOf(calls[read.name]));
  const modules = ['/index.html', `/${componentOf(name)}.tsx`, ...answers];
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

const answerOf = ({ answer }: Call) => `/answers/${answer}.ts`;

function contentOf(file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): string | Uint8Array {
  return file?.type === 'chunk' ? file.code : (file?.source ?? '');
}

import { cpSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'vite';
import { licenceComment } from './licenses.ts';

const root = join(import.meta.dirname, '../..');

interface RecorderBundle {
  /** A file of `recorder/`. */
  readonly entry?: 'main.ts' | 'publish.ts';
  readonly outDir: string;
  readonly fileName: string;
  readonly format: 'es' | 'cjs';
  readonly plugins?: readonly Plugin[];
  readonly sourcemap?: BuildOptions['sourcemap'];
}

/**
 * Builds the recorder, or its module for others, as one file for Node alone, with the licences of its packages in it.
 * Other files in the folder stay.
 */
export async function bundleRecorder(bundle: RecorderBundle): Promise<void> {
  const { entry = 'main.ts', outDir, fileName, format, plugins = [], sourcemap = false } = bundle;
  await build({
    plugins: [...plugins, licenceComment()],
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    // Optional dependencies of ws, which works without them.
    ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate'] },
    build: {
      ssr: join(root, 'recorder', entry),
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      sourcemap,
      rolldownOptions: { output: { format, entryFileNames: fileName, codeSplitting: false } },
    },
  });
}

/** The scripts beside the app, by their entries: the recorder, and its module for others. */
const scripts: Readonly<Record<string, 'main.ts' | 'publish.ts'>> = {
  'pitboard-recorder.mjs': 'main.ts',
  'pitboard-publish.mjs': 'publish.ts',
};

const docs = join(root, 'docs');
/** For authors of their own programs: the document of live timing, with its examples. */
const documents = [
  'api.md',
  'live.md',
  'overlay.md',
  ...readdirSync(join(docs, 'examples')).map((name) => `examples/${name}`),
];

const types = { md: 'text/markdown; charset=utf-8', mjs: 'application/javascript; charset=utf-8' } as const;

/**
 * Puts into `downloads/`, beside the app, those scripts and documents. In development a script is built for each download,
 * and a document is read for each. `collect` sees
 * the bundles of the scripts.
 */
export function recorderDownload(collect: Plugin): Plugin {
  let sourcemap: BuildOptions['sourcemap'] = false;
  return {
    name: 'recorder-download',
    configResolved({ build }) {
      sourcemap = build.sourcemap;
    },
    async writeBundle({ dir = join(root, 'dist') }) {
      const outDir = join(dir, 'downloads');
      for (const [fileName, entry] of Object.entries(scripts))
        await bundleRecorder({ entry, outDir, fileName, format: 'es', plugins: [collect], sourcemap });
      for (const name of documents) cpSync(join(docs, name), join(outDir, name), { recursive: true });
    },
    configureServer({ middlewares, config }) {
      const serve = (name: string, read: () => Promise<Buffer>) =>
        middlewares.use(`/downloads/${name}`, async (_, response, next) => {
          try {
            const file = await read();
            const type = types[name.endsWith('.md') ? 'md' : 'mjs'];
            response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(file);
          } catch (error) {
            next(error);
          }
        });
      const outDir = join(config.cacheDir, 'downloads');
      for (const [fileName, entry] of Object.entries(scripts))
        serve(fileName, async () => {
          await bundleRecorder({ entry, outDir, fileName, format: 'es' });
          return readFile(join(outDir, fileName));
        });
      for (const name of documents) serve(name, () => readFile(join(docs, name)));
    },
  };
}

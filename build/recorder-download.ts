import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const root = join(import.meta.dirname, '..');

/** Builds the recorder as one file that runs with Node alone, beside the app: `downloads/pitboard-recorder.mjs`. */
export function recorderDownload(): Plugin {
  return {
    name: 'recorder-download',
    apply: 'build',
    async writeBundle({ dir = join(root, 'dist') }) {
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        // What ws uses when it is installed, and does without.
        ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate'] },
        build: {
          ssr: join(root, 'recorder/main.ts'),
          outDir: join(dir, 'downloads'),
          emptyOutDir: true,
          target: 'node20',
          minify: false,
          rolldownOptions: { output: { entryFileNames: 'pitboard-recorder.mjs', codeSplitting: false } },
        },
      });
    },
  };
}

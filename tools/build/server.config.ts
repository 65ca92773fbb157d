import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');
const storage = join(root, 'server/storage');
const recordings = join(root, 'server/demo/recordings');

/** Files that the built server reads beside its scripts, as the sources do. */
function copyFiles(): Plugin {
  return {
    name: 'copy-files',
    writeBundle({ dir = '' }) {
      cpSync(join(storage, 'migrations'), join(dir, 'migrations'), { recursive: true });
      cpSync(recordings, join(dir, 'recordings'), { recursive: true });
      cpSync(join(storage, 'watchdog-thread.js'), join(dir, 'watchdog-thread.js'));
    },
  };
}

/** The server for Node, without its packages, which stay in node_modules. */
export default defineConfig({
  plugins: [copyFiles()],
  publicDir: false,
  ssr: { external: true },
  build: {
    ssr: true,
    outDir: join(root, 'dist-server'),
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        run: join(root, 'server/start/run.ts'),
        main: join(root, 'server/start/main.ts'),
        'large-body-thread': join(root, 'server/routes/large-body-thread.ts'),
        'make-empty-database': join(root, 'server/start/make-empty-database.ts'),
        // The commands of operators, for releases.
        backup: join(root, 'server/backup/backup.ts'),
        restore: join(root, 'server/backup/restore.ts'),
        token: join(root, 'server/tokens/mint.ts'),
        'rotate-keys': join(root, 'server/tokens/rotate.ts'),
        'test-mail': join(root, 'server/start/test-mail.ts'),
      },
      // Beside each other, so that paths relative to a script are the same as in the sources.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});

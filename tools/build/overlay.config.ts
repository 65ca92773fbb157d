import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { themeColours } from './colours.ts';
import { narrowFonts } from './narrow-fonts.ts';
import { plainImports } from './plain-imports.ts';

const root = join(import.meta.dirname, '../..');

/** The overlay, beside the files of the app and without any of them. */
export default defineConfig({
  root,
  plugins: [react(), themeColours(), narrowFonts(), plainImports()],
  publicDir: false,
  resolve: {
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  build: {
    target: 'es2022',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      input: join(root, 'src/overlay.html'),
      output: {
        entryFileNames: 'assets/overlay-[hash].js',
        chunkFileNames: 'assets/overlay-[name]-[hash].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'assets/overlay-[hash][extname]'
            : 'assets/[name]-[hash][extname]',
      },
    },
  },
});

import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractFingerprint } from './contract-fingerprint.ts';

const root = join(import.meta.dirname, '../..');

/** The app for Node, with all of its packages. */
export default defineConfig({
  root,
  plugins: [react(), contractFingerprint(join(root, 'contract'))],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      input: { render: join(root, 'src/render.tsx') },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});

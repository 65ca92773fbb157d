import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2022',
    // A file in place of an inlined one keeps the policy free of data: for fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    modulePreload: { polyfill: false },
  },
});

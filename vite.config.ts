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
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs: libraries change seldom and stay on the device from one deploy to the next.
          groups: [{ name: 'libraries', test: /node_modules/, tags: ['$initial'] }],
        },
      },
    },
  },
});

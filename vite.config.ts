import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './build/app-manifest.ts';
import { themeColours } from './build/colours.ts';
import { contractFingerprint } from './build/contract-fingerprint.ts';
import { narrowFonts } from './build/narrow-fonts.ts';
import { overlayPage } from './build/overlay-page.ts';
import { sharedChunks } from './build/page-chunks.ts';
import { plainImports } from './build/plain-imports.ts';
import { precacheCleanup } from './build/precache-cleanup.ts';
import { precacheIntegrity } from './build/precache-integrity.ts';
import { preloadHints } from './build/preload-hints.ts';
import { recorderDownload } from './build/recorder-download.ts';
import { isShareSheet, storeSharedFiles } from './build/share-target.ts';
import { appPageNames } from './contract/pages/routes.ts';

const integrity = precacheIntegrity();

export default defineConfig({
  plugins: [
    react(),
    themeColours(),
    tailwindcss(),
    narrowFonts(),
    contractFingerprint(join(import.meta.dirname, 'contract')),
    plainImports(),
    preloadHints(['storage/device-storage.ts', 'home/HomePage.tsx']),
    integrity.plugin,
    recorderDownload(),
    overlayPage(),
    VitePWA({
      // src/pwa/worker.ts registers the worker. The script of the plugin reloads tabs unasked and needs a looser policy.
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      includeManifestIcons: false,
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg,woff2}', 'favicon.png', 'icons/icon-192.png'],
        manifestTransforms: [async (entries) => ({ manifest: integrity.addTo(entries), warnings: [] })],
        navigateFallback: '/index.html',
        // The server answers these paths itself. Any other path is a page, even with a dot in it.
        navigateFallbackDenylist: [
          /^\/(api|auth|rest|outbox|operator|docs|downloads|metrics|overlay|readyz|\.well-known)(\/|$)/,
          /^\/(?!search\/)[^?]*\.(css|ico|js|json|map|png|svg|txt|webmanifest|woff2|xml)(\?|$)/i,
        ],
        globIgnores: [
          // Needed with the first upload, which needs the network anyway.
          '**/session-file-worker-*.js',
          // Letters that few names have: stored when they are first shown.
          '**/*-latin-ext-*.woff2',
          // Streaming software has no use of it without a network.
          'overlay.html',
          'assets/overlay-*',
        ],
        // The address of a public league picture names its version. No other answer of the API is cached.
        runtimeCaching: [
          { urlPattern: isShareSheet, method: 'POST', handler: storeSharedFiles },
          {
            // Files of the app that are not stored with it. Their names change with their content.
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
            handler: 'CacheFirst',
            options: {
              cacheName: 'assets',
              expiration: { maxEntries: 12 },
              plugins: [
                {
                  // A captive portal answers with a page: stored, it would stand for the file for good.
                  cacheWillUpdate: async ({ response }) =>
                    response.status === 200 && !/html/.test(response.headers.get('content-type') ?? '')
                      ? response
                      : null,
                },
              ],
            },
          },
          {
            // An image element sends no token; a fetch with a token is private and is not cached.
            urlPattern: ({ url, request, sameOrigin }) =>
              sameOrigin &&
              request.destination === 'image' &&
              /^\/api\/League\/[^/]+\/thumbnail$/.test(url.pathname) &&
              url.searchParams.has('v'),
            handler: 'CacheFirst',
            options: {
              cacheName: 'thumbnails',
              expiration: { maxEntries: 100 },
              cacheableResponse: { statuses: [200] },
              plugins: [
                {
                  // A request without an answer keeps this worker alive, and the next version waiting.
                  requestWillFetch: async ({ request }) =>
                    new Request(request, { signal: AbortSignal.timeout(10_000) }),
                },
              ],
            },
          },
        ],
        cleanupOutdatedCaches: true,
        inlineWorkboxRuntime: true,
      },
    }),
    precacheCleanup(),
  ],
  resolve: {
    // React has had this hook since version 18; the shim is for older versions.
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  build: {
    target: 'es2022',
    // The content security policy allows fonts as files only, not as data: addresses.
    assetsInlineLimit: 0,
    // All styles are in one file, which index.html links: no chunk waits for those of another.
    cssCodeSplit: false,
    reportCompressedSize: false,
    manifest: true,
    // Only the first page is told what it needs.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Libraries change seldom: their chunk stays cached from one deploy to the next.
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 3 },
            { name: 'shell', tags: ['$initial'], priority: 2 },
            // Nobody waits for a race until the lists, cards and rules of other pages are loaded.
            ...sharedChunks([...new Set(['liveSession', 'session', ...appPageNames] as const)]),
          ],
        },
      },
    },
  },
});

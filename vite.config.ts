import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './tools/build/app-manifest.ts';
import { themeColours } from './tools/build/colours.ts';
import { contractFingerprint } from './tools/build/contract-fingerprint.ts';
import { firstLoad } from './tools/build/first-load.ts';
import { bundledPackages } from './tools/build/licenses.ts';
import { narrowFonts } from './tools/build/narrow-fonts.ts';
import { overlayPage } from './tools/build/overlay-page.ts';
import { appChunks } from './tools/build/page-chunks.ts';
import { plainImports } from './tools/build/plain-imports.ts';
import { precacheCleanup } from './tools/build/precache-cleanup.ts';
import { precacheIntegrity } from './tools/build/precache-integrity.ts';
import { preloadHints } from './tools/build/preload-hints.ts';
import { pushWorker } from './tools/build/push-worker.ts';
import { recorderDownload } from './tools/build/recorder-download.ts';
import { renderPages } from './tools/build/render-pages.ts';
import { isShareSheet, storeSharedFiles } from './tools/build/share-target.ts';
import { storedFiles } from './tools/build/stored-files.ts';

const integrity = precacheIntegrity();
/** Besides what the bundles import: the styles, the fonts and the parts of the service worker. */
const packages = bundledPackages([
  'tailwindcss',
  '@fontsource-variable/sofia-sans-semi-condensed',
  ...['cacheable-response', 'core', 'expiration', 'precaching', 'routing', 'strategies'].map(
    (part) => `workbox-${part}`,
  ),
]);
const files = storedFiles({
  modules: {
    // Beside the pages of users: what public pages offer to the owner of what they show.
    dashboard: ['/guarded-page.tsx', '/session/DeleteSession.tsx', '/session/RuleOnResult.tsx'],
    charts: [
      '/season/TitleChart.tsx',
      '/story/RaceStory.tsx',
      '/story/PaceChart.tsx',
      '/story/PaceStrips.tsx',
      // Pictures and files of what they show.
      '/session/ResultsToShare.tsx',
      '/season/SeasonExport.tsx',
      // The replay, with the parts of a running race that it shows.
      '/session/ReplayPanel.tsx',
      ...['Championship', 'DriverSheet', 'MapPanel', 'TimedTower'].map((name) => `/pages/live/${name}.tsx`),
    ],
    // Parts of a running race that are loaded on request or for some screens; they need a network.
    live: [
      ...['Championship', 'DriverSheet', 'KeyForm', 'MapPanel', 'TimedTower', 'ViewSheet', 'Wall'].map(
        (name) => `/pages/live/${name}.tsx`,
      ),
    ],
  },
  assets: { dashboard: ['assets/session-file-worker-'] },
});

export default defineConfig({
  plugins: [
    react(),
    themeColours(),
    // Vite minifies the styles, for the browsers that `target` names.
    tailwindcss({ optimize: false }),
    narrowFonts(),
    contractFingerprint(join(import.meta.dirname, 'contract')),
    plainImports(),
    preloadHints(['storage/device-storage.ts', 'home/HomePage.tsx']),
    files.plugin,
    integrity.plugin,
    firstLoad(),
    recorderDownload(packages.collect),
    overlayPage(packages.collect),
    renderPages(packages.collect),
    packages.collect,
    packages.write,
    VitePWA({
      // src/pwa/worker.ts registers the worker. The script of the plugin reloads tabs unasked and needs a looser policy.
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      includeManifestIcons: false,
      workbox: {
        // Browsers that show the icon of a tab take the drawing; the pictures are for those that install the app.
        globPatterns: ['index.html', 'icon.svg', 'licenses.txt', 'assets/*.{js,css,woff2}'],
        manifestTransforms: [async (entries) => ({ manifest: integrity.addTo(files.select(entries)), warnings: [] })],
        navigateFallback: '/index.html',
        // The server answers these paths itself. Any other path is a page, even with a dot in it.
        navigateFallbackDenylist: [
          /^\/(api|auth|rest|outbox|operator|docs|downloads|metrics|overlay|readyz|\.well-known)(\/|$)/,
          /^\/(?!search\/)[^?]*\.(css|ico|js|json|map|png|svg|txt|webmanifest|woff2|xml)(\?|$)/i,
        ],
        globIgnores: [
          // Letters that few names have: stored when they are first shown.
          '**/*-latin-ext-*.woff2',
          // Streaming software has no use of it without a network.
          'assets/overlay-*',
        ],
        // The address of a public league picture names its version. No other answer of the API is cached.
        runtimeCaching: [
          { urlPattern: isShareSheet, method: 'POST', handler: storeSharedFiles },
          {
            // Files of the app that are not stored with it. Their names change with their content, and src/pwa/stored-files.ts
            // removes those of older versions: the bound, which counts what is read, is for devices on which it never runs.
            // That one fetches files: they pass this worker, which would be busy when it is replaced.
            urlPattern: ({ url, request, sameOrigin }) =>
              sameOrigin && request.destination !== '' && url.pathname.startsWith('/assets/'),
            handler: 'CacheFirst',
            options: {
              cacheName: 'assets',
              expiration: { maxEntries: 200 },
              plugins: [
                {
                  // A captive portal answers with a page: stored, it would stand for the file for good. A script is stored by
                  // the page, together with all that it imports: one that lacks some of it fails as a whole.
                  cacheWillUpdate: async ({ request, response }) =>
                    response.status === 200 &&
                    request.destination !== 'script' &&
                    !/html/.test(response.headers.get('content-type') ?? '')
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
    pushWorker(),
  ],
  resolve: {
    // React has had this hook since version 18; the shim is for older versions.
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  worker: { plugins: () => [packages.collect] },
  build: {
    // The oldest browsers that the README names.
    target: ['chrome131', 'firefox132', 'safari18.1'],
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
            ...appChunks(),
          ],
        },
      },
    },
  },
});

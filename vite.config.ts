import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './app-manifest.config.ts';
import { classicScripts } from './classic-scripts.config.ts';

/**
 * The app sends calls and reads their answers; what judges requests is the server's. Without these properties the schemas
 * behind them, and the parts of valibot that only they need, are no part of the first load.
 */
function withoutRequestSchemas(): Plugin {
  const unread = new Set(['access', 'query', 'body', 'bodyLimit', 'problems', 'params']);
  return {
    name: 'without-request-schemas',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/contract/')) return null;
      // Making a schema changes nothing: one that nobody reads can go.
      const pure = (text: string) =>
        text.replaceAll(/(?<![\w.])(?<!function )(?:v\.\w+|line|text|whole|real)\(/g, '/* @__PURE__ */ $&');
      if (!id.endsWith('/contract/calls.ts')) return { code: pure(code), map: null };
      const cuts: [number, number][] = [];
      const visit = (node: unknown): void => {
        if (typeof node !== 'object' || node === null) return;
        const { type, callee, arguments: given } = Object(node);
        if (type === 'CallExpression' && callee.name === 'call') {
          const { properties } = given[0];
          // Sockets are not read as answers.
          const isLive = properties.some((property: { key: { name: string } }) => property.key.name === 'live');
          for (const { key, start, end } of properties)
            if (unread.has(key.name) || (isLive && key.name === 'answer')) cuts.push([start, end]);
        } else Object.values(node).forEach(visit);
      };
      visit(this.parse(code).body);
      let kept = code;
      for (const [start, end] of cuts.sort(([one], [other]) => other - one)) {
        kept = kept.slice(0, start) + kept.slice(kept[end] === ',' ? end + 1 : end);
      }
      return { code: pure(kept), map: null };
    },
  };
}

/**
 * A page that the worker serves asks for all that it draws with at once, and the device's database begins to open while
 * the libraries are read. The server writes a head of its own in that place.
 */
function headOnDevice(): Plugin {
  return {
    name: 'head-on-device',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const fileOf = (part: string) => {
          const chunk = Object.values(bundle ?? {}).find(
            (made) => made.type === 'chunk' && (made.name === part || made.facadeModuleId?.endsWith(part)),
          );
          if (chunk === undefined) throw new Error(`The build has no ${part}`);
          return chunk.fileName;
        };
        const head = [
          `<script type="module" crossorigin src="/${fileOf('/src/cache/own-device.ts')}"></script>`,
          ...['parts', '/src/pages/home/Home.tsx'].map(
            (part) => `<link rel="modulepreload" crossorigin href="/${fileOf(part)}">`,
          ),
        ];
        return html.replace('<!--head-->', `$&\n    ${head.join('\n    ')}`);
      },
    },
  };
}

/** A mark of the contract: another one may take other answers. */
function contractMark(): string {
  const folder = new URL('contract/', import.meta.url);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith('.ts') && !name.endsWith('.test.ts')) hash.update(readFileSync(new URL(name, folder)));
  }
  return hash.digest('hex').slice(0, 16);
}

export default defineConfig(({ command }) => ({
  define: { __CONTRACT__: JSON.stringify(command === 'build' ? contractMark() : null) },
  plugins: [
    react(),
    tailwindcss(),
    withoutRequestSchemas(),
    headOnDevice(),
    classicScripts(),
    VitePWA({
      // Registered by src/pwa/worker.ts: what the plugin brings reloads tabs that nobody asked, and needs a looser policy.
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      includeManifestIcons: false,
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg,woff2}', 'favicon.png', 'icons/icon-192.png'],
        navigateFallback: '/index.html',
        // The server's own paths, and files, are never a page of the app.
        navigateFallbackDenylist: [
          /^\/(api|auth|rest|outbox|downloads|\.well-known)(\/|$)/,
          /^\/(?!search\/)[^?]*\.\w{1,11}(\?|$)/,
        ],
        // Pictures of public leagues stand under addresses that name them; nothing else of the API is kept here.
        runtimeCaching: [
          {
            // An image of a page carries no token: what is fetched with one is nobody's to keep.
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
                  // What hangs here keeps this worker at work, and the next version waiting.
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
  ],
  resolve: {
    // What stands in for it in React of old is a kilobyte that no browser of ours runs.
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  build: {
    target: 'es2022',
    // A file in place of an inlined one keeps the policy free of data: for fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    // What a chunk needs beside itself is mostly there: to look for it takes longer than to ask for the rest.
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs: libraries change seldom and stay on the device from one deploy to the next.
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 3 },
            { name: 'frame', tags: ['$initial'], priority: 2 },
            // What pages share, in one file: each one is a request, and a first visit has six at a time.
            {
              name: 'parts',
              test: /src\/(components\/(?!form)|format\/(?!auth|password|redirect)|race|pages\/device)/,
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
  },
}));

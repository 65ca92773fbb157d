import type { Plugin } from 'vite';
import { noWorkerTag, selfDestroyingWorker } from './kill-switch.ts';

/**
 * Removes the service worker that a built app has left in the browser at the same address: it would answer with that
 * build, and no edit would be seen. The app in development registers none.
 */
export function removeBuiltWorker(): Plugin {
  return {
    name: 'remove-built-worker',
    transformIndexHtml: (html) => html.replace('<!--head-->', `${noWorkerTag}$&`),
    configureServer({ middlewares }) {
      middlewares.use('/sw.js', (_, response) => {
        response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
        response.end(selfDestroyingWorker);
      });
    },
  };
}

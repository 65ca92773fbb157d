import type { Plugin } from 'vite';
import { isAppPage, matchPage } from '../contract/pages/routes.ts';

/** Answers the addresses of overlays in development, as the server does with a build. */
export function serveOverlay(): Plugin {
  return {
    name: 'serve-overlay',
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        const [path = '/'] = (request.url ?? '/').split('?');
        if (!isAppPage(matchPage(path).name)) request.url = '/overlay.html';
        next();
      });
    },
  };
}

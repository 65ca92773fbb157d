import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'vite';
import { addressOf } from '../../contract/api/address.ts';
import { matchPage, renderedHref } from '../../contract/pages/routes.ts';
import { type RenderModule, readPage, renderFolder, renderInto } from '../../server/web/page-renderer.ts';

/**
 * Builds the app for the server after that for browsers, from the same sources: it renders public pages with it. In development
 * they are rendered from the sources, with what the API answers. `collect` sees its bundle.
 */
export function renderPages(collect: Plugin): Plugin {
  let outDir = 'dist';
  let sourcemap: BuildOptions['sourcemap'] = false;
  return {
    name: 'render-pages',
    configResolved(config) {
      ({ outDir, sourcemap } = config.build);
    },
    configureServer(server) {
      const { '/api': api } = server.config.server.proxy ?? {};
      const target = typeof api === 'object' ? String(api.target) : null;
      if (target === null) return;
      // After Vite has found out that a page is asked for, and before it sends the HTML of all pages.
      return () => {
        server.middlewares.use(async (request, response, next) => {
          const address = request.originalUrl ?? '/';
          const { pathname, search } = new URL(address, target);
          const page = matchPage(pathname);
          const href = renderedHref(page, search);
          if (request.url !== '/index.html' || href === null) return next();
          try {
            const data = await readPage(page, Date.now(), async ({ call, params, query }) => {
              const answer = await fetch(new URL(addressOf(call, params, query), target));
              return answer.ok ? { version: answer.headers.get('etag'), value: await answer.json() } : null;
            });
            const styles = '<link rel="stylesheet" href="/src/style.css"></head>';
            const index = await server.transformIndexHtml(
              address,
              readFileSync(join(server.config.root, 'index.html'), 'utf8'),
            );
            const app = (await server.ssrLoadModule('/src/render.tsx')) as RenderModule;
            const html = await renderInto(index.replace('</head>', styles), href, data, app);
            response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
          } catch (error) {
            next(error);
          }
        });
      };
    },
    async closeBundle() {
      if (this.environment.mode !== 'build') return;
      const configFile = join(import.meta.dirname, 'render.config.ts');
      await build({
        configFile,
        logLevel: 'warn',
        plugins: [collect],
        build: { outDir: join(outDir, renderFolder), sourcemap },
      });
    },
  };
}

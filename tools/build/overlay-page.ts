import { renameSync, rmdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'vite';
import { isAppPage, matchPage } from '../../contract/pages/routes.ts';

/**
 * Builds the overlay after the app, by itself: what it shares with the app is in no chunk of the app. In development its
 * addresses are answered as the server does it with a build. `collect` sees its bundle.
 */
export function overlayPage(collect: Plugin): Plugin {
  let outDir = 'dist';
  let sourcemap: BuildOptions['sourcemap'] = false;
  return {
    name: 'overlay-page',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
      ({ sourcemap } = config.build);
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        const [path = '/'] = (request.url ?? '/').split('?');
        if (!isAppPage(matchPage(path).name)) request.url = '/src/overlay.html';
        next();
      });
    },
    async closeBundle() {
      if (this.environment.mode !== 'build') return;
      const configFile = join(import.meta.dirname, 'overlay.config.ts');
      await build({ configFile, logLevel: 'warn', plugins: [collect], build: { outDir, sourcemap } });
      // Vite writes a page to where its source is.
      renameSync(join(outDir, 'src/overlay.html'), join(outDir, 'overlay.html'));
      rmdirSync(join(outDir, 'src'));
    },
  };
}

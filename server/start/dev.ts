import { spawn } from 'node:child_process';
import { createServer as createListener } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';
import { exitWithError } from '../settings/operator-error.ts';
import { readEnv } from '../settings/read-env.ts';
import { removeBuiltWorker } from '../web/development-worker.ts';
import { requireFreePort } from './listen-errors.ts';

const root = join(import.meta.dirname, '../..');

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createListener().once('error', reject);
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      listener.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

try {
  const { port, host, publicUrl, dataDir } = readEnv();
  await requireFreePort({ port, host });
  // tsx restarts the API when its files change. Vite serves the pages and proxies the API.
  const apiPort = await freePort();
  const api = spawn(join(root, 'node_modules/.bin/tsx'), ['watch', '--clear-screen=false', 'server/start/main.ts'], {
    cwd: root,
    // Tokens and links contain the public URL, which is that of Vite.
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(apiPort), PUBLIC_URL: publicUrl, DATA_DIR: dataDir },
    stdio: 'inherit',
  });
  process.once('exit', () => api.kill());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());
  api.once('exit', (code) => process.exit(code ?? 0));

  const target = `http://127.0.0.1:${apiPort}`;
  const vite = await createServer({
    root,
    plugins: [removeBuiltWorker()],
    server: {
      host,
      port,
      strictPort: true,
      // The Host stays that of the browser, with which the API compares the Origin of viewers: it may be on another device.
      proxy: {
        '/api': { target, ws: true },
        ...Object.fromEntries(
          ['/auth', '/rest', '/outbox', '/operator', '/docs/api', '/readyz', '/metrics'].map((path) => [path, target]),
        ),
        // The API has those that were packaged; the plugin of the build serves the script.
        '/downloads': target,
      },
      // A change of data or of a build is no change of the app.
      watch: { ignored: [`${dataDir}/**`, join(root, 'dist*/**')] },
    },
  });
  await vite.listen();
} catch (error) {
  exitWithError(error, 'Pitboard cannot start: ');
}

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recorderDownload } from '../build/recorder-download.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'pitboard-downloads-'));
let vite: ViteDevServer;
let http: Server;
let base: string;

beforeAll(async () => {
  vite = await createServer({
    configFile: false,
    root,
    cacheDir: folder,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    plugins: [recorderDownload()],
    server: { middlewareMode: true, hmr: false, ws: false },
  });
  http = createHttpServer(vite.middlewares);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(async () => {
  http.close();
  await vite.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['live.md', 'text/markdown; charset=utf-8'],
  ['examples/watch-race.mjs', 'application/javascript; charset=utf-8'],
  ['examples/send-race.mjs', 'application/javascript; charset=utf-8'],
])('in development /downloads/%s is that of the repository, as in production', async (name, type) => {
  const response = await fetch(`${base}/downloads/${name}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  expect(await response.text()).toBe(readFileSync(join(root, 'docs', name), 'utf8'));
});

test('every link of the document of live timing that is beside it is served', async () => {
  const links = [...readFileSync(join(root, 'docs/live.md'), 'utf8').matchAll(/\]\((examples\/[^)]+)\)/g)];
  expect(links.length).toBeGreaterThan(0);
  for (const [, name = ''] of links) {
    expect(existsSync(join(root, 'docs', name))).toBe(true);
    expect((await fetch(`${base}/downloads/${name}`)).status).toBe(200);
  }
});

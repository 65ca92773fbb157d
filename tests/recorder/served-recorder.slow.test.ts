import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usage } from '../../recorder/settings.ts';
import { bundledPackages } from '../../tools/build/licenses.ts';
import { recorderDownload } from '../../tools/build/recorder-download.ts';

const docs = join(import.meta.dirname, '../../docs');
const folder = mkdtempSync(join(tmpdir(), 'pitboard-served-'));
let vite: ViteDevServer;
let server: Server;

beforeAll(async () => {
  vite = await createVite({
    configFile: false,
    root: folder,
    cacheDir: join(folder, 'cache'),
    logLevel: 'error',
    plugins: [recorderDownload(bundledPackages().collect)],
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  server = createServer(vite.middlewares);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await vite.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Downloads a file of the server of development. */
async function download(name: string): Promise<{ status: number; type: string | null; text: string }> {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/downloads/${name}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

const script = 'application/javascript; charset=utf-8';

test('in development the recorder is downloaded as one file that Node alone runs', async () => {
  const { text, ...head } = await download('pitboard-recorder.mjs');
  expect(head).toEqual({ status: 200, type: script });
  writeFileSync(join(folder, 'pitboard-recorder.mjs'), text);
  const { stdout } = await promisify(execFile)(process.execPath, ['pitboard-recorder.mjs', '--help'], { cwd: folder });
  expect(stdout.trim()).toBe(usage);
});

test.each([
  ['api.md', ['examples/league-bot.mjs']],
  ['live.md', ['examples/watch-race.mjs', 'examples/send-race.mjs']],
])('in development %s is served as in production, with the programs that it links to', async (document, programs) => {
  const text = readFileSync(join(docs, document), 'utf8');
  expect(await download(document)).toEqual({ status: 200, type: 'text/markdown; charset=utf-8', text });
  const links = [...text.matchAll(/\]\((examples\/[^)]+)\)/g)].map(([, name = '']) => name);
  expect(new Set(links)).toEqual(new Set(programs));
  for (const name of links)
    expect(await download(name)).toEqual({ status: 200, type: script, text: readFileSync(join(docs, name), 'utf8') });
});

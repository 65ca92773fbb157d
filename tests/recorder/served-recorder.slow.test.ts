import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createServer as createVite } from 'vite';
import { expect, test } from 'vitest';
import { recorderDownload } from '../../build/recorder-download.ts';
import { usage } from '../../recorder/settings.ts';

test('in development the recorder is downloaded as one file that Node alone runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-served-'));
  const vite = await createVite({
    configFile: false,
    root: folder,
    cacheDir: join(folder, 'cache'),
    logLevel: 'error',
    plugins: [recorderDownload()],
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  const server = createServer(vite.middlewares);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/downloads/pitboard-recorder.mjs`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript']);
    writeFileSync(join(folder, 'pitboard-recorder.mjs'), await response.text());
    const { stdout } = await promisify(execFile)(process.execPath, ['pitboard-recorder.mjs', '--help'], {
      cwd: folder,
    });
    expect(stdout.trim()).toBe(usage);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await vite.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

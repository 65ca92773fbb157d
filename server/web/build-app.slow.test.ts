import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../tests/postgres.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import { buildServerWhenStale, buildWhenStale } from './build-app.ts';

const dist = mkdtempSync(join(tmpdir(), 'pitboard-build-'));
const mode = process.env.NODE_ENV;
let server: TestServer;
beforeAll(async () => {
  expect(await buildWhenStale(dist)).toBe(true);
  server = await openTestServer({}, dist);
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true, force: true });
});

test('builds once for the same sources, and does not change NODE_ENV of this process', async () => {
  expect(process.env.NODE_ENV).toBe(mode);
  expect(await buildWhenStale(dist)).toBe(false);
});

test('scripts and styles are sent compressed, with an ETag per encoding', async () => {
  const files = readdirSync(join(dist, 'assets')).filter((file) => /^(index-.*\.js|style-.*\.css)$/.test(file));
  expect(files).toHaveLength(2);
  for (const file of files) {
    const get = (encoding: string) =>
      server.app.inject({ url: `/assets/${file}`, headers: { 'accept-encoding': encoding } });
    const [plain, br, gzipped] = [await get('identity'), await get('gzip, deflate, br'), await get('gzip')];
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzipped.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    const all = [plain, br, gzipped].map(({ headers }) => headers);
    expect(new Set(all.map((headers) => headers.etag)).size).toBe(3);
    for (const headers of all) {
      expect(String(headers.vary).toLowerCase()).toContain('accept-encoding');
      expect(headers['content-type']).toBe(plain.headers['content-type']);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  }
});

test('the built server runs in Node alone, is ready, has source maps, and stops on SIGTERM', async () => {
  // Beside the sources' folders, as `dist-server` is: it reads files of the repository by their relative paths.
  const folder = mkdtempSync(join(import.meta.dirname, '../../dist-server-'));
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-built-'));
  try {
    expect(await buildServerWhenStale(folder)).toBe(true);
    expect(await buildServerWhenStale(folder)).toBe(false);
    const port = await freePort();
    const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, DEMO: 'off', LIVE_TCP_PORT: '0' };
    const child = spawn(process.execPath, ['--enable-source-maps', join(folder, 'main.js')], { env });
    let output = '';
    child.stderr.on('data', (chunk) => (output += chunk));
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => (String(chunk).includes('Pitboard is on') ? resolve() : undefined));
      child.once('exit', () => resolve());
    });
    expect(output).toBe('');
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect(await ready.json()).toMatchObject({ status: 'ready', database: 'ok' });
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(readdirSync(folder)).toContain('main.js.map');
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
});

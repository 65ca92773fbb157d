import { rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { Folders, ServerProcess } from './server-process.ts';

const folders = new Folders();
let server: ServerProcess | undefined;
afterEach(async () => {
  if (server?.isRunning) await server.end('SIGKILL');
  folders.remove();
});

test('a server whose data directory was deleted says so, acknowledges nothing and stops on SIGTERM', async () => {
  const dataDir = folders.createData();
  const operatorToken = 'token of the operator';
  server = await ServerProcess.start({ dataDir, env: { OPERATOR_TOKEN: operatorToken } });
  const login = await fetch(`${server.base}/operator/login`, {
    ...{ method: 'POST', body: new URLSearchParams({ token: operatorToken }), redirect: 'manual' },
  });
  const cookie = String(login.headers.get('set-cookie')).split(';')[0] ?? '';
  const token = await server.token('Ann');
  expect((await server.send('POST', '/api/League', { token, body: { name: 'Before' } })).status).toBe(200);
  rmSync(dataDir, { recursive: true });
  const unavailable = { status: 503, retryAfter: '5' };
  expect(await server.send('POST', '/api/League', { token, body: { name: 'After' } })).toMatchObject(unavailable);
  // Tables whose files were not opened before.
  for (const path of ['/api/Sessions', '/api/Search?q=race'])
    expect([path, await server.send('GET', path)]).toMatchObject([path, unavailable]);
  expect(await server.send('GET', '/api/health')).toMatchObject(unavailable);
  expect(await server.send('GET', '/readyz')).toMatchObject({ status: 503, body: { database: 'does not store' } });
  // The page of the operator shows what can be known.
  const page = await fetch(`${server.base}/operator`, { headers: { cookie } });
  const text = await page.text();
  expect(page.status).toBe(200);
  for (const words of ['does not store', 'unknown']) expect(text).toContain(words);
  const form = await fetch(`${server.base}/operator/invites`, {
    ...{ method: 'POST', body: new URLSearchParams({ days: '7' }), headers: { cookie }, redirect: 'manual' },
  });
  expect([form.status, await form.text()]).toEqual([503, expect.stringContaining('The database does not answer')]);
  expect(await server.end('SIGTERM')).toBe(0);
});

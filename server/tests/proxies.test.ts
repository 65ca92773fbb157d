import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
afterEach(() => server.close());

/** Opens a server that listens, and records its log. */
async function open(settings: Record<string, string> = {}) {
  server = await openTestServer(settings);
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const warn = vi.spyOn(server.app.log, 'warn');
  const request = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      get(origin + path, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      }).on('error', reject);
    });
  return { request, lines: () => warn.mock.calls.map(([, text]) => String(text)) };
}

const path = addressOf(calls.watchLive, { id: randomUUID() });
/** The rest of a browser's request for a WebSocket behind a proxy that is not configured for it. */
const withoutUpgrade = { 'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==', 'sec-websocket-version': '13' };

test.each(['watchLive', 'watchUserLive', 'publishLive'] as const)(
  'a WebSocket without an upgrade is answered 426, and the log says what the proxy lacks: %s',
  async (name) => {
    const { request, lines } = await open();
    expect(
      await request(addressOf(calls[name], { id: randomUUID() }), { ...withoutUpgrade, connection: 'close' }),
    ).toBe(426);
    expect(lines()).toEqual([
      'live timing was refused with 426: the proxy does not pass on the header Upgrade, the header Connection: upgrade; ' +
        'docs/hosting.md, "Proxies", has its settings',
    ]);
  },
);

test('the line names only what is missing, and is written once a minute', async () => {
  const { request, lines } = await open();
  expect(await request(path, { ...withoutUpgrade, upgrade: 'websocket', connection: 'close' })).toBe(426);
  expect(await request(path, { ...withoutUpgrade, connection: 'close' })).toBe(426);
  expect(lines()).toEqual([expect.stringContaining('does not pass on the header Connection: upgrade;')]);
  server.clock.now = new Date(server.clock.now.getTime() + 60_000);
  expect(await request(path, { ...withoutUpgrade, connection: 'close' })).toBe(426);
  expect(lines()).toHaveLength(2);
});

test('somebody who opens the address of a WebSocket is no fault of a proxy', async () => {
  const { request, lines } = await open();
  expect(await request(path, {})).toBe(426);
  expect(lines()).toEqual([]);
});

test('an idle connection is kept for longer than proxies keep it, which would send a request into its end', async () => {
  server = await openTestServer();
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { headers } = await fetch(`${origin}/api/health`);
  const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
  // Caddy's default; nginx has 60 and Traefik 90.
  expect(Number(seconds)).toBeGreaterThan(120);
});

test('a proxy that TRUST_PROXY does not name is logged once, one that it names is not', async () => {
  const untrusted = await open();
  for (let count = 0; count < 3; count += 1)
    await untrusted.request('/api/health', { 'x-forwarded-for': '203.0.113.9' });
  await untrusted.request('/api/health', {});
  expect(untrusted.lines()).toEqual([expect.stringContaining('X-Forwarded-For, but TRUST_PROXY is off')]);
  await server.close();
  const trusted = await open({ TRUST_PROXY: '127.0.0.1' });
  await trusted.request('/api/health', { 'x-forwarded-for': '203.0.113.9' });
  expect(trusted.lines()).toEqual([]);
});

import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await openTestServer({}, undefined, { changes: 5, searches: 3 });
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => server.close());

/** Sends raw bytes and returns the response when the server closes the connection. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
  });
}

/** Sends the headers of a large body without the body, and waits for the response. */
function sendHeaders(megabytes: number, authorization: string[]): Promise<string> {
  const head = [
    'POST /api/Sessions HTTP/1.1',
    'Host: pitboard.test',
    'Content-Type: application/json',
    'Connection: close',
    `Content-Length: ${megabytes * 1024 * 1024}`,
    ...authorization,
  ];
  return exchange(`${head.join('\r\n')}\r\n\r\n`);
}

/** Sends a chunked body until there is a response or the server closes the connection. Resolves to the MB that were sent. */
function flood(megabytes: number, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    let sent = 0;
    const path = '/api/Sessions';
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path, headers }, (response) => {
      response.resume();
      resolve(sent);
      request.destroy();
    });
    request.on('error', () => resolve(sent));
    const megabyte = Buffer.alloc(1024 * 1024, '[');
    const more = () => {
      if (request.destroyed || sent >= megabytes) return;
      sent += 1;
      request.write(megabyte, more);
    };
    more();
  });
}

test('a request without a token is refused before its body is read', async () => {
  expect(await sendHeaders(1, [])).toMatch(/^HTTP\/1\.1 401 /);
  const json = { 'content-type': 'application/json' };
  const broken = await server.app.inject({ method: 'POST', url: '/api/Sessions', headers: json, payload: '{' });
  expect(broken.statusCode).toBe(401);
});

test('a body of 100 MB is read only up to the limit and not stored', async () => {
  const authorization = `Bearer ${await server.tokenOf('Ann')}`;
  expect(await sendHeaders(100, [`Authorization: ${authorization}`])).toMatch(/^HTTP\/1\.1 413 /);
  const sent = await flood(100, { authorization, 'content-type': 'application/json' });
  expect(sent).toBeLessThan(50);
  expect(await server.get('listSessions')).toEqual([]);
});

test('invalid HTTP and headers that are too large are refused as problem details', async () => {
  const invalidHttp = await exchange('HELLO\r\n\r\n');
  expect(invalidHttp).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/problem\+json/);
  const largeHeaders = await exchange(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(largeHeaders).toMatch(/^HTTP\/1\.1 431 /);
  expect(largeHeaders.split('\r\n\r\n')[1]).toContain('"status":431');
});

test('a request with two Host headers is refused', async () => {
  const answer = await exchange('GET /api/League HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('The request has more than one Host header.');
});

test.each([
  ['without a body', 'GET /api/League', '', 200],
  ['with a body', 'POST /api/Sessions', '{}', 401],
])(
  'a request %s that asks for HTTP/2 is answered as one that does not, on a connection that stays open',
  async (_, line, body, status) => {
    const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB';
    const type = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
    const first = `${line} HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n${type}\r\n\r\n${body}`;
    const answer = await exchange(`${first}GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => Number(code));
    expect(statuses).toEqual([status, 200]);
  },
);

test('slow senders are cut off, and so are readers that make no progress', () => {
  const { headersTimeout, requestTimeout, timeout } = server.app.server;
  expect([headersTimeout, requestTimeout, timeout]).toEqual([10_000, 15_000, 30_000]);
});

test.each([
  ['searches', 3, () => server.call('search', { query: { q: 'monza' } })],
  ['changes', 5, () => server.call('createSeason', { as: 'Ann', body: { name: 'Season' } })],
] as const)('too many %s are answered with 429 and Retry-After', async (_, limit, ask) => {
  const answers = [];
  for (let count = 0; count < limit + 5; count += 1) answers.push(await ask());
  const last = answers.at(-1);
  expect(last?.statusCode).toBe(429);
  expect(last?.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  expect(last?.json().status).toBe(429);
});

test('a forged X-Forwarded-For does not avoid the limit', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  expect((await server.call('search', { query: { q: 'monza' }, headers })).statusCode).toBe(429);
});

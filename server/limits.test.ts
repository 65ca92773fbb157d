import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from './testing/open-test-server.ts';

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await openTestServer({}, undefined, { changes: 5, searches: 3 });
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => server.close());

/** Sends raw bytes and answers all that comes back until the server hangs up. */
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

/** Sends megabytes without saying how many, until there is an answer. */
function flood(megabytes: number, headers: Record<string, string>): Promise<{ status: number; sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let isAnswered = false;
    const path = '/api/Sessions';
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path, headers }, (response) => {
      isAnswered = true;
      response.resume();
      resolve({ status: response.statusCode ?? 0, sent });
      request.destroy();
    });
    // The server hangs up on who goes on sending.
    request.on('error', (error) => (isAnswered ? undefined : reject(error)));
    const megabyte = Buffer.alloc(1024 * 1024, '[');
    const more = () => {
      if (isAnswered || sent >= megabytes) return;
      sent += 1;
      request.write(megabyte, more);
    };
    more();
  });
}

test('who is not signed in is told before the body is read', async () => {
  const json = { 'content-type': 'application/json' };
  expect((await flood(100, json)).status).toBe(401);
  const broken = await server.app.inject({ method: 'POST', url: '/api/Sessions', headers: json, payload: '{' });
  expect(broken.statusCode).toBe(401);
});

test('of a body of 100 MB no more is read than the call allows', async () => {
  const authorization = `Bearer ${await server.tokenOf('Ann')}`;
  const { status, sent } = await flood(100, { authorization, 'content-type': 'application/json' });
  expect(status).toBe(413);
  expect(sent).toBeLessThan(50);
});

test('what is no HTTP, or has endless headers, is refused as problem details', async () => {
  const noHttp = await exchange('HELLO\r\n\r\n');
  expect(noHttp).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/problem\+json/);
  const endless = await exchange(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(endless).toMatch(/^HTTP\/1\.1 431 /);
  expect(endless.split('\r\n\r\n')[1]).toContain('"status":431');
});

test('slow senders are cut off', () => {
  expect([server.app.server.headersTimeout, server.app.server.requestTimeout]).toEqual([10_000, 15_000]);
});

test.each([
  ['searches', 3, () => server.call('search', { query: { q: 'monza' } })],
  ['changes', 5, () => server.call('createSeason', { as: 'Ann', body: { name: 'Season' } })],
] as const)('too many %s are told when to come back', async (_, limit, ask) => {
  const answers = [];
  for (let count = 0; count < limit + 5; count += 1) answers.push(await ask());
  const last = answers.at(-1);
  expect(last?.statusCode).toBe(429);
  expect(last?.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  expect(last?.json().status).toBe(429);
});

test('a spoofed X-Forwarded-For makes no difference', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  expect((await server.call('search', { query: { q: 'monza' }, headers })).statusCode).toBe(429);
});

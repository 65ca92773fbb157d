import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';

const origin = 'https://elsewhere.test';
/** Headers of the connection and of the moment. */
const ignored = new Set(['connection', 'keep-alive', 'date']);
const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

describe.each([
  ['without other origins', {}, { 'access-control-allow-origin': '*' }],
  [
    'with another origin',
    { CORS_ORIGINS: origin },
    {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'ETag, Retry-After, Date, Content-Range, Link, X-Supabase-Api-Version',
    },
  ],
])('a session over HTTP, %s', (_, settings: Record<string, string>, corsHeaders) => {
  let server: TestServer;
  let id: string;
  let url: string;
  let json: string;

  beforeAll(async () => {
    server = await openTestServer(settings);
    const body = upload({ drivers: [driver({}), driver({ carIndex: 1 }), driver({ carIndex: 2 })] });
    const { uploadResult: _, ...session } = await server.get('createSession', { as: 'Max', body });
    id = session.id;
    json = JSON.stringify(session);
    url = `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/api/Sessions/session/${id}`;
  });
  afterAll(() => server.close());

  /** Returns the response with the bytes that were sent; `fetch` would decode them. */
  function read(headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') {
    return new Promise<{ status: number | undefined; headers: Record<string, unknown>; bytes: Buffer }>((resolve) => {
      request(url, { method, headers: { origin, ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () => {
          const kept = Object.entries(response.headers).filter(([name]) => !ignored.has(name));
          resolve({ status: response.statusCode, headers: Object.fromEntries(kept), bytes: Buffer.concat(chunks) });
        });
      }).end();
    });
  }

  test.each([
    ['', '', (bytes: Buffer) => bytes],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])(
    'Accept-Encoding "%s" is answered with all headers and the session, then with 304',
    async (accept, used, decode) => {
      const first = await read({ 'accept-encoding': accept });
      const shared = {
        ...securityHeaders,
        ...corsHeaders,
        'cache-control': 'no-cache',
        etag: expect.stringMatching(new RegExp(`^"1-[\\w-]{16}${used === '' ? '' : `-${used}`}"$`)),
        vary: 'Accept-Encoding, Authorization, Origin',
      };
      expect([first.status, first.headers]).toEqual([
        200,
        {
          ...shared,
          ...(used === '' ? {} : { 'content-encoding': used }),
          'content-length': String(first.bytes.length),
          'content-type': 'application/json; charset=utf-8',
        },
      ]);
      expect(decode(first.bytes).toString()).toBe(json);
      const second = await read({ 'accept-encoding': accept, 'if-none-match': String(first.headers['etag']) });
      expect([second.status, second.headers, second.bytes.length]).toEqual([304, shared, 0]);
    },
  );

  test('HEAD has the headers of GET and no body', async () => {
    const [get, head] = [await read({}), await read({}, 'HEAD')];
    expect([head.status, head.headers, head.bytes.length]).toEqual([200, get.headers, 0]);
  });

  test('an invalid token is refused, although the session is public', async () => {
    expect((await read({ authorization: 'Bearer no.good.token' })).status).toBe(401);
  });

  test('a deleted session is not found from then on', async () => {
    await server.call('deleteSession', { as: 'Max', params: { id } });
    expect((await read({})).status).toBe(404);
  });
});

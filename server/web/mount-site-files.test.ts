import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ OPERATOR: ';; host@race.example' });
});
afterAll(() => server.close());

test('the sitemap lists the pages that search engines may list', async () => {
  const { body, headers } = await server.app.inject('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  for (const path of ['/home', '/live', '/leagues', '/seasons', '/faq'])
    expect(body).toContain(`<loc>http://pitboard.test${path}</loc>`);
  for (const path of ['/dashboard', '/login', '{']) expect(body).not.toContain(path);
});

test('search engines are told what not to read, and where the sitemap is', async () => {
  const { body, headers } = await server.app.inject('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toBe(
    'User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /search/\nSitemap: http://pitboard.test/sitemap.xml\n',
  );
});

test('the icon is found where old programs look for it', async () => {
  const { statusCode, headers } = await server.app.inject('/favicon.ico');
  expect([statusCode, headers.location]).toEqual([301, '/favicon.png']);
});

test('faults of security are reported to the operator, where one has an address', async () => {
  const { body } = await server.app.inject('/.well-known/security.txt');
  expect(body.split('\n').slice(0, 2)).toEqual([
    'Contact: mailto:host@race.example',
    `Expires: ${new Date(server.clock.now.getTime() + 180 * 24 * 3_600_000).toISOString()}`,
  ]);
  const other = await openTestServer({}, undefined, undefined, { over: server });
  expect((await other.app.inject('/.well-known/security.txt')).statusCode).toBe(404);
  await other.close();
});

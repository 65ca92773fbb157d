import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from '../testing/open-test-server.ts';

/** What says nothing of the answer: the connection, and when it was. */
const passing = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

function told(headers: Iterable<[string, unknown]>): Record<string, string> {
  const kept = [...headers].filter(([name]) => !passing.has(name)).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(kept.sort());
}

const settingsTried: Record<string, string>[] = [{}, { CORS_ORIGINS: 'https://elsewhere.test' }];

describe.each(settingsTried)('with %o', (settings) => {
  let server: TestServer;
  let address: string;
  let path: string;

  beforeAll(async () => {
    server = await openTestServer(settings);
    const { id } = await server.get('createSession', { as: 'Max', body: upload({ drivers: [driver({})] }) });
    path = `/api/Sessions/session/${id}`;
    address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    // From now on it is kept, when the database can be believed.
    await server.app.inject({ url: path });
  });
  afterAll(() => server.close());

  test.each(['identity', 'gzip', 'br', 'gzip;q=0, br', ''])(
    'a kept session is the same bytes and headers with and without the router: %s',
    async (encoding) => {
      const headers = { 'accept-encoding': encoding };
      const routed = await server.app.inject({ url: path, headers });
      const { etag } = routed.headers;
      for (const asked of [headers, { ...headers, 'if-none-match': String(etag) }]) {
        const routedAnswer = await server.app.inject({ url: path, headers: asked });
        const answer = await fetch(address + path, { headers: asked });
        expect(answer.status).toBe(routedAnswer.statusCode);
        expect(told(answer.headers)).toEqual(told(Object.entries(routedAnswer.headers)));
        if (encoding === 'identity') expect(await answer.text()).toBe(routedAnswer.body);
        else await answer.arrayBuffer();
      }
    },
  );

  test('all else goes through the router', async () => {
    const answers = await Promise.all([
      fetch(address + path, { headers: { authorization: 'Bearer no.good.token' } }),
      fetch(`${address}${path}?x=1`),
      fetch(address + path, { method: 'HEAD' }),
      fetch(`${address}${path.slice(0, -1)}g`),
      fetch(address + path, { method: 'DELETE' }),
    ]);
    const inject = (options: object) => server.app.inject({ url: path, ...options });
    const expected = await Promise.all([
      inject({ headers: { authorization: 'Bearer no.good.token' } }),
      inject({ url: `${path}?x=1` }),
      inject({ method: 'HEAD' }),
      inject({ url: `${path.slice(0, -1)}g` }),
      inject({ method: 'DELETE' }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(expected.map((answer) => answer.statusCode));
  });

  test('a deleted session is gone at once', async () => {
    await server.call('deleteSession', { as: 'Max', params: { id: path.slice(-36) } });
    expect((await fetch(address + path)).status).toBe(404);
  });
});

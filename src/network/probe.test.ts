import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { probeServer } from './probe.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Asks a real server at the address that the app asks; redirects are followed by Node as by browsers. */
async function probe(listener: RequestListener) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const fetcher: typeof fetch = (input, init) => fetch(new URL(String(input), origin), init);
  return probeServer(fetcher, new AbortController().signal);
}

const answer =
  (status: number, type: string, body: string): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': type }).end(body);
const cut: RequestListener = ({ socket }) => socket.destroy();
const page = '<html>Please accept our terms</html>';

test.each([
  ['our health document', answer(200, 'application/json', '{"status":"ok"}'), 'online'],
  ['a page', answer(200, 'text/html', page), 'captive'],
  ['a page with 403', answer(403, 'text/html', page), 'captive'],
  ['a page with 511', answer(511, 'text/html', page), 'captive'],
  ['JSON of another server', answer(200, 'application/json', '{"hello":1}'), 'captive'],
  ['JSON that is no object', answer(200, 'application/json', 'null'), 'captive'],
  ['an empty answer', answer(200, 'text/plain', ''), 'captive'],
  ['500', answer(500, 'application/problem+json', '{"status":500}'), 'faulty'],
  ['502 from a proxy', answer(502, 'text/html', '<html>Bad Gateway</html>'), 'faulty'],
  ['a cut connection', cut, 'unreachable'],
] as const)('%s means %s', async (_, listener, status) => {
  expect(await probe(listener)).toEqual({ status, isTimeout: false });
});

test.each([
  ['the page of a portal', '/portal'],
  ['a host that cannot be asked', 'http://127.0.0.1:1/portal'],
])('a redirect to %s means captive', async (_, location) => {
  const result = await probe(({ url }, response) =>
    url === '/api/health' ? response.writeHead(302, { location }).end() : response.end(page),
  );
  expect(result).toEqual({ status: 'captive', isTimeout: false });
});

test('an answer that cannot be parsed means captive where errors of the parser are of no known class', async () => {
  const answered = { status: 200, text: async () => page, json: () => Promise.reject({ name: 'SyntaxError' }) };
  const fetcher = async () => answered;
  expect(await probeServer(fetcher as never, new AbortController().signal)).toEqual({
    status: 'captive',
    isTimeout: false,
  });
});

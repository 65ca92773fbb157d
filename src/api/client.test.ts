import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createApi } from './client.ts';
import { toFailure } from './failure.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

const signal = new AbortController().signal;
const league = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'A',
  description: null,
  discord: null,
  website: null,
  ownerId: '01900000-0000-7000-8000-000000000002',
  isPublic: true,
  thumbnailId: null,
  seasonIds: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const params = { leagueId: league.id };

async function failureAt(listener: RequestListener, isOnline = true) {
  const api = createApi({ baseUrl: await serve(listener), accessToken: async () => null, now: Date.now });
  return api.getLeague(signal, { params }).then(
    () => null,
    (error) => toFailure(error, isOnline),
  );
}

describe('a call', () => {
  test('is sent with its path, query and bearer, and its answer is parsed', async () => {
    const seen: (string | undefined)[] = [];
    const baseUrl = await serve((request, response) => {
      seen.push(request.method, request.url, request.headers.authorization);
      response.setHeader('date', 'Thu, 01 Jan 2026 00:00:00 GMT');
      response.end(
        JSON.stringify(request.url?.startsWith('/api/League/user') ? { count: 1, leagues: [league] } : league),
      );
    });
    const api = createApi({ baseUrl, accessToken: async () => 'token', now: () => 0 });
    expect(await api.getLeague(signal, { params })).toEqual(league);
    const paged = { params: { userId: league.ownerId }, query: { page: 1, pageSize: 5 } };
    expect(await api.pageUserLeagues(signal, paged)).toEqual({ count: 1, leagues: [league] });
    expect(seen).toEqual([
      'GET',
      `/api/League/${league.id}`,
      'Bearer token',
      'GET',
      `/api/League/user/${league.ownerId}/page?page=1&pageSize=5`,
      'Bearer token',
    ]);
    expect(api.serverTime()).toBe(Date.parse('2026-01-01T00:00:00Z'));
  });

  test('without a parameter throws before anything is sent', async () => {
    let isAsked = false;
    const baseUrl = await serve(() => {
      isAsked = true;
    });
    const api = createApi({ baseUrl, accessToken: async () => null, now: Date.now });
    await expect(api.getLeague(signal)).rejects.toThrow("The parameter 'leagueId' must be defined.");
    const query = { page: null };
    await expect(api.pageOwnSeasons(signal, { query })).rejects.toThrow("The parameter 'page' cannot be null.");
    expect(isAsked).toBe(false);
  });

  test('is made once more with a new token when the old one is refused, and never a third time', async () => {
    const seen: (string | undefined)[] = [];
    const accepted = { token: 'new' };
    const baseUrl = await serve((request, response) => {
      seen.push(request.headers.authorization);
      const isGood = request.headers.authorization === `Bearer ${accepted.token}`;
      response.writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isGood ? league : { title: 'Unauthorized', status: 401 }));
    });
    const tokens = { accessToken: async () => 'old', renewToken: async () => 'new' };
    const api = createApi({ baseUrl, ...tokens, now: Date.now });
    expect(await api.getLeague(signal, { params })).toEqual(league);
    accepted.token = 'another';
    await expect(api.read('getLeague', signal, { params })).rejects.toThrow('401');
    expect(seen).toEqual(['Bearer old', 'Bearer new', 'Bearer old', 'Bearer new']);
    const hopeless = createApi({
      baseUrl,
      accessToken: async () => 'old',
      renewToken: async () => null,
      now: Date.now,
    });
    await expect(hopeless.getLeague(signal, { params })).rejects.toThrow('401');
    expect(seen.length).toBe(5);
  });

  test('tells the server’s time, and keeps how far the device is off for when there is nobody to ask', async () => {
    const kept: number[] = [];
    const baseUrl = await serve((_, response) => {
      response.setHeader('date', 'Thu, 01 Jan 2026 03:00:00 GMT');
      response.end(JSON.stringify(league));
    });
    const now = () => Date.parse('2026-01-01T00:00:00Z');
    const skew = { read: () => kept.at(-1) ?? 0, keep: (milliseconds: number) => kept.push(milliseconds) };
    const settings = { baseUrl, accessToken: async () => null, now, skew };
    const api = createApi(settings);
    for (let count = 0; count < 3; count += 1) await api.getLeague(signal, { params });
    expect(kept).toEqual([3 * 3_600_000]);
    // The next start, without a network.
    expect(createApi(settings).serverTime()).toBe(Date.parse('2026-01-01T03:00:00Z'));
  });

  test('is made once: trying again is a machine’s decision', async () => {
    let count = 0;
    await failureAt((_, response) => {
      count += 1;
      response.writeHead(503).end();
    });
    expect(count).toBe(1);
  });
});

describe('a failure', () => {
  const problem = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'gone', instance: '/x' };

  test.each([400, 401, 403, 404, 409, 412, 429])(
    '%i with an error object is a problem with the fixed text',
    async (status) => {
      const failure = await failureAt((_, response) =>
        response.writeHead(status).end(JSON.stringify({ ...problem, status })),
      );
      expect(failure).toEqual({
        kind: 'problem',
        message: 'A server side error occurred.',
        status,
        problem: { ...problem, status },
        detail: 'gone',
      });
    },
  );

  test.each([500, 502, 418])('%i is unexpected, and carries status, headers and body', async (status) => {
    const failure = await failureAt((_, response) => response.writeHead(status, { 'x-odd': 'yes' }).end('<b>oops</b>'));
    expect([failure?.kind, failure?.message, failure?.status]).toEqual([
      'unexpected',
      'An unexpected server error occurred.',
      status,
    ]);
    expect(failure?.detail).toContain('x-odd: yes');
    expect(failure?.detail).toContain('<b>oops</b>');
  });

  test('a captive portal’s page and a foreign entity are mismatches, not crashes', async () => {
    const portal = await failureAt((_, response) => response.end('<html>Sign in to Wi-Fi</html>'));
    expect([portal?.kind, portal?.detail]).toEqual(['mismatch', expect.stringContaining('Sign in to Wi-Fi')]);
    const refused = await failureAt((_, response) => response.writeHead(403).end('<html>Sign in</html>'));
    expect(refused?.kind).toBe('unexpected');
    const odd = await failureAt((_, response) => response.end(JSON.stringify({ ...league, isPublic: 'yes' })));
    expect([odd?.kind, odd?.detail]).toEqual(['mismatch', expect.stringContaining('isPublic')]);
  });

  test('no answer is unreachable, or offline when the device says so', async () => {
    const cut: RequestListener = (request) => request.socket.destroy();
    expect((await failureAt(cut))?.kind).toBe('unreachable');
    expect((await failureAt(cut, false))?.kind).toBe('offline');
  });

  test('a call that was taken back, and a bug, are told apart', async () => {
    const controller = new AbortController();
    const baseUrl = await serve(() => controller.abort());
    const api = createApi({ baseUrl, accessToken: async () => null, now: Date.now });
    const error = await api.getLeague(controller.signal, { params }).catch((caught) => caught);
    expect((await toFailure(error, true)).kind).toBe('aborted');
    const undefinedRead = await toFailure(new TypeError("Cannot read properties of undefined (reading 'x')"), true);
    expect([undefinedRead.kind, undefinedRead.message]).toEqual(['internal', 'Something went wrong!']);
  });

  test('a network error that carries a response is that response', async () => {
    const error = Object.assign(new TypeError('Failed to fetch'), { response: new Response('', { status: 502 }) });
    expect(await toFailure(error, true)).toMatchObject({ kind: 'unexpected', status: 502 });
  });
});

import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { paramNamesOf } from '#contract/api/address';
import type { Failure } from '#contract/api/problem';
import { calls } from '#contract/calls/by-name';
import type { Call } from '#contract/calls/call';
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
const anonymous = { accessToken: async () => null, now: Date.now };

const deletions = (Object.entries(calls) as [string, Call][]).filter(
  ([, { method, answer }]) => method === 'DELETE' && answer === undefined,
);

const asProblem = { 'content-type': 'application/problem+json; charset=utf-8' };

async function failureAt(listener: RequestListener, isOnline = true) {
  const api = createApi({ baseUrl: await serve(listener), ...anonymous, isOnline: () => isOnline });
  const outcome = await api.send(calls.getLeague, { params });
  return 'failure' in outcome ? outcome.failure : null;
}

describe('a call', () => {
  test('says whether its token is for a read or a write', async () => {
    const asked: string[] = [];
    const baseUrl = await serve((_, response) => response.writeHead(403).end());
    const accessToken = async (use: string) => {
      asked.push(use);
      return 'token';
    };
    const api = createApi({ baseUrl, accessToken, now: Date.now });
    await api.send(calls.getLeague, { params });
    await api.send(calls.createLeague, { body: { name: 'League' } });
    expect(asked).toEqual(['read', 'write']);
  });

  test('sends path, query and bearer, and parses the answer', async () => {
    const seen: (string | undefined)[] = [];
    const baseUrl = await serve((request, response) => {
      seen.push(request.method, request.url, request.headers.authorization);
      response.setHeader('date', 'Thu, 01 Jan 2026 00:00:00 GMT');
      response.end(
        JSON.stringify(request.url?.startsWith('/api/League/user') ? { count: 1, leagues: [league] } : league),
      );
    });
    const api = createApi({ baseUrl, accessToken: async () => 'token', now: () => 0 });
    expect(await api.send(calls.getLeague, { params })).toEqual({ value: league, version: null });
    const paged = { params: { userId: league.ownerId }, query: { page: 1, pageSize: 5 } };
    expect(await api.send(calls.pageUserLeagues, paged)).toEqual({
      value: { count: 1, leagues: [league] },
      version: null,
    });
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

  test('sends If-Match and Idempotency-Key, and returns the new version', async () => {
    const seen: unknown[] = [];
    const baseUrl = await serve((request, response) => {
      seen.push(request.headers['if-match'], request.headers['idempotency-key']);
      response.setHeader('etag', '"3-abc"').end(JSON.stringify(league));
    });
    const api = createApi({ baseUrl, ...anonymous });
    const body = { name: 'B' };
    const updated = await api.send(calls.updateLeague, { params, body, ifMatch: '"2-abc"' });
    expect(updated).toEqual({ value: league, version: '"3-abc"' });
    await api.send(calls.createLeague, { body, idempotencyKey: 'key-1' });
    expect(seen).toEqual(['"2-abc"', undefined, undefined, 'key-1']);
  });

  test('without a path parameter throws before anything is sent', async () => {
    let isSent = false;
    const baseUrl = await serve(() => {
      isSent = true;
    });
    const api = createApi({ baseUrl, ...anonymous });
    await expect(api.send(calls.getLeague, {} as never)).rejects.toThrow("The parameter 'leagueId' must be defined.");
    const query = { page: null };
    await expect(api.send(calls.pageOwnSeasons, { query })).rejects.toThrow("The parameter 'page' cannot be null.");
    expect(isSent).toBe(false);
  });

  test('refused with 401 is made once more with a new token, and never a third time', async () => {
    const seen: (string | undefined)[] = [];
    const accepted = { token: 'new' };
    const baseUrl = await serve((request, response) => {
      seen.push(request.headers.authorization);
      const isGood = request.headers.authorization === `Bearer ${accepted.token}`;
      response.writeHead(isGood ? 200 : 401, {
        'content-type': isGood ? 'application/json' : 'application/problem+json',
      });
      response.end(JSON.stringify(isGood ? league : { title: 'Unauthorized', status: 401 }));
    });
    const tokens = { accessToken: async () => 'old', renewToken: async () => 'new' };
    const api = createApi({ baseUrl, ...tokens, now: Date.now });
    expect(await api.send(calls.getLeague, { params })).toEqual({ value: league, version: null });
    accepted.token = 'another';
    expect(await api.send(calls.getLeague, { params })).toMatchObject({ failure: { kind: 'problem', status: 401 } });
    expect(seen).toEqual(['Bearer old', 'Bearer new', 'Bearer old', 'Bearer new']);
    const withoutRenewal = { accessToken: async () => 'old', renewToken: async () => null };
    const signedOut = createApi({ baseUrl, ...withoutRenewal, now: Date.now });
    expect(await signedOut.send(calls.getLeague, { params })).toMatchObject({ failure: { status: 401 } });
    expect(seen.length).toBe(5);
  });

  test('measures the offset to the server’s clock and stores it for the next start', async () => {
    const stored: number[] = [];
    const baseUrl = await serve((_, response) => {
      response.setHeader('date', 'Thu, 01 Jan 2026 03:00:00 GMT');
      response.end(JSON.stringify(league));
    });
    const clockOffset = {
      read: () => stored.at(-1) ?? 0,
      store: (milliseconds: number) => stored.push(milliseconds),
    };
    const now = () => Date.parse('2026-01-01T00:00:00Z');
    const settings = { baseUrl, accessToken: async () => null, now, clockOffset };
    const api = createApi(settings);
    for (let count = 0; count < 3; count += 1) await api.send(calls.getLeague, { params });
    expect(stored).toEqual([3 * 3_600_000]);
    expect(createApi(settings).serverTime()).toBe(Date.parse('2026-01-01T03:00:00Z'));
  });

  test('is not retried', async () => {
    let count = 0;
    await failureAt((_, response) => {
      count += 1;
      response.writeHead(503).end();
    });
    expect(count).toBe(1);
  });

  test('reports how it ended, unless it was cancelled', async () => {
    const reports: (string | null)[] = [];
    const controller = new AbortController();
    const status = { code: 200 };
    const baseUrl = await serve((_, response) => {
      if (status.code === 0) return controller.abort();
      response.writeHead(status.code, status.code === 404 ? asProblem : {});
      response.end(JSON.stringify(status.code === 200 ? league : { title: 'x' }));
    });
    const onSettled = (failure: Failure | null) => reports.push(failure === null ? null : failure.kind);
    const api = createApi({ baseUrl, ...anonymous, onSettled });
    for (const code of [200, 404, 500, 0]) {
      status.code = code;
      await api.send(calls.getLeague, { params, signal: controller.signal });
    }
    expect(reports).toEqual([null, null, 'unexpected']);
  });
});

describe('a failure', () => {
  const problem = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'gone', instance: '/x' };

  test.each([400, 401, 403, 404])('%i with problem details carries the fixed text and the detail', async (status) => {
    const failure = await failureAt((_, response) =>
      response.writeHead(status, asProblem).end(JSON.stringify({ ...problem, status })),
    );
    expect(failure).toEqual({
      kind: 'problem',
      message: 'A server side error occurred.',
      status,
      problem: { ...problem, status },
      detail: 'gone',
      code: null,
      reasons: [],
      fieldErrors: [],
      current: null,
      retryAfter: null,
    });
  });

  test('422 carries the field errors and, like every other status, an unexpected error with its headers', async () => {
    const errors = [{ path: 'name', message: 'is too long' }];
    const failure = await failureAt((_, response) =>
      response
        .writeHead(422, { ...asProblem, 'x-odd': 'yes' })
        .end(JSON.stringify({ ...problem, status: 422, errors })),
    );
    expect(failure).toMatchObject({
      kind: 'problem',
      message: 'An unexpected server error occurred.',
      status: 422,
      fieldErrors: errors,
      detail: expect.stringContaining('x-odd: yes'),
    });
  });

  test('412 carries the current entity', async () => {
    const current = { ...league, name: 'Theirs' };
    const failure = await failureAt((_, response) =>
      response.writeHead(412, asProblem).end(JSON.stringify({ ...problem, status: 412, current })),
    );
    expect([failure?.kind, failure?.status, failure?.current]).toEqual(['problem', 412, current]);
  });

  test.each([
    ['in seconds', { 'retry-after': '7' }, 7],
    ['as a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT', date: 'Thu, 01 Jan 2026 00:00:00 GMT' }, 9],
    ['unreadable', { 'retry-after': 'soon' }, null],
  ])('429 with Retry-After %s', async (_, headers, seconds) => {
    const failure = await failureAt((__, response) =>
      response.writeHead(429, { ...asProblem, ...headers }).end(JSON.stringify({ ...problem, status: 429 })),
    );
    expect([failure?.status, failure?.retryAfter]).toEqual([429, seconds]);
  });

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

  test('is a mismatch for a captive portal’s page and for an entity of another version', async () => {
    const portal = await failureAt((_, response) => response.end('<html>Sign in to Wi-Fi</html>'));
    expect([portal?.kind, portal?.detail]).toEqual(['mismatch', expect.stringContaining('Sign in to Wi-Fi')]);
    const refused = await failureAt((_, response) => response.writeHead(403).end('<html>Sign in</html>'));
    expect(refused?.kind).toBe('unexpected');
    const odd = await failureAt((_, response) => response.end(JSON.stringify({ ...league, isPublic: 'yes' })));
    expect([odd?.kind, odd?.detail]).toEqual(['mismatch', expect.stringContaining('isPublic')]);
  });

  test('is unreachable when no answer comes, and offline when the device has no network', async () => {
    const cut: RequestListener = (request) => request.socket.destroy();
    expect((await failureAt(cut))?.kind).toBe('unreachable');
    expect((await failureAt(cut, false))?.kind).toBe('offline');
  });

  test('is unreachable when the caller’s own time limit passes', async () => {
    const baseUrl = await serve(() => undefined);
    const outcome = await createApi({ baseUrl, ...anonymous }).send(calls.getLeague, {
      params,
      signal: AbortSignal.timeout(20),
    });
    expect(outcome).toMatchObject({ failure: { kind: 'unreachable' } });
  });

  test('is aborted when the caller cancels, and internal for a bug', async () => {
    const controller = new AbortController();
    const baseUrl = await serve(() => controller.abort());
    const api = createApi({ baseUrl, ...anonymous });
    const outcome = await api.send(calls.getLeague, { params, signal: controller.signal });
    expect(outcome).toMatchObject({ failure: { kind: 'aborted' } });
    const bug = await toFailure(new TypeError("Cannot read properties of undefined (reading 'x')"), true);
    expect([bug.kind, bug.message]).toEqual(['internal', 'Something went wrong!']);
  });

  test('of a chunk that cannot be loaded asks for a new start, or is that of the network', async () => {
    const error = new TypeError('Failed to fetch dynamically imported module: /assets/leagues-1.js');
    expect((await toFailure(error, true)).kind).toBe('outdated');
    expect((await toFailure(error, false)).kind).toBe('offline');
  });

  test('of a network error that carries a response is that of the response', async () => {
    const error = Object.assign(new TypeError('Failed to fetch'), { response: new Response('', { status: 502 }) });
    expect(await toFailure(error, true)).toMatchObject({ kind: 'unexpected', status: 502 });
  });
});

test.each(deletions)('%s is done when it is answered 200 or 204 without a body', async (_, call) => {
  for (const status of [200, 204]) {
    const baseUrl = await serve((_, response) => response.writeHead(status).end());
    const params = Object.fromEntries(paramNamesOf(call).map((param) => [param, league.id]));
    const outcome = await createApi({ baseUrl, ...anonymous }).send(call, { params, ifMatch: '"1-a"' });
    expect(outcome).toEqual({ value: undefined, version: null });
  }
});

describe('an answer of another server, such as a captive portal,', () => {
  const page = '<html>Sign in to Wi-Fi</html>';
  const asPage = { 'content-type': 'text/html' };

  test.each([401, 403, 404, 412, 422])('with %i and a page, or JSON of its own, refuses nothing', async (status) => {
    for (const [headers, body] of [
      [asPage, page],
      [{ 'content-type': 'application/json' }, '{"error":"sign in"}'],
      [{ 'content-type': 'application/json' }, JSON.stringify({ title: 'Not Found', status })],
    ] as const) {
      const renewals: number[] = [];
      const baseUrl = await serve((_, response) => response.writeHead(status, headers).end(body));
      const renewToken = async () => {
        renewals.push(status);
        return null;
      };
      const outcome = await createApi({ baseUrl, ...anonymous, renewToken }).send(calls.getLeague, { params });
      expect(outcome).toMatchObject({ failure: { kind: 'unexpected', status } });
      expect(renewals).toEqual([]);
    }
  });

  test.each([
    [200, asPage, page],
    [200, { 'content-type': 'application/json' }, '{}'],
    [302, { location: 'http://127.0.0.1:1/portal' }, ''],
    [302, { location: '/portal' }, ''],
  ] as const)('with %i, %o and the body %j carries out no write', async (status, headers, body) => {
    const baseUrl = await serve(({ url }, response) => {
      if (url === '/portal') response.writeHead(200, asPage).end(page);
      else response.writeHead(status, headers).end(body);
    });
    const reports: unknown[] = [];
    const api = createApi({ baseUrl, ...anonymous, onSettled: (failure) => reports.push(failure?.kind ?? null) });
    const kinds = [
      await api.send(calls.deleteLeague, { params, ifMatch: '"1-a"' }),
      await api.send(calls.updateLeague, { params, body: { name: 'B' }, ifMatch: '"1-a"' }),
      await api.send(calls.createLeague, { body: { name: 'B' }, idempotencyKey: 'key-1' }),
    ].map((outcome) => ('failure' in outcome ? outcome.failure.kind : 'done'));
    expect([kinds, reports]).toEqual([
      ['mismatch', 'mismatch', 'mismatch'],
      ['mismatch', 'mismatch', 'mismatch'],
    ]);
  });

  test('is no file, and an answer without a body is no entity', async () => {
    const baseUrl = await serve(({ url }, response) => {
      if (url?.includes('csv')) response.writeHead(200, asPage).end(page);
      else response.writeHead(204).end();
    });
    const api = createApi({ baseUrl, ...anonymous });
    expect(await api.send(calls.getSessionCsv, { params: { id: league.id } })).toMatchObject({
      failure: { kind: 'mismatch' },
    });
    expect(await api.send(calls.getLeague, { params })).toMatchObject({ failure: { kind: 'mismatch' } });
  });

  test('does not set the clock', async () => {
    const baseUrl = await serve((_, response) => {
      response.writeHead(200, { ...asPage, date: 'Thu, 01 Jan 2026 03:00:00 GMT' }).end(page);
    });
    const stored: number[] = [];
    const clockOffset = { read: () => 0, store: (milliseconds: number) => stored.push(milliseconds) };
    const now = () => Date.parse('2026-01-01T00:00:00Z');
    const api = createApi({ baseUrl, accessToken: async () => null, now, clockOffset });
    await api.send(calls.getLeague, { params });
    expect([stored, api.serverTime()]).toEqual([[], now()]);
  });
});

import { expect, test } from 'vitest';
import { createRefreshFetch, type RefusedRefresh } from './refresh-fetch.ts';

const refresh = 'https://pitboard.test/auth/v1/token?grant_type=refresh_token';
const login = 'https://pitboard.test/auth/v1/token?grant_type=password';

const init = { method: 'POST', body: '{"refresh_token":"r"}' };

function start(answer: () => Response) {
  const clock = { now: 0 };
  const sent: string[] = [];
  const refused: RefusedRefresh[] = [];
  const listeners = new Set<() => void>();
  let isOnline = true;
  const fetcher = createRefreshFetch({
    network: {
      isOnline: () => isOnline,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    fetcher: async (input) => {
      sent.push(String(input));
      return answer();
    },
    elapsed: () => clock.now,
    onRefused: async (each) => {
      refused.push(each);
    },
  });
  const status = async (address: string) => (await fetcher.fetch(address, init)).status;
  const setOnline = (next: boolean) => {
    isOnline = next;
    for (const listener of [...listeners]) listener();
  };
  return { clock, sent, refused, fetcher, status, setOnline };
}

const json = (status: number, headers: Record<string, string> = {}, code = 'x') =>
  new Response(JSON.stringify({ code }), { status, headers: { 'content-type': 'application/json', ...headers } });

test('a 429 becomes a 503, and nothing is sent until its Retry-After has passed', async () => {
  const { clock, sent, status } = start(() => json(429, { 'retry-after': '10' }));
  expect([await status(refresh), await status(refresh), sent.length]).toEqual([503, 503, 1]);
  clock.now = 10_000;
  await status(refresh);
  expect(sent.length).toBe(2);
});

test.each([
  [400, 'conflict'],
  [409, 'conflict'],
  [401, 'no_authorization'],
  [403, 'bad_jwt'],
  [422, 'something_new'],
])('a refusal with %i %s, which may pass, becomes a 503 and ends nothing', async (code, words) => {
  const { refused, status } = start(() => json(code, {}, words));
  expect([await status(refresh), refused]).toEqual([503, []]);
});

test.each([
  [400, 'refresh_token_not_found'],
  [400, 'refresh_token_already_used'],
  [400, 'session_expired'],
  [400, 'validation_failed'],
  [400, 'user_banned'],
  [403, 'session_not_found'],
  [403, 'user_not_found'],
])('a refusal with %i %s ends the session, and reaches the client after that', async (code, words) => {
  const { refused, status } = start(() => json(code, {}, words));
  expect([await status(refresh), refused]).toEqual([code, [{ code: words, token: 'r' }]]);
});

test('after a 429 no refresh is sent before its Retry-After, also when the network was away meanwhile', async () => {
  const { sent, setOnline, status } = start(() => json(429, { 'retry-after': '10' }));
  await status(refresh);
  setOnline(false);
  setOnline(true);
  expect([await status(refresh), sent.length]).toEqual([503, 1]);
});

test('a success, a fault and other requests pass unchanged', async () => {
  expect(await start(() => json(200)).status(refresh)).toBe(200);
  expect(await start(() => json(502)).status(refresh)).toBe(502);
  expect(await start(() => json(429)).status(login)).toBe(429);
  expect(await start(() => json(400, {}, 'session_not_found')).status(login)).toBe(400);
});

test('all eight tries of the client’s own backoff are sent while the server fails', async () => {
  const { clock, sent, status } = start(() => json(503));
  for (let attempt = 0; attempt < 8; attempt += 1) {
    expect(await status(refresh)).toBe(503);
    clock.now += 200 * 2 ** attempt;
  }
  expect(sent.length).toBe(8);
});

test('a clock that is hours off causes at most five refreshes a minute', async () => {
  const { clock, sent, status } = start(() => json(200));
  for (let count = 0; count < 50; count += 1) {
    clock.now += 100;
    await status(refresh);
  }
  expect(sent.length).toBe(5);
  clock.now += 61_000;
  expect(await status(refresh)).toBe(200);
});

test('a refresh waits while there is no network, and is sent once it is back', async () => {
  const { sent, setOnline, status } = start(() => json(200));
  setOnline(false);
  setOnline(false);
  const waiting = status(refresh);
  expect([await status(login), sent]).toEqual([200, [login]]);
  setOnline(true);
  expect([await waiting, sent]).toEqual([200, [login, refresh]]);
});

test('a refresh that waits ends with a 503 when the user signs out, and the next one waits', async () => {
  const { sent, fetcher, setOnline, status } = start(() => json(200));
  setOnline(false);
  const waiting = status(refresh);
  fetcher.release();
  expect(await waiting).toBe(503);
  const next = status(refresh);
  expect(sent).toEqual([]);
  setOnline(true);
  expect(await next).toBe(200);
});

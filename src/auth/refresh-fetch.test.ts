import { expect, test } from 'vitest';
import { refreshFetch } from './refresh-fetch.ts';

const refresh = 'https://pitboard.test/auth/v1/token?grant_type=refresh_token';
const login = 'https://pitboard.test/auth/v1/token?grant_type=password';

function start(answer: () => Response) {
  const clock = { now: 0 };
  const asked: string[] = [];
  const fetcher = refreshFetch(
    async (input) => {
      asked.push(String(input));
      return answer();
    },
    () => clock.now,
  );
  return { clock, asked, fetcher };
}

const json = (status: number, headers: Record<string, string> = {}) =>
  new Response('{"code":"x"}', { status, headers: { 'content-type': 'application/json', ...headers } });
const html = (status: number) =>
  new Response('<html>Wi-Fi</html>', { status, headers: { 'content-type': 'text/html' } });

test('a 429 becomes a passing fault, and nothing is asked until its time is over', async () => {
  const { clock, asked, fetcher } = start(() => json(429, { 'retry-after': '10' }));
  expect((await fetcher(refresh)).status).toBe(503);
  expect((await fetcher(refresh)).status).toBe(503);
  expect(asked.length).toBe(1);
  clock.now = 10_000;
  await fetcher(refresh);
  expect(asked.length).toBe(2);
});

test.each([403, 404, 511 - 100])('a page of a Wi-Fi with %i becomes a passing fault', async (status) => {
  const { asked, fetcher } = start(() => html(status));
  expect((await fetcher(refresh)).status).toBe(503);
  await fetcher(refresh);
  expect(asked.length).toBe(1);
});

test('a refusal of the sign-in itself, an answer and any other call go through', async () => {
  expect((await start(() => json(400)).fetcher(refresh)).status).toBe(400);
  expect((await start(() => json(200)).fetcher(refresh)).status).toBe(200);
  expect((await start(() => json(429)).fetcher(login)).status).toBe(429);
  expect((await start(() => html(403)).fetcher(login)).status).toBe(403);
});

test('a clock that is hours off makes no storm', async () => {
  const { clock, asked, fetcher } = start(() => json(200));
  for (let count = 0; count < 50; count += 1) {
    clock.now += 100;
    await fetcher(refresh);
  }
  expect(asked.length).toBe(5);
  clock.now += 61_000;
  expect((await fetcher(refresh)).status).toBe(200);
});

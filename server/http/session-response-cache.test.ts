import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBody } from './bodies.ts';
import { type SessionResponse, SessionResponseCache } from './session-response-cache.ts';

function responseOf(id: string, version: number, text = `{"version":${version}}`): SessionResponse {
  return { id, version, userName: 'Ann', body: createBody(text) };
}

function createCache(options: { isShared?: boolean; now?: () => number; maxBytes?: number } = {}) {
  return new SessionResponseCache({ isShared: false, now: () => 0, ...options });
}

const textOf = async (response: SessionResponse | null) => (await response?.body.bytes('identity'))?.toString() ?? null;
const unexpectedRead = () => Promise.reject(new Error('the database was read'));

/** A read that finishes when the test calls `finish`. */
function pendingRead(response: SessionResponse | null) {
  let finish = () => {};
  const reading = new Promise<SessionResponse | null>((resolve) => {
    finish = () => resolve(response);
  });
  return { read: () => reading, finish };
}

test('caches a response that was read, with the same text, hash and length, as compressed bytes', async () => {
  const cache = createCache();
  const text = JSON.stringify({ laps: Array.from({ length: 500 }, (_, lap) => ({ lap, time: 90_000 + lap })) });
  const first = await cache.find('a', unexpectedRead, async () => responseOf('a', 1, text));
  expect(await textOf(first)).toBe(text);
  const cached = await cache.find('a', unexpectedRead, unexpectedRead);
  expect(await textOf(cached)).toBe(text);
  expect([cached?.body.hash, cached?.body.length]).toEqual([first?.body.hash, text.length]);
  expect(cache.size).toBeLessThan(text.length / 2);
});

test('compresses a cached response once', async () => {
  const cache = createCache();
  cache.store(responseOf('a', 1));
  const first = await cache.find('a', unexpectedRead, unexpectedRead);
  const bytes = await first?.body.bytes('br');
  const second = await cache.find('a', unexpectedRead, unexpectedRead);
  expect(await second?.body.bytes('br')).toBe(bytes);
});

test.each(['invalidate', 'clear'] as const)(
  'a read that started before %s is neither cached nor shared with later requests',
  async (write) => {
    const cache = createCache();
    const old = pendingRead(responseOf('a', 1));
    const before = cache.find('a', unexpectedRead, old.read);
    const concurrent = cache.find('a', unexpectedRead, unexpectedRead);
    await Promise.resolve();
    cache[write]('a');
    const after = cache.find('a', unexpectedRead, async () => null);
    old.finish();
    expect([await textOf(await before), await textOf(await concurrent)]).toEqual(['{"version":1}', '{"version":1}']);
    expect(await after).toBeNull();
    expect(await cache.find('a', unexpectedRead, async () => null)).toBeNull();
  },
);

test('a read that started before store does not replace the stored response', async () => {
  const cache = createCache();
  const old = pendingRead(responseOf('a', 1));
  const before = cache.find('a', unexpectedRead, old.read);
  await Promise.resolve();
  cache.store(responseOf('a', 2));
  old.finish();
  expect(await textOf(await before)).toBe('{"version":1}');
  expect(await textOf(await cache.find('a', unexpectedRead, unexpectedRead))).toBe('{"version":2}');
});

test('reads again after a failed read', async () => {
  const cache = createCache();
  const failed = cache.find('a', unexpectedRead, () => Promise.reject(new Error('connection lost')));
  await expect(failed).rejects.toThrow('connection lost');
  expect(await textOf(await cache.find('a', unexpectedRead, async () => responseOf('a', 1)))).toBe('{"version":1}');
});

test('an older version does not replace a newer one', async () => {
  const cache = createCache();
  cache.store(responseOf('a', 2));
  cache.store(responseOf('a', 1));
  expect(await textOf(await cache.find('a', unexpectedRead, unexpectedRead))).toBe('{"version":2}');
});

test('with a shared database an entry is checked every 2 s, and kept while version and user name are unchanged', async () => {
  let time = 0;
  const cache = createCache({ isShared: true, now: () => time });
  cache.store(responseOf('a', 1));
  await cache.find('a', unexpectedRead, unexpectedRead);
  time += 3_000;
  await cache.find('a', async () => ({ version: 1, userName: 'Ann' }), unexpectedRead);
  expect(await textOf(await cache.find('a', unexpectedRead, unexpectedRead))).toBe('{"version":1}');
});

test.each([
  ['a new version', { version: 2, userName: 'Ann' }],
  ['a new user name', { version: 1, userName: 'Anna' }],
  ['a deleted session', null],
])('with a shared database an entry is removed after %s', async (_, current) => {
  let time = 0;
  const cache = createCache({ isShared: true, now: () => time });
  cache.store(responseOf('a', 1));
  time += 3_000;
  const found = await cache.find(
    'a',
    async () => current,
    async () => null,
  );
  expect(found).toBeNull();
});

test('the size is limited; the most recently read entry stays', async () => {
  const cache = createCache({ maxBytes: 10_000 });
  const incompressible = () => JSON.stringify(randomBytes(1_500).toString('base64'));
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    cache.store(responseOf(id, 1, incompressible()));
    expect(cache.size).toBeLessThanOrEqual(10_000);
    await cache.find('a', unexpectedRead, async () => null);
  }
  expect(await cache.find('a', unexpectedRead, async () => null)).not.toBeNull();
  expect(await cache.find('b', unexpectedRead, async () => null)).toBeNull();
});

import { expect, test, vi } from 'vitest';
import { createRequestCounter } from '../start/request-limits.ts';
import { createOwnLimiter } from '../storage/limiters.ts';

const limits = { changes: 3, searches: 2 };

test('changes and searches of a client are counted apart, in minutes of their own', async () => {
  const made: unknown[] = [];
  const count = createRequestCounter((...given) => {
    made.push(given);
    return createOwnLimiter(...given);
  }, limits);
  expect(made).toEqual([
    ['change', 3, 60],
    ['change-site', 12, 60],
    ['search', 2, 60],
    ['search-site', 8, 60],
  ]);
  for (const _ of [1, 2, 3]) await count('change', '192.0.2.1');
  for (const _ of [1, 2]) await count('search', '192.0.2.1');
  await expect(count('change', '192.0.2.1')).rejects.toMatchObject({ status: 429 });
  await expect(count('search', '192.0.2.1')).rejects.toMatchObject({ status: 429 });
  await expect(count('search', '192.0.2.2')).resolves.toBeUndefined();
});

test('a refusal says in words and in a header how long to wait, and after that time requests are accepted', async () => {
  vi.useFakeTimers();
  try {
    const count = createRequestCounter(createOwnLimiter, limits);
    for (const _ of [1, 2]) await count('search', '192.0.2.1');
    vi.advanceTimersByTime(20_000);
    await expect(count('search', '192.0.2.1')).rejects.toMatchObject({
      status: 429,
      title: 'Too Many Requests',
      message: 'Too many requests: try again in 40 s.',
      headers: { 'Retry-After': '40' },
    });
    vi.advanceTimersByTime(40_001);
    await expect(count('search', '192.0.2.1')).resolves.toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

test('the addresses of one IPv6 network are one client', async () => {
  const count = createRequestCounter(createOwnLimiter, limits);
  await count('search', '2001:db8:0:1::1');
  await count('search', '2001:db8:0:1:ffff::2');
  await expect(count('search', '2001:db8:0:1::3')).rejects.toMatchObject({ status: 429 });
  await expect(count('search', '2001:db8:0:2::1')).resolves.toBeUndefined();
});

test('the networks of one site have four times the limit of one together', async () => {
  const count = createRequestCounter(createOwnLimiter, limits);
  for (const network of [1, 2, 3, 4, 5, 6, 7, 8]) await count('search', `2001:db8:1:${network}::1`);
  await expect(count('search', '2001:db8:1:9::1')).rejects.toMatchObject({ status: 429 });
  await expect(count('search', '2001:db8:2:9::1')).resolves.toBeUndefined();
});

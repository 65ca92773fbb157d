import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdLease } from '../storage/leases.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import { openLease } from './lease.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('one of two servers has a lease, and the other one takes it over when it is given back', async () => {
  const [one, other] = [await openLease(server.storage, 'race'), await openLease(server.storage, 'race')];
  await one.renew();
  await other.renew();
  expect([one.isHeld(), other.isHeld()]).toEqual([true, false]);
  await one.close();
  await other.renew();
  expect([one.isHeld(), other.isHeld()]).toEqual([false, true]);
  await other.close();
});

test('a lease that has run out can be taken, and only once', async () => {
  const hold = (holder: string, duration: number) =>
    holdLease(server.storage.database, { name: 'import', holder, duration });
  expect(await hold('gone', -1_000)).toBe(true);
  const taken = await Promise.all(['one', 'two', 'three'].map((holder) => hold(holder, 60_000)));
  expect(taken.filter(Boolean)).toHaveLength(1);
});

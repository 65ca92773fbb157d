import { expect, test } from 'vitest';
import { createCheck } from './check.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a check runs once for all that ask in one turn of the event loop, and again for those who ask later', async () => {
  let count = 0;
  const check = createCheck(async () => {
    count += 1;
    if (count === 2) throw new Error('away');
  }, 1_000);
  for (let request = 0; request < 10; request += 1) await check();
  expect(count).toBe(1);
  await nextTurn();
  await expect(Promise.all([check(), check()])).rejects.toThrow('away');
  expect(count).toBe(2);
  await nextTurn();
  await check();
  expect(count).toBe(3);
});

test('a check that takes too long fails', async () => {
  await expect(createCheck(() => new Promise(() => undefined), 5)()).rejects.toThrow('does not respond');
});

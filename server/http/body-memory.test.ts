import { expect, test } from 'vitest';
import { BodyMemory } from './body-memory.ts';

/** Asks for bytes; whether they were granted at once. */
function acquire(body: ReturnType<BodyMemory['open']>, bytes: number): { isGranted: boolean } {
  const result = { isGranted: false };
  body.acquire(bytes, () => {
    result.isGranted = true;
  });
  return result;
}

test('a body that was only announced takes nothing', () => {
  const memory = new BodyMemory({ bytes: 10, reserve: 0 });
  for (let count = 0; count < 100; count += 1) memory.open();
  expect(memory.used).toBe(0);
});

test('when memory is used up the oldest goes on with the reserve, and the next after it', () => {
  const memory = new BodyMemory({ bytes: 10, reserve: 4 });
  const [first, second, third] = [memory.open(), memory.open(), memory.open()];
  expect([acquire(first, 5), acquire(second, 5)]).toEqual([{ isGranted: true }, { isGranted: true }]);
  const [waitingThird, waitingSecond] = [acquire(third, 1), acquire(second, 4)];
  expect(acquire(first, 4).isGranted).toBe(true);
  expect([waitingSecond.isGranted, waitingThird.isGranted]).toEqual([false, false]);
  first.complete();
  // Received bytes are in memory until the response.
  expect(waitingSecond.isGranted).toBe(false);
  first.release();
  expect([waitingSecond.isGranted, waitingThird.isGranted, memory.used]).toEqual([true, true, 10]);
  for (const body of [first, second, third]) body.release();
  expect(memory.used).toBe(0);
});

test('a body whose connection was closed makes room for those that wait', () => {
  const memory = new BodyMemory({ bytes: 10, reserve: 0 });
  const [first, second] = [memory.open(), memory.open()];
  acquire(first, 10);
  const waiting = acquire(second, 10);
  first.release();
  expect([waiting.isGranted, memory.used]).toEqual([true, 10]);
});

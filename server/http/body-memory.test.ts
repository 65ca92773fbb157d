import { expect, test } from 'vitest';
import { BodyMemory } from './body-memory.ts';

/** Asks for bytes; whether they were granted at once. */
function take(body: ReturnType<BodyMemory['open']>, bytes: number): { isGranted: boolean } {
  const result = { isGranted: false };
  body.take(bytes, () => {
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
  expect([take(first, 5), take(second, 5)]).toEqual([{ isGranted: true }, { isGranted: true }]);
  const [waitingThird, waitingSecond] = [take(third, 1), take(second, 4)];
  expect(take(first, 4).isGranted).toBe(true);
  expect([waitingSecond.isGranted, waitingThird.isGranted]).toEqual([false, false]);
  first.complete();
  // What was received is in memory until the response.
  expect(waitingSecond.isGranted).toBe(false);
  first.release();
  expect([waitingSecond.isGranted, waitingThird.isGranted, memory.used]).toEqual([true, true, 10]);
  for (const body of [first, second, third]) body.release();
  expect(memory.used).toBe(0);
});

test('a body whose connection was closed makes room for those that wait', () => {
  const memory = new BodyMemory({ bytes: 10, reserve: 0 });
  const [first, second] = [memory.open(), memory.open()];
  take(first, 10);
  const waiting = take(second, 10);
  first.release();
  expect([waiting.isGranted, memory.used]).toEqual([true, 10]);
});

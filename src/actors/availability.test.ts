import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFailure, type Outcome } from '#contract/api/problem';
import { useAvailability } from './availability.ts';
import { mountHook } from './mounted-hook.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pause = (milliseconds = 300) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const taken = { value: { available: false, reason: 'is taken' }, version: null };

async function start(answer: () => Outcome<unknown> | Promise<Outcome<unknown>>) {
  const checked: unknown[] = [];
  const send = async (_: unknown, { query }: { query: { username: string } }) => {
    checked.push(query.username);
    return answer();
  };
  const hook = await mountHook(useAvailability, '', { api: { send } });
  return { ...hook, checked };
}

test('checks a name once, after the typing has paused', async () => {
  const { value, draw, checked } = await start(() => taken);
  for (const name of ['a', 'ad', 'ada']) {
    await draw(name);
    await pause(299);
  }
  expect([value(), checked]).toEqual([{ answer: null, isChecking: true }, []]);
  await pause(1);
  expect([value(), checked]).toEqual([{ answer: taken.value, isChecking: false }, ['ada']]);
  await draw('adam');
  expect(value()).toEqual({ answer: null, isChecking: true });
});

test('has no answer when the field is emptied, and ignores the answer about an older name', async () => {
  let resolve = (_: Outcome<unknown>): void => undefined;
  const { value, draw, checked } = await start(() => new Promise((done) => (resolve = done)));
  await draw('ada');
  await pause();
  await draw('');
  await act(async () => resolve(taken));
  expect([value(), checked]).toEqual([{ answer: null, isChecking: false }, ['ada']]);
});

test('has no answer about a name when the check fails', async () => {
  const { value, draw } = await start(() => ({ failure: createFailure('unreachable') }));
  await draw('ada');
  await pause();
  expect(value()).toEqual({ answer: null, isChecking: false });
});

import { expect, test } from 'vitest';
import { outcomeOf } from './delivery-outcomes.ts';

const answered = (status: number, more: object = {}) => ({ kind: 'answered', status, ...more }) as const;

test('a message that Discord has taken is sent', () => {
  expect(outcomeOf(answered(200), 1)).toEqual({ state: 'sent', reason: null });
  expect(outcomeOf(answered(204), 1)).toEqual({ state: 'sent', reason: null });
});

test('one that was not sent, or that Discord could not take, waits longer after each attempt', () => {
  const delays = (attempt: Parameters<typeof outcomeOf>[0]) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 40].map((attempts) => {
      const { state, delay } = outcomeOf(attempt, attempts);
      return state === 'waiting' ? (delay ?? 0) / 1_000 : state;
    });
  const expected = [10, 30, 60, 300, 900, 1_800, 3_600, 3_600, 3_600];
  expect(delays({ kind: 'notSent', code: 'ENOTFOUND' })).toEqual(expected);
  for (const status of [500, 502, 503, 522]) expect(delays(answered(status))).toEqual(expected);
  expect(outcomeOf(answered(503), 1).reason).toBe('Discord answered with 503.');
});

test('one that may be in the channel is never sent again by itself', () => {
  expect(outcomeOf({ kind: 'notAnswered', code: 'ECONNRESET' }, 1)).toEqual({
    state: 'unknown',
    reason: 'Discord has not answered (ECONNRESET).',
  });
  for (const status of [408, 504, 520, 524]) expect(outcomeOf(answered(status), 1).state).toBe('unknown');
});

test('a limit is waited for as long as Discord says, by the webhook or by all', () => {
  const reason = 'Discord takes no more messages at the moment.';
  expect(outcomeOf(answered(429, { retryAfter: 1.337 }), 9)).toEqual({
    state: 'waiting',
    reason,
    delay: 1_337,
    holdsUp: 'webhook',
  });
  expect(outcomeOf(answered(429, { isGlobal: true }), 1)).toEqual({
    state: 'waiting',
    reason,
    delay: 60_000,
    holdsUp: 'all',
  });
});

test('a webhook that Discord does not know is gone', () => {
  for (const status of [401, 404])
    expect(outcomeOf(answered(status), 1)).toMatchObject({ state: 'failed', isGone: true });
});

test('a redirect and any other refusal end it', () => {
  for (const status of [301, 307, 403]) expect(outcomeOf(answered(status), 1).state).toBe('failed');
  expect(outcomeOf(answered(400, { errorCode: 220_001 }), 1)).toEqual({
    state: 'failed',
    reason: 'Discord answered with 400, error 220001.',
  });
});

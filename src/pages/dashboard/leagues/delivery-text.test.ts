import { expect, test } from 'vitest';
import type { Delivery } from '#contract/entities/webhook';
import { formatInstant } from '../../../format/date.ts';
import { deliveryText } from './delivery-text.ts';

const at = '2026-11-21T20:00:00.000Z';
const delivery = (changes: Partial<Delivery>): Delivery => ({
  id: '01900000-0000-7000-8000-000000000001',
  kind: 'test',
  title: 'Test message',
  state: 'waiting',
  attempts: 0,
  createdAt: at,
  nextAttemptAt: at,
  settledAt: null,
  reason: null,
  ...changes,
});
const time = formatInstant(at);

test.each([
  [{}, 'Waits to be sent.'],
  [{ attempts: 1, reason: 'Discord answered with 503.' }, `Discord answered with 503. Tried 1 time, next ${time}.`],
  [{ state: 'sending' }, 'Is being sent.'],
  [{ state: 'sent', settledAt: at }, `Sent ${time}.`],
  [
    { state: 'unknown', settledAt: at, reason: 'Discord has not answered (ECONNRESET).' },
    `Discord has not answered (ECONNRESET). It may have arrived: look in the channel before you send it again. Tried ${time}.`,
  ],
  [
    { state: 'failed', settledAt: at, reason: 'Discord does not know this webhook any more.' },
    `Discord does not know this webhook any more. Not sent, given up ${time}.`,
  ],
] as const)('a message %o is described', (changes, text) => {
  expect(deliveryText(delivery(changes))).toBe(text);
});

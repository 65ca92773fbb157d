import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { selfDestroyingWorker } from './kill-switch.ts';

test('the worker takes over at once, and when a page says so that offers it as an update', () => {
  const listeners = new Map<string, (event: object) => void>();
  let skipped = 0;
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting: () => {
      skipped += 1;
    },
  };
  runInNewContext(selfDestroyingWorker, { self });
  listeners.get('install')?.({});
  expect(skipped).toBe(1);
  listeners.get('message')?.({ data: { type: 'SKIP_WAITING' } });
  expect(skipped).toBe(2);
});

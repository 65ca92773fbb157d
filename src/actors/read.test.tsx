import { expect, test } from 'vitest';
import { createFailure } from '#contract/api/problem';
import { listDeletions } from '#contract/calls/account';
import type { QueryCache } from '../queries/query-cache.ts';
import { mountHook } from './mounted-hook.tsx';
import { useRead } from './read.tsx';

test('a read that React stops and starts again shows the second answer, and not that the first request was aborted', async () => {
  let requests = 0;
  const queries: Partial<QueryCache> = {
    readMemory: () => null,
    readCached: async () => null,
    serverTime: () => 0,
    subscribe: () => () => undefined,
    store: async () => undefined,
    fetch: (_, signal) =>
      new Promise((resolve) => {
        requests += 1;
        signal.addEventListener('abort', () => resolve({ failure: createFailure('aborted') }));
        if (requests === 2) resolve({ copy: { value: [], storedAt: 0, version: null } });
      }),
  };
  const { value } = await mountHook(
    useRead<typeof listDeletions>,
    { call: listDeletions },
    { queries, isStrict: true },
  );
  await expect.poll(() => value().phase).toBe('shown');
  expect([requests, value().failure, value().value]).toEqual([2, null, []]);
});

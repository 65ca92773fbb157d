import { expect, test, vi } from 'vitest';
import type { League } from '#contract/entities/league';
import type { CacheEvent } from '../queries/query-cache.ts';
import { watchRead } from './watch-read.ts';

const resource = { name: 'getLeague', params: { leagueId: 'one' } } as const;
const copyOf = (name: string, version: string) => ({ value: { name }, storedAt: 0, version });

/** A query cache with one subscriber, whose fetches the test answers. */
function fakeQueries() {
  const listeners = new Set<(event: CacheEvent) => void>();
  const fetch = vi.fn(async () => ({ copy: copyOf('Fetched', '"3"') }));
  return {
    fetch,
    subscribe: (_: unknown, listener: (event: CacheEvent) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (event: CacheEvent) => {
      for (const listener of [...listeners]) listener(event);
    },
    listeners,
  };
}

test('a value that was put is passed on as it is, and an invalidated one after it is fetched', async () => {
  const queries = fakeQueries();
  const listener = vi.fn((league: League, version: string | null) => [league.name, version]);
  watchRead(queries, resource, listener);
  queries.emit({ type: 'updated', copy: copyOf('Put', '"2"') });
  expect(queries.fetch).not.toHaveBeenCalled();
  queries.emit({ type: 'invalidated' });
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
  expect(listener.mock.results.map(({ value }) => value)).toEqual([
    ['Put', '"2"'],
    ['Fetched', '"3"'],
  ]);
});

test('after it is stopped, what was under way is not passed on', async () => {
  const queries = fakeQueries();
  const listener = vi.fn();
  const stop = watchRead(queries, resource, listener);
  queries.emit({ type: 'invalidated' });
  stop();
  await queries.fetch.mock.results[0]?.value;
  await Promise.resolve();
  expect([queries.listeners.size, listener.mock.calls.length]).toEqual([0, 0]);
});

import { renderToString } from 'react-dom/server';
import type { ReadCall } from '#contract/calls/call';
import { memoryCacheLifetime } from '#contract/constants';
import { createApi } from '../api/client.ts';
import { createLayeredCache, createMemoryCache } from '../queries/layered-cache.ts';
import { createQueryCache } from '../queries/query-cache.ts';
import type { WriteMessage } from '../queries/tab-channel.ts';
import type { CacheRow } from '../storage/cache-row.ts';
import { ApiProvider } from './api.ts';
import { ConnectivityProvider } from './connectivity.ts';
import { QueryCacheProvider } from './read.tsx';
import { entityResource } from './write.ts';

/** A tab of the app for tests of hooks: its cache over the API of a server, on the rows of the device. */
export function openTestTab(baseUrl: string, device = new Map<string, CacheRow>()) {
  const clock = { now: Date.now() };
  const api = createApi({ baseUrl, accessToken: async () => null, now: () => clock.now });
  const persistent = {
    read: async (key: string) => device.get(key) ?? null,
    store: async (row: CacheRow) => void device.set(row.key, row),
    remove: async (key: string) => void device.delete(key),
    removeOwned: async () => device.clear(),
  };
  const memory = createMemoryCache(() => clock.now);
  const messages: WriteMessage[] = [];
  const queries = createQueryCache({
    api,
    cache: createLayeredCache(
      memory,
      async () => persistent,
      () => clock.now,
      async () => null,
    ),
    auth: { settledUserId: async () => null, lacksToken: async () => false },
    openStorage: () => new Promise(() => undefined),
    tabs: { post: (message) => messages.push(message), listen: () => () => undefined },
    contract: 'ours',
    onBackOnline: () => () => undefined,
  });
  const connectivity = {
    status: () => 'online' as const,
    subscribe: () => () => undefined,
    reportCall: () => undefined,
    reportSlow: () => undefined,
  };

  /** The result of a hook in a component of this tab. */
  function use<Value>(hook: () => Value): Value {
    const values: Value[] = [];
    renderToString(
      <ConnectivityProvider value={connectivity}>
        <ApiProvider value={api}>
          <QueryCacheProvider queries={queries}>
            <Probe run={() => values.push(hook())} />
          </QueryCacheProvider>
        </ApiProvider>
      </ConnectivityProvider>,
    );
    return values[0] as Value;
  }

  /** Reads an entity as a page does, with the version on the screen. */
  async function show(call: ReadCall, id: string) {
    const resource = entityResource(call, id);
    const fetched = await queries.fetch(resource, new AbortController().signal, false);
    if ('failure' in fetched) throw new Error('the read failed');
    await queries.store(resource, fetched.copy);
    return shownOf(fetched.copy);
  }

  return {
    queries,
    device,
    use,
    show,
    messages,
    /** The screen of an open page does not change meanwhile, and the memory cache evicts what it read. */
    idle: () => {
      clock.now += memoryCacheLifetime + 1;
    },
  };
}

function Probe({ run }: { run: () => void }) {
  run();
  return null;
}

/** A copy as it is on the screen, with its version. */
export function shownOf({ value, version }: { readonly value: unknown; readonly version: string | null }) {
  if (version === null) throw new Error('the read has no version');
  return { entity: value as { id: string }, version };
}

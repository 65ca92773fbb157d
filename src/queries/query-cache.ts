import * as v from 'valibot';
import { type AddressQuery, addressOf } from '#contract/api/address';
import type { Failure } from '#contract/api/problem';
import type { AffectedRead, AnswerOf, ReadCall } from '#contract/calls/call';
import { prefetchStaleTime } from '#contract/constants';
import type { Api, WithParams } from '../api/client.ts';
import type { CacheRow } from '../storage/cache-row.ts';
import type { DeviceStorage } from '../storage/device-storage.ts';
import { type AffectedPath, createAffectedFilter } from './affected-reads.ts';
import { createInFlightRequests, type SendRequest } from './in-flight.ts';
import type { LayeredCache } from './layered-cache.ts';
import { shareStructure } from './share-structure.ts';
import type { TabChannel } from './tab-channel.ts';

/** A read of the API: which call, of what. */
export type Resource<Of extends ReadCall = ReadCall> = WithParams<Of> & {
  readonly call: Of;
  readonly query?: AddressQuery;
};

/** A value of the cache. `storedAt` is the server's time in ms; `version` is the ETag of the response. */
interface Copy {
  readonly value: unknown;
  readonly storedAt: number;
  readonly version: string | null;
}

/** How a request ended. */
type Fetched = { readonly copy: Copy } | { readonly failure: Failure };

/** A change of a cached read: a write has put or invalidated a value, or a view has fetched it. */
export type CacheEvent =
  | { readonly type: 'updated' | 'fetched'; readonly copy: Copy }
  | { readonly type: 'invalidated' };

/** The address that a read is cached under. */
export function resourceKeyOf({ call, params, query }: Resource): string {
  return addressOf(call, params, query);
}

/** Reads of the API, cached in memory and on the device, and shared by all views of the same address. */
export interface QueryCache {
  /** The value in memory, without waiting. */
  readonly readMemory: (resource: Resource) => Copy | null;
  /** The value in memory or on the device. */
  readonly readCached: (resource: Resource) => Promise<Copy | null>;
  /** Asks the server, unless a response is younger than 30 s; `force` asks in any case. */
  readonly fetch: (resource: Resource, signal: AbortSignal, force: boolean) => Promise<Fetched>;
  /** Caches what `fetch` has returned. */
  readonly store: (resource: Resource, copy: Copy) => Promise<void>;
  readonly remove: (resource: Resource) => Promise<void>;
  /** Fetches and caches; done when the server has answered or cannot be reached. Never rejects. */
  readonly prefetch: (resource: Resource) => Promise<void>;
  /** Caches the entity that a write has returned; views show it at once. */
  readonly put: <Of extends ReadCall>(resource: Resource<Of>, value: AnswerOf<Of>, version: string | null) => void;
  /** Caches an answer that came with the HTML of the page, by its address, as read at `now`, in ms of the server. */
  readonly adopt: (address: string, value: unknown, version: string | null, now: number) => void;
  /** After a write: the reads that it affects are fetched again, in every tab; `except` was put. */
  readonly invalidate: (affected: readonly AffectedRead[], except?: Resource) => void;
  /** Calls the listener when a write has changed the read. Returns how to unsubscribe. */
  readonly subscribe: (resource: Resource, listener: (event: CacheEvent) => void) => () => void;
  /** The server's time in ms. */
  readonly serverTime: () => number;
  /** When the server has rendered the page, in ms; null where it has not. */
  readonly renderedAt: number | null;
  /** Storage of this device; resolves late, rejects where there is none. */
  readonly openStorage: () => Promise<DeviceStorage>;
  /** Id of the signed-in user once that is settled; null for a visitor. */
  readonly settledUserId: () => Promise<string | null>;
  /** Removes the entries of the user, who has signed out. */
  readonly clear: () => Promise<void>;
}

interface AuthSource {
  /** Id of the signed-in user once that is settled; null for a visitor. */
  readonly settledUserId: () => Promise<string | null>;
  /** A user is signed in, but there is no valid token. */
  readonly lacksToken: () => Promise<boolean>;
}

interface Dependencies {
  readonly api: Pick<Api, 'send' | 'serverTime'>;
  readonly cache: LayeredCache;
  readonly auth: AuthSource;
  readonly openStorage: () => Promise<DeviceStorage>;
  readonly tabs: TabChannel;
  /** Fingerprint of the contract of this build: rows with the same one need not be parsed again. */
  readonly contract: string;
  /** Calls the listener whenever the server can be reached again. */
  readonly onBackOnline: (listener: () => void) => () => void;
  readonly renderedAt?: number | null;
}

/** Joins the API and the caches. */
export function createQueryCache(dependencies: Dependencies): QueryCache {
  const { api, cache, auth, openStorage, tabs, contract, onBackOnline, renderedAt = null } = dependencies;
  const requests = createInFlightRequests<Fetched>(onBackOnline);
  /** By which user a copy was requested, and before how many changes of user or of the value. */
  const origins = new WeakMap<Copy, { readonly owner: Promise<string | null>; readonly epoch: number }>();
  /** Raised when the user changes, and for one key when a write changes it: responses requested before are not stored. */
  let userEpoch = 0;
  const writeEpochs = new Map<string, number>();
  const epochOf = (key: string) => userEpoch + (writeEpochs.get(key) ?? 0);
  /** Keys whose value in memory came from the server; values from the device are fetched again. */
  const fetchedKeys = new Set<string>();
  /** Values that were put and are not in memory yet, as it is not known whose they are. */
  const putCopies = new Map<string, Copy>();
  const listeners = new Map<string, Set<(event: CacheEvent) => void>>();

  /** Whether a row was parsed by this build's contract: it matches its schema. */
  const isParsed = (row: CacheRow) => row.contract === contract;

  /** Null for a row that no longer matches its schema. */
  function copyOf(resource: Resource, row: CacheRow | null): Copy | null {
    if (row === null) return null;
    const { answer } = resource.call;
    const isValid = isParsed(row) || (answer !== undefined && v.is(answer, row.value));
    return isValid ? { value: row.value, storedAt: row.storedAt, version: row.version ?? null } : null;
  }

  async function readCached(resource: Resource): Promise<Copy | null> {
    return copyOf(resource, await cache.read(resourceKeyOf(resource)));
  }

  function request(resource: Resource): SendRequest<Fetched> {
    const { call, params, query } = resource;
    const key = resourceKeyOf(resource);
    return async (signal, onResponse) => {
      // The row belongs to the user who made the request.
      const origin = { owner: auth.settledUserId(), epoch: epochOf(key) };
      const outcome = await api.send(call, { ...(params && { params }), ...(query && { query }), signal, onResponse });
      if ('failure' in outcome) return { failure: await withoutToken(key, outcome.failure) };
      const value = shareStructure(cache.peek(key)?.value, outcome.value);
      const copy = { value, storedAt: api.serverTime(), version: outcome.version };
      origins.set(copy, origin);
      return { copy };
    };
  }

  /** A 404 or 403 without a token proves nothing about private data: the cached row must stay. */
  async function withoutToken(key: string, failure: Failure): Promise<Failure> {
    if (failure.kind !== 'problem' || (failure.status !== 404 && failure.status !== 403)) return failure;
    const row = await cache.read(key).catch(() => null);
    return row?.owner != null && (await auth.lacksToken()) ? { ...failure, kind: 'unreachable' } : failure;
  }

  async function fetch(resource: Resource, signal: AbortSignal, force: boolean): Promise<Fetched> {
    const key = resourceKeyOf(resource);
    const copy = putCopies.get(key) ?? (fetchedKeys.has(key) ? copyOf(resource, cache.peek(key)) : null);
    if (!force && copy !== null && api.serverTime() - copy.storedAt < prefetchStaleTime) return { copy };
    return requests.join(key, signal, request(resource));
  }

  /** The row is in memory when this resolves, and on the device when `written` does. */
  async function storeCopy(key: string, copy: Copy): Promise<{ readonly written: Promise<void> | null }> {
    const origin = origins.get(copy);
    const owner = (await origin?.owner) ?? null;
    // The user has changed or a write has been made since the request.
    if (origin?.epoch !== epochOf(key)) return { written: null };
    fetchedKeys.add(key);
    const { value, storedAt, version } = copy;
    return { written: cache.store({ key, value, storedAt, owner, version, contract }) };
  }

  function outdate(key: string): void {
    writeEpochs.set(key, (writeEpochs.get(key) ?? 0) + 1);
    fetchedKeys.delete(key);
    putCopies.delete(key);
    requests.evict(key);
  }

  function put(key: string, value: unknown, version: string | null, storedAt: number): void {
    outdate(key);
    const copy = { value, storedAt, version };
    origins.set(copy, { owner: auth.settledUserId(), epoch: epochOf(key) });
    putCopies.set(key, copy);
    storeCopy(key, copy)
      .finally(() => putCopies.get(key) === copy && putCopies.delete(key))
      .then(({ written }) => written)
      .catch(() => undefined);
    notify(key, { type: 'updated', copy });
  }

  function notify(key: string, event: CacheEvent): void {
    for (const listener of [...(listeners.get(key) ?? [])]) listener(event);
  }

  function invalidateHere(affected: readonly Partial<AffectedPath>[], exceptKey: string | null): void {
    const isAffected = createAffectedFilter(affected);
    for (const key of new Set([...fetchedKeys, ...requests.keys(), ...listeners.keys()])) {
      if (key === exceptKey || !isAffected(key)) continue;
      outdate(key);
      notify(key, { type: 'invalidated' });
    }
  }

  tabs.listen(({ affected }) => invalidateHere(affected, null));

  return {
    readMemory: (resource) => copyOf(resource, cache.peek(resourceKeyOf(resource))),
    readCached,
    fetch,
    async store(resource, copy) {
      const key = resourceKeyOf(resource);
      const { written } = await storeCopy(key, copy);
      if (written !== null) notify(key, { type: 'fetched', copy });
      await written;
    },
    remove: (resource) => cache.remove(resourceKeyOf(resource)),
    async prefetch(resource) {
      // Without a network the cached row is all there is: it is in memory when the link is followed.
      readCached(resource).catch(() => undefined);
      const fetched = await fetch(resource, new AbortController().signal, false).catch(() => null);
      if (fetched === null || 'failure' in fetched) return;
      const { written } = await storeCopy(resourceKeyOf(resource), fetched.copy);
      // A full disk does not matter here: the row is in memory.
      written?.catch(() => undefined);
    },
    put: (resource, value, version) => put(resourceKeyOf(resource), value, version, api.serverTime()),
    adopt: put,
    invalidate(affected, except) {
      const paths = affected.map(({ call: { path }, params }) => ({ path, ...(params && { params }) }));
      invalidateHere(paths, except === undefined ? null : resourceKeyOf(except));
      tabs.post({ affected: paths });
    },
    subscribe(resource, listener) {
      const key = resourceKeyOf(resource);
      const others = listeners.get(key) ?? new Set();
      listeners.set(key, others.add(listener));
      return () => {
        others.delete(listener);
        if (others.size === 0 && listeners.get(key) === others) listeners.delete(key);
      };
    },
    serverTime: api.serverTime,
    renderedAt,
    openStorage,
    settledUserId: auth.settledUserId,
    clear: () => {
      // Requests under way end for the views that wait for them, and are neither shared nor stored.
      userEpoch += 1;
      requests.clear();
      fetchedKeys.clear();
      putCopies.clear();
      return cache.clear().catch(() => undefined);
    },
  };
}

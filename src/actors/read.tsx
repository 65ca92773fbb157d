import { shallowEqual, useActorRef, useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { fromCallback, fromPromise, type SnapshotFrom } from 'xstate';
import type { Failure } from '#contract/api/problem';
import type { AnswerOf, ReadCall } from '#contract/calls/call';
import { prefetchStaleTime } from '#contract/constants';
import {
  type CachedReadRef,
  cachedReadMachine,
  type NetworkChanged,
  selectCopy,
  selectFailure,
  selectIsCached,
  selectNetwork,
} from '#machines/cached-read';
import type { NetworkStatus } from '#machines/connectivity';
import { networkEvent } from '#machines/network-event';
import { type QueryCache, type Resource, resourceKeyOf } from '../queries/query-cache.ts';
import { type Connectivity, useConnectivity } from './connectivity.ts';
import { PageWaitContext } from './page-wait-context.ts';
import { reloadIfReachable } from './reload.ts';
import { useRequired } from './required-context.ts';

/** One read as a page uses it; `ReadView` draws it. */
export interface Read<Value> {
  readonly phase: 'waiting' | 'pending' | 'stillWaiting' | 'shown' | 'failed' | 'notFound';
  readonly value: Value | null;
  /** The ETag of the value, for a write that is based on it. */
  readonly version: string | null;
  /** Set while the value came from this device: times in ms of the server. */
  readonly cached: { readonly storedAt: number; readonly now: number; readonly isFetching: boolean } | null;
  /** How old a value is that the server has not confirmed on this page, in ms; null once it has, and for one of seconds ago. */
  readonly unconfirmedAge: number | null;
  readonly network: NetworkStatus;
  readonly failure: Failure | null;
  readonly retry: () => void;
}

const QueryCacheContext = createContext<ReadContext | null>(null);
const useReadContext = () => useRequired(QueryCacheContext, 'QueryCacheProvider');

/** Provides the query cache to all pages. */
export function QueryCacheProvider({ queries, children }: { queries: QueryCache; children: ReactNode }) {
  const connectivity = useConnectivity();
  const [context] = useState(() => createReadContext(queries, connectivity));
  return <QueryCacheContext value={context}>{children}</QueryCacheContext>;
}

/** The query cache of this app. @throws Error outside of QueryCacheProvider. */
export function useQueryCache(): QueryCache {
  return useReadContext().queries;
}

type Snapshot = SnapshotFrom<typeof cachedReadMachine>;

interface ReadContext {
  readonly queries: QueryCache;
  readonly connectivity: Connectivity;
  /** One machine for all reads: to provide the actors anew takes longer than a read. */
  readonly machine: ReturnType<typeof provideActors>;
  /** The resources of all mounted reads, by key. */
  readonly resources: Map<string, Resource>;
}

function createReadContext(queries: QueryCache, connectivity: Connectivity): ReadContext {
  const resources = new Map<string, Resource>();
  return { queries, connectivity, resources, machine: provideActors(queries, connectivity, resources) };
}

function provideActors(queries: QueryCache, connectivity: Connectivity, resources: ReadonlyMap<string, Resource>) {
  // `useRead` puts every key there before its machine starts.
  const resourceOf = (input: { readonly key: string }) => resources.get(input.key) as Resource;
  return cachedReadMachine.provide({
    actors: {
      readCached: fromPromise(({ input }) => queries.readCached(resourceOf(input))),
      fetchFresh: fromPromise(async ({ input, signal }) => {
        const fetched = await queries.fetch(resourceOf(input), signal, input.force);
        // React may stop a read and start it again: only the second request ends it.
        return signal.aborted ? new Promise<never>(() => undefined) : fetched;
      }),
      store: fromPromise(async ({ input }) => {
        if (input.copy !== null) await queries.store(resourceOf(input), input.copy);
      }),
      removeCached: fromPromise(({ input }) => queries.remove(resourceOf(input))),
      watch: fromCallback(({ input, sendBack }) => {
        const stopNetwork = connectivity.subscribe((status) =>
          sendBack({ ...networkEvent(status), now: queries.serverTime() } satisfies NetworkChanged),
        );
        const stopQuery = queries.subscribe(resourceOf(input), (event) => {
          if (event.type === 'updated') sendBack({ type: 'query.updated', copy: event.copy });
          if (event.type === 'invalidated') sendBack({ type: 'query.invalidated' });
        });
        return () => {
          stopNetwork();
          stopQuery();
        };
      }),
    },
    actions: { reportSlow: connectivity.reportSlow },
  });
}

/**
 * Reads one thing for as long as the component lives. The resource must stay the same: routes key a page by its address,
 * lists key each of their pages.
 */
export function useRead<Of extends ReadCall>(resource: Resource<Of>): Read<AnswerOf<Of>> {
  const { queries, connectivity, machine, resources } = useReadContext();
  const { current: waitedSince } = useContext(PageWaitContext);
  const [input] = useState(() => {
    const key = resourceKeyOf(resource);
    resources.set(key, resource);
    const waited = waitedSince === null ? 0 : performance.now() - waitedSince;
    return { key, copy: queries.readMemory(resource), network: connectivity.status(), waited };
  });
  const ref: CachedReadRef = useActorRef(machine, { input });
  const drawn = useSelector(ref, (snapshot) => drawnPartsOf(snapshot, queries.serverTime()), shallowEqual);
  useMinutes(drawn.cachedSince !== null);
  const { cachedSince, unconfirmedSince, isFetching, value, ...rest } = drawn;
  return {
    ...rest,
    value: answerOf<Of>(value),
    cached: cachedSince === null ? null : { storedAt: cachedSince, now: queries.serverTime(), isFetching },
    unconfirmedAge: unconfirmedSince === null ? null : queries.serverTime() - unconfirmedSince,
    // Browsers do not load a chunk again that has failed once.
    retry: () => (rest.failure?.kind === 'outdated' ? void reloadIfReachable() : ref.send({ type: 'read.retry' })),
  };
}

/** A cached copy younger than this is shown without its age while a fresh one is fetched, in ms. */
const unremarkableAge = 60_000;

/** The parts of a read that are drawn: other changes must not draw a page again. */
function drawnPartsOf(snapshot: Snapshot, serverTime: number) {
  const copy = selectCopy(snapshot);
  const isYoung = copy !== null && serverTime - copy.storedAt < unremarkableAge;
  const isFetching = snapshot.hasTag('fetching');
  const network = selectNetwork(snapshot);
  const isLabelled = copy !== null && selectIsCached(snapshot) && !(isFetching && isYoung && network === 'online');
  return {
    phase: phaseOf(snapshot),
    value: copy?.value ?? null,
    version: copy?.version ?? null,
    cachedSince: isLabelled ? copy.storedAt : null,
    unconfirmedSince:
      copy !== null && selectIsCached(snapshot) && serverTime - copy.storedAt > prefetchStaleTime
        ? copy.storedAt
        : null,
    isFetching: isLabelled && isFetching,
    network,
    failure: selectFailure(snapshot),
  };
}

/** Draws again every minute, so that an age on the screen stays right. */
function useMinutes(isNeeded: boolean): void {
  const [, setMinute] = useState(0);
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setMinute((minute) => minute + 1), 60_000);
    return () => clearInterval(timer);
  }, [isNeeded]);
}

function phaseOf(snapshot: Snapshot): Read<unknown>['phase'] {
  const { isCacheRead, copy } = snapshot.context;
  const network = selectNetwork(snapshot);
  // A request that nobody answers does not fail for minutes.
  if (snapshot.hasTag('pending') && isCacheRead && copy === null && network !== 'online' && network !== 'faulty')
    return 'failed';
  const phases = ['stillWaiting', 'pending', 'shown', 'failed', 'notFound'] as const;
  return phases.find((phase) => snapshot.hasTag(phase)) ?? 'waiting';
}

/** Fresh values were parsed by the answer schema of this very call, and cached ones were checked against it. */
function answerOf<Of extends ReadCall>(value: unknown): AnswerOf<Of> | null {
  return value as AnswerOf<Of> | null;
}

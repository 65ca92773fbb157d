// One piece: cache, request and view of one read wait for each other.
import { type ActorRefFrom, and, assign, not, type SnapshotFrom, setup, stateIn } from 'xstate';
import type { Failure } from '#contract/api/problem';
import {
  pendingDelay,
  pendingMinimum,
  prefetchStaleTime,
  slowRequestDelay,
  stillWaitingDelay,
} from '#contract/constants';
import { listening, promised } from './actor-types.ts';
import type { NetworkStatus } from './connectivity.ts';
import type { NetworkEvent } from './network-event.ts';
import { unexpectedError } from './unexpected-error.ts';

/** A value with the server's time in ms when it was stored, and the ETag of its response. */
export interface Copy {
  readonly value: unknown;
  readonly storedAt: number;
  readonly version: string | null;
}

/** How a request ended: expected failures are data. */
export type Fetched = { readonly copy: Copy } | { readonly failure: Failure };

/** `now` is the server's time in ms. */
export interface NetworkChanged extends NetworkEvent {
  readonly now: number;
}

interface Context {
  readonly key: string;
  readonly copy: Copy | null;
  /** The copy came from the server, not from this device. */
  readonly isFresh: boolean;
  /** The cache of this device has answered, or cannot answer. */
  readonly isCacheRead: boolean;
  readonly failure: Failure | null;
  /** The server is asked even if a recent response is cached. */
  readonly force: boolean;
  readonly network: NetworkStatus;
  /** Failed requests in a row. */
  readonly failures: number;
  /** How long the code of the read's page was waited for, in ms. */
  readonly waited: number;
}

type ReadEvent =
  | NetworkChanged
  | { readonly type: 'read.retry' | 'query.invalidated' }
  | { readonly type: 'query.updated'; readonly copy: Copy };

const firstRetryDelay = 1_000;
const longestRetryDelay = 30_000;

function isGone({ kind, status }: Failure): boolean {
  return kind === 'problem' && (status === 404 || status === 403);
}

/** The same request may succeed later: nothing was wrong with it. */
function isRetryable({ kind, status }: Failure): boolean {
  return (
    kind === 'unreachable' ||
    kind === 'offline' ||
    kind === 'mismatch' ||
    (status !== null && (status >= 500 || status === 429))
  );
}

/** The events that end the wait, in any of its states. */
const endOfWait = [
  { guard: 'isGone', target: 'notFound' },
  { guard: 'hasCopy', target: 'shown' },
  { guard: 'hasFailed', target: 'failed' },
] as const;

const refetch = { target: '.fetching', actions: 'forceFetch' } as const;

/**
 * One read of one thing: cache and server are asked side by side; the cached copy is shown at once, then the fresh one. A
 * copy stays when the network fails; a 404 or 403 removes it. Failed reads are tried again by themselves: as soon as the
 * server can be reached again, or with backoff while it can be.
 */
export const cachedReadMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Pick<Context, 'key' | 'copy' | 'network' | 'waited'>,
    events: {} as ReadEvent,
    tags: {} as 'waiting' | 'pending' | 'stillWaiting' | 'shown' | 'failed' | 'notFound' | 'fetching' | 'stale',
  },
  actors: {
    readCached: promised<Copy | null, { readonly key: string }>('readCached'),
    fetchFresh: promised<Fetched, { readonly key: string; readonly force: boolean }>('fetchFresh'),
    store: promised<void, { readonly key: string; readonly copy: Copy | null }>('store'),
    removeCached: promised<void, { readonly key: string }>('removeCached'),
    /** Reports `network.online`, `network.offline`, `query.updated` and `query.invalidated`. */
    watch: listening<{ readonly key: string }>('watch'),
  },
  guards: {
    hasCopy: ({ context }) => context.copy !== null,
    /** Asked after `hasCopy`. */
    hasFailed: ({ context }) => context.failure !== null && context.isCacheRead,
    hasWaited: ({ context }) => context.waited >= pendingDelay,
    isGone: stateIn({ data: 'gone' }),
    isFetched: (_, { fetched }: { fetched: Fetched }) => 'copy' in fetched,
    isRemoved: (_, { fetched }: { fetched: Fetched }) => 'failure' in fetched && isGone(fetched.failure),
    isBackOnline: ({ context }, { status }: NetworkChanged) => status === 'online' && context.network !== 'online',
    isBackOnlineAndOld: ({ context: { copy, network } }, { status, now }: NetworkChanged) =>
      status === 'online' && network !== 'online' && copy !== null && now - copy.storedAt >= prefetchStaleTime,
    mayRetry: ({ context }) => context.network === 'online' && context.failure !== null && isRetryable(context.failure),
  },
  actions: {
    storeCached: assign((_, { copy }: { copy: Copy | null }) => ({ copy, isCacheRead: true })),
    skipCache: assign({ isCacheRead: true }),
    storeFresh: assign((_, { fetched }: { fetched: Fetched }) =>
      'copy' in fetched ? { copy: fetched.copy, isFresh: true, failure: null, failures: 0 } : {},
    ),
    storeUpdate: assign((_, { copy }: { copy: Copy }) => ({ copy, isFresh: true, failure: null, failures: 0 })),
    storeFailure: assign(({ context }, { fetched }: { fetched: Fetched }) =>
      'failure' in fetched ? { failure: fetched.failure, failures: context.failures + 1 } : {},
    ),
    storeError: assign(({ context }, { error }: { error: unknown }) => ({
      failure: unexpectedError(error),
      failures: context.failures + 1,
    })),
    clearFailure: assign({ failure: null, failures: 0 }),
    clearCopy: assign({ copy: null, isFresh: false }),
    forceFetch: assign({ force: true }),
    storeNetwork: assign((_, { status }: NetworkChanged) => ({ network: status })),
    resetFailures: assign({ failures: 0 }),
    /** Provided by the app: starts a check of the network. */
    reportSlow: () => undefined,
  },
  delays: {
    // One wait for a page and its data: nobody waits twice for something to be seen.
    pendingDelay: ({ context }) => pendingDelay - context.waited,
    pendingMinimum,
    // Counted from the start of the wait, of which the two delays above have passed.
    stillWaitingDelay: stillWaitingDelay - pendingDelay - pendingMinimum,
    slowDelay: slowRequestDelay,
    retryDelay: ({ context: { failure, failures } }) =>
      Math.max((failure?.retryAfter ?? 0) * 1_000, Math.min(longestRetryDelay, firstRetryDelay * 2 ** (failures - 1))),
  },
}).createMachine({
  id: 'cachedRead',
  type: 'parallel',
  context: ({ input }) => ({
    key: input.key,
    copy: input.copy,
    isFresh: false,
    isCacheRead: input.copy !== null,
    failure: null,
    force: false,
    network: input.network,
    failures: 0,
    waited: input.waited,
  }),
  invoke: { src: 'watch', input: ({ context }) => ({ key: context.key }) },
  states: {
    cache: {
      initial: 'reading',
      states: {
        reading: {
          always: { guard: 'hasCopy', target: 'read', actions: 'skipCache' },
          invoke: {
            src: 'readCached',
            input: ({ context }) => ({ key: context.key }),
            onDone: {
              target: 'read',
              actions: { type: 'storeCached', params: ({ event }) => ({ copy: event.output }) },
            },
            // A cache that fails never breaks a page: the server is asked in any case.
            onError: { target: 'read', actions: 'skipCache' },
          },
        },
        read: {},
      },
    },
    data: {
      initial: 'fetching',
      on: {
        'read.retry': { target: '.fetching', actions: ['clearFailure', 'forceFetch'] },
        'query.invalidated': refetch,
        'query.updated': { target: '.current', actions: { type: 'storeUpdate', params: ({ event }) => event } },
        'network.*': { actions: { type: 'storeNetwork', params: ({ event }) => event } },
      },
      states: {
        fetching: {
          tags: 'fetching',
          invoke: {
            src: 'fetchFresh',
            input: ({ context }) => ({ key: context.key, force: context.force }),
            onDone: [
              {
                guard: { type: 'isFetched', params: ({ event }) => ({ fetched: event.output }) },
                target: 'fresh',
                actions: { type: 'storeFresh', params: ({ event }) => ({ fetched: event.output }) },
              },
              {
                guard: { type: 'isRemoved', params: ({ event }) => ({ fetched: event.output }) },
                target: 'gone',
                actions: { type: 'storeFailure', params: ({ event }) => ({ fetched: event.output }) },
              },
              {
                target: 'stale',
                actions: { type: 'storeFailure', params: ({ event }) => ({ fetched: event.output }) },
              },
            ],
            onError: {
              target: 'stale',
              actions: { type: 'storeError', params: ({ event }) => ({ error: event.error }) },
            },
          },
          after: { slowDelay: { actions: 'reportSlow' } },
        },
        fresh: {
          invoke: {
            src: 'store',
            input: ({ context }) => ({ key: context.key, copy: context.copy }),
            onDone: 'current',
            onError: 'current',
          },
        },
        /** A value from before an outage is fetched again after it. */
        current: {
          on: {
            'network.*': {
              guard: { type: 'isBackOnlineAndOld', params: ({ event }) => event },
              target: 'fetching',
              actions: ['forceFetch', { type: 'storeNetwork', params: ({ event }) => event }],
            },
          },
        },
        stale: {
          tags: 'stale',
          on: {
            'network.*': {
              guard: { type: 'isBackOnline', params: ({ event }) => event },
              target: 'fetching',
              actions: ['forceFetch', 'resetFailures', { type: 'storeNetwork', params: ({ event }) => event }],
            },
          },
          after: { retryDelay: { guard: 'mayRetry', target: 'fetching', actions: 'forceFetch' } },
        },
        gone: {
          entry: 'clearCopy',
          invoke: { src: 'removeCached', input: ({ context }) => ({ key: context.key }), onDone: {}, onError: {} },
        },
      },
    },
    view: {
      initial: 'waiting',
      states: {
        waiting: {
          tags: 'waiting',
          // The page's skeleton is on the screen already.
          always: [...endOfWait, { guard: 'hasWaited', target: 'pendingLong' }],
          after: { pendingDelay: 'pending' },
        },
        pending: { tags: 'pending', after: { pendingMinimum: 'pendingLong' } },
        pendingLong: { tags: 'pending', always: endOfWait, after: { stillWaitingDelay: 'stillWaiting' } },
        stillWaiting: { tags: ['pending', 'stillWaiting'], always: endOfWait },
        shown: { tags: 'shown', always: { guard: 'isGone', target: 'notFound' } },
        failed: {
          tags: 'failed',
          always: [
            { guard: 'isGone', target: 'notFound' },
            { guard: 'hasCopy', target: 'shown' },
          ],
          on: { 'read.retry': 'waiting' },
        },
        notFound: {
          tags: 'notFound',
          // A write has created it again.
          always: { guard: and([not('isGone'), 'hasCopy']), target: 'shown' },
          on: { 'read.retry': 'waiting' },
        },
      },
    },
  },
});

export type CachedReadRef = ActorRefFrom<typeof cachedReadMachine>;
type Snapshot = SnapshotFrom<typeof cachedReadMachine>;

/** The value to show, or null. */
export function selectCopy(snapshot: Snapshot): Copy | null {
  return snapshot.context.copy;
}

/** Why the last request failed, or null. */
export function selectFailure(snapshot: Snapshot): Failure | null {
  return snapshot.context.failure;
}

/** Whether the value on the screen came from this device. */
export function selectIsCached(snapshot: Snapshot): boolean {
  return snapshot.context.copy !== null && !snapshot.context.isFresh;
}

/** Whether the server can be reached, and if not why. */
export function selectNetwork(snapshot: Snapshot): NetworkStatus {
  return snapshot.context.network;
}

// One piece: which message means what depends on the state of the one connection.
import { assign, type SnapshotFrom, setup } from 'xstate';
import { listening } from './actor-types.ts';
import type { NetworkStatus } from './connectivity.ts';
import { eventOf } from './event-params.ts';
import type { NetworkEvent } from './network-event.ts';

/**
 * How the connection to a live session is doing.
 * - `catchingUp`: connected, and waiting for a snapshot
 * - `stale`: nothing came for three seconds
 * - `recorderSilent`: the server answers, and the recorder sends nothing
 */
export type LiveStatus =
  | 'connecting'
  | 'following'
  | 'catchingUp'
  | 'stale'
  | 'reconnecting'
  | 'recorderSilent'
  | 'ended'
  | 'refused'
  | 'offline';

/** The reason of a refusal: the key is missing or wrong, there is no such session, or the request is faulty. */
export type Refusal = 'forbidden' | 'notFound' | 'invalid';

/** How a connection ended; `random` is between 0 and 1 and spreads the next one. */
export interface StreamClosed {
  readonly type: 'stream.closed';
  readonly cause: Refusal | 'lost' | 'restarting';
  readonly random: number;
  /** Between which times the server wants to see this client again, in ms; null where it does not say. */
  readonly retryWindow: readonly [minimum: number, maximum: number] | null;
}

interface NetworkChanged extends NetworkEvent {
  readonly random: number;
}

interface Context {
  readonly network: NetworkStatus;
  /** Connections in a row that ended before a snapshot. */
  readonly failures: number;
  readonly hasFollowed: boolean;
  readonly isInStep: boolean;
  readonly random: number;
  readonly retryWindow: readonly [minimum: number, maximum: number];
  readonly refusal: Refusal | null;
  /** When the recorder fell silent, as an instant of the server; null while it sends. */
  readonly silentSince: string | null;
}

const shortestBackoff = 500;
const longestBackoff = 20_000;
/** The window of a server that restarts and does not say how long that takes, in ms. */
const defaultWindow = [500, 5_000] as const;

const storeNetwork = { type: 'storeNetwork', params: eventOf } as const;
const isOffline = { type: 'isOffline', params: eventOf } as const;
const isOnline = { type: 'isOnline', params: eventOf } as const;
const goOffline = { guard: isOffline, target: '#liveConnection.offline', actions: storeNetwork } as const;
const toStale = { target: 'stale', actions: 'reportSilence' } as const;
const toCatchUp = { target: 'catchingUp', actions: 'storeGap' } as const;
const toBackoff = {
  target: 'reconnecting',
  actions: [{ type: 'storeFailure', params: eventOf }, 'reportLoss'],
} as const;

/**
 * The connection to one live session. It follows the network of the app, comes back with full jitter after a connection is
 * lost, at once when the device is online again or the page is shown, and never stops trying. The content of messages is
 * left to the race store.
 */
export const liveConnectionMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly network: NetworkStatus },
    events: {} as
      | NetworkChanged
      | StreamClosed
      | { readonly type: 'stream.dead'; readonly random: number }
      | { readonly type: 'stream.recorderLost'; readonly since: string }
      | { readonly type: 'page.shown' | 'page.unwatched' | 'connection.restart' }
      | {
          readonly type:
            | 'stream.opened'
            | 'stream.synced'
            | 'stream.gap'
            | 'stream.silent'
            | 'stream.message'
            | 'stream.recorderBack'
            | 'stream.ended';
        },
  },
  actors: {
    /** Reports every new network status, when the page is shown, and when it was hidden for some minutes. */
    watchPage: listening('watchPage'),
    /**
     * One connection. `opened` and `synced` when it is in step with the server, `gap` when a message is missing, `silent`
     * after 3 s without a message, `message` when one comes again, `dead` after 10 s.
     */
    stream: listening('stream'),
  },
  guards: {
    isOffline: (_, { status }: { status: NetworkStatus }) => status === 'offline',
    isOnline: (_, { status }: { status: NetworkStatus }) => status === 'online',
    startsOffline: ({ context }) => context.network === 'offline',
    isInStep: ({ context }) => context.isInStep,
    isRecorderSilent: ({ context }) => context.silentSince !== null,
    isRecorderBack: ({ context }) => context.silentSince === null,
    isRefusal: (_, { cause }: StreamClosed) => cause !== 'lost' && cause !== 'restarting',
    isRestarting: (_, { cause }: StreamClosed) => cause === 'restarting',
  },
  actions: {
    storeNetwork: assign((_, { status, random }: NetworkChanged) => ({ network: status, random })),
    storeFailure: assign(({ context }, { random }: { random: number }) => ({ failures: context.failures + 1, random })),
    storeWindow: assign((_, { random, retryWindow }: StreamClosed) => ({
      random,
      retryWindow: retryWindow ?? defaultWindow,
    })),
    storeRefusal: assign((_, { cause }: StreamClosed) => ({
      refusal: cause === 'lost' || cause === 'restarting' ? null : cause,
    })),
    storeInStep: assign({ isInStep: true, hasFollowed: true, failures: 0 }),
    storeGap: assign({ isInStep: false }),
    storeSilence: assign((_, { since }: { since: string }) => ({ silentSince: since })),
    clearSilence: assign({ silentSince: null }),
    resetStream: assign({ isInStep: false, silentSince: null }),
    /** Provided by the app: the network is checked. */
    reportSilence: () => undefined,
    reportLoss: () => undefined,
  },
  delays: {
    // Full jitter: many viewers who were cut at once come back evenly.
    backoffDelay: ({ context: { failures, random } }) =>
      random * Math.min(longestBackoff, shortestBackoff * 2 ** Math.max(0, failures - 1)),
    windowDelay: ({ context: { random, retryWindow } }) => retryWindow[0] + random * (retryWindow[1] - retryWindow[0]),
    // The network of all viewers may be back at the same moment.
    spreadDelay: ({ context }) => context.random * 2_000,
  },
}).createMachine({
  id: 'liveConnection',
  context: ({ input }) => ({
    network: input.network,
    failures: 0,
    hasFollowed: false,
    isInStep: false,
    random: 0.5,
    retryWindow: defaultWindow,
    refusal: null,
    silentSince: null,
  }),
  invoke: { src: 'watchPage' },
  initial: 'deciding',
  on: { 'network.*': { actions: storeNetwork } },
  states: {
    deciding: { always: [{ guard: 'startsOffline', target: 'offline' }, { target: 'active' }] },
    active: {
      entry: 'resetStream',
      invoke: { src: 'stream' },
      initial: 'connecting',
      on: {
        'network.*': goOffline,
        'page.unwatched': 'paused',
        /** Another delay. */
        'connection.restart': { target: '#liveConnection.active', reenter: true },
        'stream.recorderLost': { actions: { type: 'storeSilence', params: eventOf } },
        'stream.recorderBack': { actions: 'clearSilence' },
        'stream.silent': { actions: 'reportSilence' },
        'stream.ended': 'ended',
        'stream.dead': toBackoff,
        'stream.closed': [
          {
            guard: { type: 'isRefusal', params: eventOf },
            target: 'refused',
            actions: { type: 'storeRefusal', params: eventOf },
          },
          {
            guard: { type: 'isRestarting', params: eventOf },
            target: 'reconnecting.planned',
            actions: { type: 'storeWindow', params: eventOf },
          },
          toBackoff,
        ],
      },
      states: {
        connecting: { on: { 'stream.opened': 'catchingUp' } },
        catchingUp: {
          on: {
            'stream.synced': { target: 'following', actions: 'storeInStep' },
            'stream.silent': toStale,
          },
        },
        following: {
          always: { guard: 'isRecorderSilent', target: 'recorderSilent' },
          on: { 'stream.gap': toCatchUp, 'stream.silent': toStale },
        },
        recorderSilent: {
          always: { guard: 'isRecorderBack', target: 'following' },
          on: { 'stream.gap': toCatchUp, 'stream.silent': toStale },
        },
        stale: {
          on: { 'stream.message': [{ guard: 'isInStep', target: 'following' }, { target: 'catchingUp' }] },
        },
      },
    },
    reconnecting: {
      initial: 'backoff',
      on: {
        'page.shown': 'active',
        'page.unwatched': 'paused',
        'network.*': [goOffline, { guard: isOnline, target: '.spread', actions: storeNetwork }],
      },
      states: {
        backoff: { after: { backoffDelay: '#liveConnection.active' } },
        /** The server said that it restarts, and when to come back. */
        planned: { after: { windowDelay: '#liveConnection.active' } },
        /** The server can be reached again. */
        spread: { after: { spreadDelay: '#liveConnection.active' } },
      },
    },
    offline: {
      on: {
        'page.unwatched': 'paused',
        'network.*': [
          { guard: isOffline, actions: storeNetwork },
          { guard: isOnline, target: 'active', actions: storeNetwork },
          { target: 'reconnecting', actions: storeNetwork },
        ],
      },
    },
    /** The page was hidden for some minutes: the connection is closed. */
    paused: { on: { 'page.shown': 'deciding' } },
    refused: { on: { 'connection.restart': 'deciding' } },
    ended: {},
  },
});

type Snapshot = SnapshotFrom<typeof liveConnectionMachine>;

const leaves = ['following', 'catchingUp', 'stale', 'recorderSilent'] as const;

/** How the connection is doing. */
export function selectLiveStatus(snapshot: Snapshot): LiveStatus {
  const { hasFollowed, failures } = snapshot.context;
  for (const status of ['ended', 'refused', 'offline', 'reconnecting'] as const) {
    if (snapshot.matches(status)) return status;
  }
  const leaf = leaves.find((status) => snapshot.matches({ active: status }));
  return leaf ?? (hasFollowed || failures > 0 ? 'reconnecting' : 'connecting');
}

/** The reason of a refusal; null unless the status is `refused`. */
export function selectRefusal(snapshot: Snapshot): Refusal | null {
  return snapshot.matches('refused') ? snapshot.context.refusal : null;
}

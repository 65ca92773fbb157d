import { assign, type SnapshotFrom, setup } from 'xstate';
import { listening, promised } from './actor-types.ts';

/**
 * Whether the server can be reached.
 * - `offline`: this device has no network
 * - `unreachable`: the server does not answer
 * - `captive`: another server answers, such as the sign-in page of a Wi-Fi
 * - `faulty`: the server answers with an error (5xx)
 */
export type NetworkStatus = 'online' | 'offline' | 'unreachable' | 'captive' | 'faulty';

/** The result of a request to the server's health address; `random` is between 0 and 1 and spreads the next request. */
export interface ProbeResult {
  readonly status: Exclude<NetworkStatus, 'offline'>;
  /** No answer came before the time limit, so time has passed already. */
  readonly isTimeout: boolean;
  readonly random: number;
}

interface Context {
  /** Why the server cannot be reached, while the device has a network. */
  readonly fault: 'unreachable' | 'captive' | 'faulty';
  readonly isVisible: boolean;
  /** Failed probes in a row. */
  readonly failures: number;
  readonly random: number;
}

const shortestDelay = 500;
/** Short enough that a page is up to date within five seconds after the server is back. */
const longestDelay = 2_000;

type WithResult = { readonly result: ProbeResult };
const resultOf = ({ event }: { event: { output: ProbeResult } }): WithResult => ({ result: event.output });
const isReached = { type: 'isReached', params: resultOf } as const;
const toOnline = { guard: isReached, target: '#connectivity.online', actions: 'resetFailures' } as const;
const toDown = { target: '#connectivity.down', actions: { type: 'storeFault', params: resultOf } } as const;

/**
 * The one place that decides whether the server can be reached. Reports of calls and of the browser start a probe; while
 * the server cannot be reached, and the page is visible, it is probed with backoff and jitter.
 */
export const connectivityMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly isVisible: boolean },
    events: {} as {
      readonly type:
        | 'browser.online'
        | 'browser.offline'
        | 'page.shown'
        | 'page.hidden'
        | 'call.succeeded'
        | 'call.failed'
        | 'call.slow';
    },
    tags: {} as 'online' | 'offline',
  },
  actors: {
    /** Reports the browser's network state, once at the start and on every change, and the visibility of the page. */
    watchBrowser: listening('watchBrowser'),
    probe: promised<ProbeResult, undefined>('probe'),
  },
  guards: {
    isReached: (_, { result }: WithResult) => result.status === 'online',
    isHidden: ({ context }) => !context.isVisible,
  },
  actions: {
    storeFault: assign(({ context }, { result }: WithResult) => ({
      fault: result.status === 'online' ? context.fault : result.status,
      failures: result.isTimeout ? 0 : context.failures + 1,
      random: result.random,
    })),
    storeUnreachable: assign({ fault: 'unreachable', failures: ({ context }) => context.failures + 1 }),
    resetFailures: assign({ failures: 0 }),
    storeVisible: assign({ isVisible: true }),
    storeHidden: assign({ isVisible: false }),
  },
  delays: {
    probeDelay: ({ context: { failures, random } }) =>
      Math.min(longestDelay, shortestDelay * 2 ** failures) * (0.5 + random / 2),
  },
}).createMachine({
  id: 'connectivity',
  context: ({ input }) => ({ fault: 'unreachable', isVisible: input.isVisible, failures: 0, random: 0.5 }),
  invoke: { src: 'watchBrowser' },
  initial: 'online',
  on: {
    'browser.offline': '.offline',
    'call.succeeded': { target: '.online', actions: 'resetFailures' },
    'page.hidden': { actions: 'storeHidden' },
    'page.shown': { actions: 'storeVisible' },
  },
  states: {
    online: {
      tags: 'online',
      initial: 'idle',
      on: { 'call.succeeded': {} },
      states: {
        idle: {
          on: {
            'call.failed': 'checking',
            'call.slow': 'checking',
            'page.shown': { target: 'checking', actions: 'storeVisible' },
          },
        },
        checking: {
          invoke: {
            src: 'probe',
            onDone: [{ guard: isReached, target: 'idle' }, toDown],
            onError: { target: '#connectivity.down', actions: 'storeUnreachable' },
          },
        },
      },
    },
    offline: {
      tags: 'offline',
      initial: 'idle',
      // A response may have been on its way when the network was lost.
      on: { 'browser.online': '.probing', 'call.succeeded': '.confirming' },
      states: {
        idle: {},
        confirming: {
          invoke: {
            src: 'probe',
            onDone: [toOnline, { target: 'idle' }],
            onError: 'idle',
          },
        },
        probing: {
          invoke: {
            src: 'probe',
            onDone: [toOnline, toDown],
            onError: { target: '#connectivity.down', actions: 'storeUnreachable' },
          },
        },
      },
    },
    /** The device has a network, and the server cannot be reached. */
    down: {
      initial: 'waiting',
      on: { 'browser.online': '.probing', 'page.shown': { target: '.probing', actions: 'storeVisible' } },
      states: {
        waiting: {
          // A hidden page probes when it is shown again.
          always: { guard: 'isHidden', target: 'paused' },
          after: { probeDelay: 'probing' },
        },
        paused: {},
        probing: {
          invoke: {
            src: 'probe',
            onDone: [toOnline, { ...toDown, target: 'waiting' }],
            onError: { target: 'waiting', actions: 'storeUnreachable' },
          },
        },
      },
    },
  },
});

/** Whether the server can be reached, and if not why. */
export function selectNetworkStatus(snapshot: SnapshotFrom<typeof connectivityMachine>): NetworkStatus {
  if (snapshot.hasTag('online')) return 'online';
  return snapshot.hasTag('offline') ? 'offline' : snapshot.context.fault;
}

import { assign, type SnapshotFrom, setup } from 'xstate';
import { promised } from './actor-types.ts';
import { errorOf, eventOf } from './event-params.ts';

/** What the server says about push. */
export interface PushServer {
  /** The key that a device subscribes with; null while push is off. */
  readonly publicKey: string | null;
  /** The devices that push is on for. */
  readonly endpoints: readonly string[];
}

/** Whether this device can be told: what the browser and the server say together. */
export type PushState =
  | 'off'
  | 'unsupported'
  | 'needsHomeScreen'
  | 'denied'
  | 'notAsked'
  | 'subscribed'
  /** The device was turned on, and one of the two does not know it any more. */
  | 'lost';

interface Context {
  readonly server: PushServer;
  readonly error: unknown;
}

type PushEvent =
  | { readonly type: 'push.turnOn' | 'push.turnOff' | 'permission.changed' }
  | { readonly type: 'server.changed'; readonly server: PushServer };

const isState = (state: PushState) =>
  ({
    guard: { type: 'is', params: ({ event }: { event: { output: PushState } }) => ({ ...event, state }) },
    target: state,
  }) as const;
const settled = [
  isState('off'),
  isState('unsupported'),
  isState('needsHomeScreen'),
  isState('denied'),
  isState('subscribed'),
  isState('lost'),
  { target: 'notAsked' },
] as const;
const failed = { target: 'unknown', actions: { type: 'setError', params: errorOf } } as const;

/** Push on this device. Permission is asked for by a tap alone. */
export const pushMachine = setup({
  types: {
    context: {} as Context,
    input: {} as PushServer,
    events: {} as PushEvent,
    tags: {} as PushState | 'unknown' | 'busy',
  },
  actors: {
    /** Asks nobody. */
    readState: promised<PushState, PushServer>('readState'),
    /** Asks for the permission, subscribes, and sends the device to the server. */
    subscribe: promised<PushState, PushServer>('subscribe'),
    unsubscribe: promised<void, undefined>('unsubscribe'),
  },
  guards: { is: (_, { output, state }: { output: PushState; state: PushState }) => output === state },
  actions: {
    setServer: assign((_, { server }: { server: PushServer }) => ({ server })),
    setError: assign((_, { error }: { error: unknown }) => ({ error })),
    clearError: assign({ error: null }),
  },
}).createMachine({
  id: 'push',
  context: ({ input }) => ({ server: input, error: null }),
  initial: 'unknown',
  on: {
    'server.changed': { target: '.unknown', actions: { type: 'setServer', params: eventOf } },
    'permission.changed': '.unknown',
  },
  states: {
    unknown: {
      tags: 'unknown',
      invoke: {
        src: 'readState',
        input: ({ context }) => context.server,
        onDone: [...settled],
        onError: 'unsupported',
      },
    },
    off: { tags: 'off' },
    unsupported: { tags: 'unsupported' },
    needsHomeScreen: { tags: 'needsHomeScreen' },
    denied: { tags: 'denied' },
    notAsked: { tags: 'notAsked', on: { 'push.turnOn': 'asked' } },
    lost: { tags: 'lost', on: { 'push.turnOn': 'asked' } },
    subscribed: { tags: 'subscribed', on: { 'push.turnOff': 'ending' } },
    /** The browser asks the person. The server’s answer comes with the result, so it interrupts nothing. */
    asked: {
      tags: 'busy',
      entry: 'clearError',
      on: { 'server.changed': { actions: { type: 'setServer', params: eventOf } }, 'permission.changed': {} },
      invoke: { src: 'subscribe', input: ({ context }) => context.server, onDone: [...settled], onError: failed },
    },
    ending: {
      tags: 'busy',
      entry: 'clearError',
      on: { 'server.changed': { actions: { type: 'setServer', params: eventOf } }, 'permission.changed': {} },
      invoke: { src: 'unsubscribe', onDone: 'notAsked', onError: failed },
    },
  },
});

type Snapshot = SnapshotFrom<typeof pushMachine>;

const states = ['off', 'unsupported', 'needsHomeScreen', 'denied', 'notAsked', 'subscribed', 'lost', 'busy'] as const;

/** The state of push on this device. */
export function selectPush(snapshot: Snapshot): PushState | 'unknown' | 'busy' {
  return states.find((tag) => snapshot.hasTag(tag)) ?? 'unknown';
}

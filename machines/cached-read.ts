import { type ActorRefFrom, assign, type SnapshotFrom, setup, stateIn } from 'xstate';
import { pendingDelay, pendingMinimum, stillWaitingDelay } from '#contract/constants';
import type { Failure } from '#contract/problem';
import { listening, promised } from './actor-types.ts';

/** A value with the server's time when it was stored, in ms. */
export interface Copy {
  readonly value: unknown;
  readonly storedAt: number;
}

/** How the asking ended; a failure is an outcome, not an accident. */
export type Fetched = { readonly copy: Copy } | { readonly failure: Failure };

interface Context {
  readonly key: string;
  readonly copy: Copy | null;
  /** The copy came from the server just now, not from this device. */
  readonly isFresh: boolean;
  readonly isKeptRead: boolean;
  readonly failure: Failure | null;
  /** Not the first asking: what was just read is no answer to it. */
  readonly isAgain: boolean;
}

const lost: Failure = { kind: 'internal', message: '', status: null, problem: null, detail: null };

function isGone(failure: Failure | null): boolean {
  return failure?.kind === 'problem' && (failure.status === 404 || failure.status === 403);
}

/**
 * One read of one thing: the kept copy and the server are asked side by side; the copy is shown at once, then the fresh
 * one. Only a failing network leaves an old copy on the screen; 404 and 403 take it away (design §6).
 */
export const cachedReadMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly key: string; readonly known: Copy | null },
    events: {} as { readonly type: 'read.retry' | 'network.restored' },
    tags: {} as 'waiting' | 'pending' | 'stillWaiting' | 'shown' | 'failed' | 'notFound' | 'asking' | 'unrefreshed',
  },
  actors: {
    readKept: promised<Copy | null, { readonly key: string }>('readKept'),
    fetchFresh: promised<Fetched, { readonly key: string; readonly isAgain: boolean }>('fetchFresh'),
    keep: promised<void, { readonly key: string; readonly copy: Copy | null }>('keep'),
    dropKept: promised<void, { readonly key: string }>('dropKept'),
    /** Says when this device has a network again. */
    watchNetwork: listening('watchNetwork'),
  },
  guards: {
    hasCopy: ({ context }) => context.copy !== null,
    isDead: ({ context }) => context.failure !== null && context.isKeptRead && context.copy === null,
    hasFetched: (_, { fetched }: { fetched: Fetched }) => 'copy' in fetched,
    isGone: (_, { fetched }: { fetched: Fetched }) => 'failure' in fetched && isGone(fetched.failure),
    isTakenAway: stateIn({ data: 'gone' }),
  },
  actions: {
    takeKept: assign((_, { copy }: { copy: Copy | null }) => ({
      isKeptRead: true,
      ...(copy === null ? {} : { copy }),
    })),
    giveUpKept: assign({ isKeptRead: true }),
    takeFresh: assign((_, { fetched }: { fetched: Fetched }) =>
      'copy' in fetched ? { copy: fetched.copy, isFresh: true, failure: null } : {},
    ),
    takeFailure: assign((_, { fetched }: { fetched: Fetched }) =>
      'failure' in fetched ? { failure: fetched.failure } : {},
    ),
    takeAccident: assign((_, { error }: { error: unknown }) => ({ failure: { ...lost, message: String(error) } })),
    forgetFailure: assign({ failure: null, isAgain: true }),
    forgetCopy: assign({ copy: null, isFresh: false }),
  },
  // Counted from the start of the wait, of which the skeleton's own two have passed.
  delays: { pendingDelay, pendingMinimum, stillWaitingDelay: stillWaitingDelay - pendingDelay - pendingMinimum },
}).createMachine({
  id: 'cachedRead',
  type: 'parallel',
  context: ({ input }) => ({
    key: input.key,
    copy: input.known,
    isFresh: false,
    isKeptRead: input.known !== null,
    failure: null,
    isAgain: false,
  }),
  states: {
    kept: {
      initial: 'reading',
      states: {
        reading: {
          always: { guard: 'hasCopy', target: 'read' },
          invoke: {
            src: 'readKept',
            input: ({ context }) => ({ key: context.key }),
            onDone: { target: 'read', actions: { type: 'takeKept', params: ({ event }) => ({ copy: event.output }) } },
            // A cache that fails never breaks a screen: the network goes on.
            onError: { target: 'read', actions: 'giveUpKept' },
          },
        },
        read: {},
      },
    },
    data: {
      initial: 'asking',
      on: { 'read.retry': { target: '.asking', actions: 'forgetFailure' } },
      states: {
        asking: {
          tags: 'asking',
          invoke: {
            src: 'fetchFresh',
            input: ({ context }) => ({ key: context.key, isAgain: context.isAgain }),
            onDone: [
              {
                guard: { type: 'hasFetched', params: ({ event }) => ({ fetched: event.output }) },
                target: 'fresh',
                actions: { type: 'takeFresh', params: ({ event }) => ({ fetched: event.output }) },
              },
              {
                guard: { type: 'isGone', params: ({ event }) => ({ fetched: event.output }) },
                target: 'gone',
                actions: { type: 'takeFailure', params: ({ event }) => ({ fetched: event.output }) },
              },
              {
                target: 'unrefreshed',
                actions: { type: 'takeFailure', params: ({ event }) => ({ fetched: event.output }) },
              },
            ],
            onError: {
              target: 'unrefreshed',
              actions: { type: 'takeAccident', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        fresh: {
          invoke: {
            src: 'keep',
            input: ({ context }) => ({ key: context.key, copy: context.copy }),
            onDone: {},
            onError: {},
          },
        },
        unrefreshed: {
          tags: 'unrefreshed',
          invoke: { src: 'watchNetwork' },
          on: { 'network.restored': { target: 'asking', actions: 'forgetFailure' } },
        },
        gone: {
          entry: 'forgetCopy',
          invoke: { src: 'dropKept', input: ({ context }) => ({ key: context.key }), onDone: {}, onError: {} },
        },
      },
    },
    view: {
      initial: 'waiting',
      states: {
        waiting: {
          tags: 'waiting',
          always: [
            { guard: 'isTakenAway', target: 'notFound' },
            { guard: 'hasCopy', target: 'shown' },
            { guard: 'isDead', target: 'failed' },
          ],
          after: { pendingDelay: 'pending' },
        },
        pending: { tags: 'pending', after: { pendingMinimum: 'pendingLong' } },
        pendingLong: {
          tags: 'pending',
          always: [
            { guard: 'isTakenAway', target: 'notFound' },
            { guard: 'hasCopy', target: 'shown' },
            { guard: 'isDead', target: 'failed' },
          ],
          after: { stillWaitingDelay: 'stillWaiting' },
        },
        stillWaiting: {
          tags: ['pending', 'stillWaiting'],
          always: [
            { guard: 'isTakenAway', target: 'notFound' },
            { guard: 'hasCopy', target: 'shown' },
            { guard: 'isDead', target: 'failed' },
          ],
        },
        shown: { tags: 'shown', always: { guard: 'isTakenAway', target: 'notFound' } },
        failed: {
          tags: 'failed',
          always: { guard: 'hasCopy', target: 'shown' },
          on: { 'read.retry': 'waiting', 'network.restored': 'waiting' },
        },
        notFound: { tags: 'notFound', on: { 'read.retry': 'waiting' } },
      },
    },
  },
});

export type CachedReadRef = ActorRefFrom<typeof cachedReadMachine>;
type Snapshot = SnapshotFrom<typeof cachedReadMachine>;

/** What there is to show, or null. */
export function selectCopy(snapshot: Snapshot): Copy | null {
  return snapshot.context.copy;
}

/** Why the last asking failed, or null. */
export function selectFailure(snapshot: Snapshot): Failure | null {
  return snapshot.context.failure;
}

/** What is on the screen came from this device. */
export function selectIsKept(snapshot: Snapshot): boolean {
  return snapshot.context.copy !== null && !snapshot.context.isFresh;
}

import { assign, type SnapshotFrom, setup } from 'xstate';
import { listening, promised } from './actor-types.ts';

/** How much of what it needs is on this device. */
export interface Holding {
  readonly isPinned: boolean;
  readonly done: number;
  readonly of: number;
}

/** The device has no room, or the network did not bring it all. */
export type KeepTrouble = 'full' | 'network';

interface Context {
  readonly done: number;
  readonly of: number;
  readonly trouble: KeepTrouble | null;
}

type KeepEvent =
  | { readonly type: 'keep.order' | 'keep.release' | 'keep.stop' | 'keep.finished' }
  | { readonly type: 'keep.progressed'; readonly done: number; readonly of: number }
  | { readonly type: 'keep.failed'; readonly trouble: KeepTrouble };

/** One thing that a person marks "keep offline": all that it needs is fetched, and stays until they take it back. */
export const keepOfflineMachine = setup({
  types: {
    context: {} as Context,
    events: {} as KeepEvent,
    tags: {} as 'unknown' | 'free' | 'keeping' | 'kept' | 'partly',
  },
  actors: {
    /** What of it is here. */
    look: promised<Holding, undefined>('look'),
    /** Fetches and keeps what is missing; tells `keep.progressed`, then `keep.finished` or `keep.failed`. */
    collect: listening('collect'),
    release: promised<void, undefined>('release'),
  },
  guards: {
    isPinned: (_, { holding }: { holding: Holding }) => holding.isPinned,
    isWhole: (_, { holding }: { holding: Holding }) => holding.isPinned && holding.done === holding.of,
  },
  actions: {
    takeHolding: assign((_, { holding: { done, of } }: { holding: Holding }) => ({ done, of })),
    takeProgress: assign((_, { done, of }: { done: number; of: number }) => ({ done, of })),
    takeTrouble: assign((_, { trouble }: { trouble: KeepTrouble }) => ({ trouble })),
    forgetTrouble: assign({ trouble: null }),
  },
}).createMachine({
  id: 'keepOffline',
  context: { done: 0, of: 0, trouble: null },
  initial: 'looking',
  states: {
    looking: {
      tags: 'unknown',
      invoke: {
        src: 'look',
        onDone: [
          {
            guard: { type: 'isWhole', params: ({ event }) => ({ holding: event.output }) },
            target: 'kept',
            actions: { type: 'takeHolding', params: ({ event }) => ({ holding: event.output }) },
          },
          {
            guard: { type: 'isPinned', params: ({ event }) => ({ holding: event.output }) },
            target: 'partly',
            actions: { type: 'takeHolding', params: ({ event }) => ({ holding: event.output }) },
          },
          { target: 'free' },
        ],
        // A device that keeps nothing offers nothing.
        onError: 'impossible',
      },
    },
    impossible: {},
    free: { tags: 'free', on: { 'keep.order': 'keeping' } },
    keeping: {
      tags: 'keeping',
      entry: 'forgetTrouble',
      invoke: { src: 'collect' },
      on: {
        'keep.progressed': { actions: { type: 'takeProgress', params: ({ event }) => event } },
        'keep.finished': 'kept',
        'keep.failed': { target: 'partly', actions: { type: 'takeTrouble', params: ({ event }) => event } },
        'keep.stop': 'looking',
      },
    },
    partly: { tags: 'partly', on: { 'keep.order': 'keeping', 'keep.release': 'releasing' } },
    kept: { tags: 'kept', on: { 'keep.release': 'releasing' } },
    releasing: {
      tags: 'unknown',
      entry: 'forgetTrouble',
      invoke: { src: 'release', onDone: 'free', onError: 'looking' },
    },
  },
});

/** How far it is, and what went wrong. */
export function selectProgress(snapshot: SnapshotFrom<typeof keepOfflineMachine>): Context {
  return snapshot.context;
}

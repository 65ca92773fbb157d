import { assign, type SnapshotFrom, setup } from 'xstate';
import { listening, promised } from './actor-types.ts';
import { eventOf } from './event-params.ts';

/** How much of an item is stored on this device. */
export interface OfflineCopy {
  /** The user asked to keep it. */
  readonly isPinned: boolean;
  readonly done: number;
  readonly total: number;
}

/** Why a download stopped. */
export type DownloadProblem = 'storageFull' | 'network' | 'signedOut';

interface Context {
  readonly done: number;
  readonly total: number;
  readonly problem: DownloadProblem | null;
}

type CopyEvent =
  | { readonly type: 'copy.download' | 'copy.cancel' | 'copy.remove' | 'copy.completed' | 'check.failed' }
  | { readonly type: 'copy.checked'; readonly copy: OfflineCopy }
  | { readonly type: 'copy.progressed'; readonly done: number; readonly total: number }
  | { readonly type: 'copy.failed'; readonly problem: DownloadProblem };

const isPinned = { type: 'isPinned', params: eventOf } as const;
const setCopy = { type: 'setProgress', params: ({ event }: { event: { copy: OfflineCopy } }) => event.copy } as const;

/** One item that can be kept offline: everything it needs is downloaded and stays until the user removes it. */
export const keepOfflineMachine = setup({
  types: {
    context: {} as Context,
    events: {} as CopyEvent,
    tags: {} as 'checking' | 'absent' | 'downloading' | 'incomplete' | 'complete' | 'unsupported',
  },
  actors: {
    /** Sends `copy.checked` at once and after every change of the offline library, or `check.failed`. */
    watchCopy: listening('watchCopy'),
    /** Downloads and stores the item; sends `copy.progressed`, then `copy.completed` or `copy.failed`. */
    download: listening('download'),
    remove: promised<void, undefined>('remove'),
  },
  guards: {
    isPinned: (_, { copy }: { copy: OfflineCopy }) => copy.isPinned,
    isComplete: (_, { copy }: { copy: OfflineCopy }) => copy.isPinned && copy.done === copy.total,
  },
  actions: {
    setProgress: assign((_, { done, total }: { done: number; total: number }) => ({ done, total })),
    setProblem: assign((_, { problem }: { problem: DownloadProblem }) => ({ problem })),
    clearProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'keepOffline',
  context: { done: 0, total: 0, problem: null },
  initial: 'idle',
  states: {
    idle: {
      invoke: { src: 'watchCopy' },
      initial: 'checking',
      on: {
        'copy.checked': [
          { guard: { type: 'isComplete', params: eventOf }, target: '.complete', actions: [setCopy, 'clearProblem'] },
          { guard: isPinned, target: '.incomplete', actions: setCopy },
          { target: '.absent' },
        ],
        'check.failed': '.unsupported',
      },
      states: {
        // The button is there before the check has ended; a click is not lost.
        checking: { tags: 'checking', on: { 'copy.download': '#keepOffline.downloading' } },
        absent: { tags: 'absent', on: { 'copy.download': '#keepOffline.downloading' } },
        incomplete: {
          tags: 'incomplete',
          on: { 'copy.download': '#keepOffline.downloading', 'copy.remove': '#keepOffline.removing' },
        },
        complete: {
          tags: 'complete',
          on: {
            'copy.remove': '#keepOffline.removing',
            // A download skips deleted entities; only removal ends a complete copy.
            'copy.checked': { guard: isPinned },
          },
        },
        /** The browser stores nothing, for example in a private window. */
        unsupported: { tags: 'unsupported' },
      },
    },
    downloading: {
      tags: 'downloading',
      entry: 'clearProblem',
      invoke: { src: 'download' },
      on: {
        'copy.progressed': { actions: { type: 'setProgress', params: eventOf } },
        'copy.completed': 'idle.complete',
        'copy.failed': { target: 'idle.incomplete', actions: { type: 'setProblem', params: eventOf } },
        'copy.cancel': 'idle',
      },
    },
    removing: {
      tags: 'checking',
      entry: 'clearProblem',
      invoke: { src: 'remove', onDone: 'idle.absent', onError: 'idle' },
    },
  },
});

type Snapshot = SnapshotFrom<typeof keepOfflineMachine>;

const phases = ['checking', 'absent', 'downloading', 'incomplete', 'complete', 'unsupported'] as const;

export type CopyPhase = (typeof phases)[number];

export function selectPhase(snapshot: Snapshot): CopyPhase {
  return phases.find((phase) => snapshot.hasTag(phase)) ?? 'checking';
}

import { assign, setup } from 'xstate';
import type { Failure } from '#contract/api/problem';
import { overdueDelay, slowRequestDelay, undoTime } from '#contract/constants';
import { listening, promised } from './actor-types.ts';
import { stoppedRequest } from './failure-kinds.ts';
import type { NetworkEvent } from './network-event.ts';
import { retryAfterMachine } from './retry-after.ts';
import { unexpectedError } from './unexpected-error.ts';

/** An entity to delete, with its title on the screen. */
export interface DeletedItem {
  readonly id: string;
  readonly title: string;
}

/** An item that the server did not delete, and why. */
export interface RefusedItem extends DeletedItem {
  readonly failure: Failure;
}

export interface DeletionContext {
  /** The items to delete; after a refusal only the refused ones. */
  readonly items: readonly DeletedItem[];
  readonly refused: readonly RefusedItem[];
  /** Seconds until the items are deleted on the server. */
  readonly secondsLeft: number;
}

/**
 * Some items that are deleted together: they disappear at once and can be brought back for ten seconds. Only then are they
 * deleted on the server, or when the page is left before. Refused items come back with the reason; a deletion without an
 * answer is sent again when the network was lost, because to delete something twice does no harm.
 */
export const deletionMachine = setup({
  types: {
    context: {} as DeletionContext,
    input: {} as { readonly items: readonly DeletedItem[] },
    events: {} as {
      readonly type:
        | 'deletion.undo'
        | 'deletion.retry'
        | 'deletion.dismiss'
        | 'deletion.stop'
        | 'deletion.resend'
        | NetworkEvent['type']
        | 'page.left';
    },
    tags: {} as 'hidden' | 'undoable' | 'overdue' | 'refused',
  },
  actors: {
    /** Deletes items on the server; resolves with the refused ones. */
    remove: promised<readonly RefusedItem[], { readonly items: readonly DeletedItem[] }>('remove'),
    /** Sends `network.online` and `network.offline`. */
    watchNetwork: listening('watchNetwork'),
    /** Counts down to when the items are deleted. */
    countdown: retryAfterMachine,
  },
  guards: {
    isRefused: (_, { refused }: { refused: readonly RefusedItem[] }) => refused.length > 0,
  },
  actions: {
    /** Provided by the app: sends the calls although the page is being closed. */
    sendOnLeave: () => undefined,
    /** Provided by the app: starts a check of the network. */
    reportSlow: () => undefined,
    setSecondsLeft: assign((_, { secondsLeft }: { secondsLeft: number }) => ({ secondsLeft })),
    setRefused: assign((_, { refused }: { refused: readonly RefusedItem[] }) => ({ refused, items: refused })),
    setError: assign(({ context }, { error }: { error: unknown }) => ({
      refused: context.items.map(({ id, title }) => ({ id, title, failure: unexpectedError(error) })),
    })),
    setStopped: assign(({ context }) => ({
      refused: context.items.map(({ id, title }) => ({ id, title, failure: stoppedRequest })),
    })),
    clearRefused: assign({ refused: [] }),
  },
  delays: { slowRequestDelay, overdueDelay },
}).createMachine({
  id: 'deletion',
  context: ({ input }) => ({ items: input.items, refused: [], secondsLeft: undoTime }),
  initial: 'waiting',
  invoke: { src: 'watchNetwork' },
  states: {
    waiting: {
      tags: ['hidden', 'undoable'],
      on: { 'deletion.undo': 'undone', 'page.left': 'left' },
      invoke: {
        src: 'countdown',
        input: { seconds: undoTime },
        onSnapshot: { actions: { type: 'setSecondsLeft', params: ({ event }) => event.snapshot.context } },
        onDone: { target: 'sending', actions: { type: 'setSecondsLeft', params: { secondsLeft: 0 } } },
      },
    },
    sending: {
      tags: 'hidden',
      on: {
        // An unsent deletion is sent when the page is left.
        'page.left': 'left',
        'deletion.stop': { target: 'refused', actions: 'setStopped' },
        'deletion.resend': { target: 'sending', reenter: true },
        'network.online': { target: 'sending', reenter: true },
      },
      initial: 'prompt',
      states: {
        prompt: { after: { slowRequestDelay: { actions: 'reportSlow' }, overdueDelay: 'overdue' } },
        /** The server has not answered for ten seconds. */
        overdue: { tags: 'overdue' },
      },
      invoke: {
        src: 'remove',
        input: ({ context }) => ({ items: context.items }),
        onDone: [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ refused: event.output }) },
            target: 'refused',
            actions: { type: 'setRefused', params: ({ event }) => ({ refused: event.output }) },
          },
          { target: 'deleted' },
        ],
        onError: { target: 'refused', actions: { type: 'setError', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    refused: {
      tags: 'refused',
      on: { 'deletion.retry': { target: 'sending', actions: 'clearRefused' }, 'deletion.dismiss': 'undone' },
    },
    deleted: { type: 'final', tags: 'hidden' },
    undone: { type: 'final' },
    /** If the page is shown again, its list is fetched again and shows what became of the items. */
    left: { type: 'final', entry: 'sendOnLeave' },
  },
});

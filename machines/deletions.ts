import { type ActorRefFrom, assign, emit, enqueueActions, setup } from 'xstate';
import { listening } from './actor-types.ts';
import { type DeletedItem, deletionMachine } from './deletion.ts';

/** Some items that are deleted together. */
export interface Deletion {
  readonly key: string;
  readonly ref: ActorRefFrom<typeof deletionMachine>;
}

/** All deletions of a page: each is a child, and all are sent when the page is left. */
export const deletionsMachine = setup({
  types: {
    context: {} as { readonly deletions: readonly Deletion[] },
    events: {} as
      | { readonly type: 'deletions.add'; readonly key: string; readonly items: readonly DeletedItem[] }
      | { readonly type: 'page.left' }
      | { readonly type: `xstate.snapshot.${string}` }
      | { readonly type: `xstate.done.actor.${string}`; readonly actorId: string },
    emitted: {} as { readonly type: 'deletions.deleted' },
  },
  actors: {
    deletion: deletionMachine,
    /** Sends `page.left` when the page is left, or may be dropped. */
    watchPage: listening('watchPage'),
  },
  guards: {
    isDeleted: ({ context }, { key }: { key: string }) =>
      context.deletions.some((each) => each.key === key && each.ref.getSnapshot().hasTag('hidden')),
  },
  actions: {
    add: assign({
      deletions: ({ context, spawn }, { key, items }: { key: string; items: readonly DeletedItem[] }) => [
        ...context.deletions,
        { key, ref: spawn('deletion', { id: key, input: { items }, syncSnapshot: true }) },
      ],
    }),
    /** The list shows the state of its children, so a change draws it again. */
    refresh: assign({ deletions: ({ context }) => [...context.deletions] }),
    leaveAll: enqueueActions(({ context, enqueue }) => {
      for (const { ref } of context.deletions)
        if (ref.getSnapshot().status === 'active') enqueue.sendTo(ref, { type: 'page.left' });
    }),
    emitDeleted: emit({ type: 'deletions.deleted' }),
  },
}).createMachine({
  id: 'deletions',
  context: { deletions: [] },
  invoke: { src: 'watchPage' },
  on: {
    'deletions.add': { actions: { type: 'add', params: ({ event }) => event } },
    'page.left': { actions: 'leaveAll' },
    'xstate.snapshot.*': { actions: 'refresh' },
    'xstate.done.actor.*': [
      {
        guard: { type: 'isDeleted', params: ({ event }) => ({ key: event.actorId }) },
        actions: ['refresh', 'emitDeleted'],
      },
      { actions: 'refresh' },
    ],
  },
});

import { type ActorRefFrom, assign, enqueueActions, setup, stopChild } from 'xstate';
import { listening } from './actor-types.ts';
import { eventOf } from './event-params.ts';
import { uploadMachine } from './upload.ts';

/** A session file that came, by its id. */
export interface NewUpload {
  readonly id: string;
  /** Another app has handed it over, so it is on this device until it is uploaded or removed. */
  readonly isShared: boolean;
  /** It was chosen in order to upload it. */
  readonly isConfirmed: boolean;
  /** A fresh id, for the Idempotency-Keys of its attempts. */
  readonly key: string;
}

/** One file with its machine. */
export interface QueuedUpload extends Pick<NewUpload, 'id' | 'isShared'> {
  readonly ref: ActorRefFrom<typeof uploadMachine>;
}

/** Requests that are open at the same time, most of them without an answer so far. */
const maxOpen = 4;

/** Gives one file after another its turn: a phone has memory and bandwidth for one. One without an answer ends its turn. */
export const uploadsMachine = setup({
  types: {
    context: {} as { readonly uploads: readonly QueuedUpload[] },
    events: {} as
      | { readonly type: 'uploads.add'; readonly files: readonly NewUpload[] }
      | { readonly type: 'uploads.remove'; readonly id: string }
      | { readonly type: `xstate.snapshot.${string}` | `xstate.done.actor.${string}` },
  },
  actors: {
    upload: uploadMachine,
    /** Sends `uploads.add` with the files of other apps. */
    receiveFiles: listening('receiveFiles'),
  },
  actions: {
    add: assign({
      uploads: ({ context: { uploads }, spawn }, { files }: { files: readonly NewUpload[] }) => [
        ...uploads,
        ...files
          .filter(({ id }) => !uploads.some((other) => other.id === id))
          .map(({ id, isShared, ...input }) => ({
            id,
            isShared,
            ref: spawn('upload', { id, input: { id, ...input }, syncSnapshot: true }),
          })),
      ],
    }),
    stop: stopChild((_, { id }: { id: string }) => id),
    remove: assign({
      uploads: ({ context }, { id }: { id: string }) => context.uploads.filter((each) => each.id !== id),
    }),
    /** The list shows the state of its children, so a change draws it again. */
    refresh: assign({ uploads: ({ context }) => [...context.uploads] }),
    startNext: enqueueActions(({ context, enqueue }) => {
      const next = nextOf(context.uploads);
      if (next !== undefined) enqueue.sendTo(next.ref, { type: 'upload.start' });
    }),
  },
}).createMachine({
  id: 'uploads',
  context: { uploads: [] },
  invoke: { src: 'receiveFiles' },
  on: {
    'uploads.add': { actions: [{ type: 'add', params: eventOf }, 'startNext'] },
    'uploads.remove': {
      actions: [{ type: 'stop', params: eventOf }, { type: 'remove', params: eventOf }, 'startNext'],
    },
    'xstate.snapshot.*': { actions: ['refresh', 'startNext'] },
    'xstate.done.actor.*': { actions: ['refresh', 'startNext'] },
  },
});

/** Files that have failed come after the others. */
function nextOf(uploads: readonly QueuedUpload[]): QueuedUpload | undefined {
  const snapshots = uploads.map(({ ref }) => ref.getSnapshot());
  const open = snapshots.filter((snapshot) => snapshot.hasTag('open'));
  if (open.length >= maxOpen || snapshots.some((snapshot) => snapshot.hasTag('active'))) return undefined;
  const queued = uploads.filter(({ ref }) => ref.getSnapshot().hasTag('queued'));
  const tries = ({ ref }: QueuedUpload) => ref.getSnapshot().context.tries;
  return queued.toSorted((one, other) => tries(one) - tries(other))[0];
}

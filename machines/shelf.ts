import { assign, type SnapshotFrom, setup } from 'xstate';
import { promised } from './actor-types.ts';

/** What is on this device: what a person marked, and everything together; sizes in characters of JSON. */
export interface Shelf {
  readonly pins: readonly {
    readonly id: string;
    readonly title: string;
    readonly path: string;
    readonly size: number;
    /** Reads of it that are not here. */
    readonly missing: number;
  }[];
  /** Pages that were read lately, latest first. */
  readonly recent: readonly { readonly title: string; readonly path: string }[];
  readonly count: number;
  readonly size: number;
  /** The browser has promised to clear nothing of it by itself. */
  readonly isPersistent: boolean;
}

/** What is kept on this device, as a list from which things can be taken away. */
export const shelfMachine = setup({
  types: {
    context: {} as { readonly shelf: Shelf | null },
    events: {} as { readonly type: 'shelf.remove'; readonly id: string },
    tags: {} as 'loading' | 'shown' | 'removing' | 'impossible',
  },
  actors: {
    load: promised<Shelf, undefined>('load'),
    remove: promised<void, { readonly id: string }>('remove'),
  },
  actions: { takeShelf: assign((_, { shelf }: { shelf: Shelf }) => ({ shelf })) },
}).createMachine({
  id: 'shelf',
  context: { shelf: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'load',
        onDone: { target: 'shown', actions: { type: 'takeShelf', params: ({ event }) => ({ shelf: event.output }) } },
        onError: 'impossible',
      },
    },
    shown: { tags: 'shown', on: { 'shelf.remove': 'removing' } },
    removing: {
      tags: ['shown', 'removing'],
      invoke: {
        src: 'remove',
        input: ({ event }) => ({ id: event.type === 'shelf.remove' ? event.id : '' }),
        onDone: 'loading',
        onError: 'loading',
      },
    },
    impossible: { tags: 'impossible' },
  },
});

/** What is there, or null before it is known. */
export function selectShelf(snapshot: SnapshotFrom<typeof shelfMachine>): Shelf | null {
  return snapshot.context.shelf;
}

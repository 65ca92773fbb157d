import { assign, type SnapshotFrom, setup } from 'xstate';
import { listening, promised } from './actor-types.ts';
import { eventOf } from './event-params.ts';

/** Something the user keeps offline. */
interface LibraryItem {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  /** In characters of JSON. */
  readonly size: number;
  /** How many of its reads are not stored. */
  readonly missing: number;
}

export interface OfflineLibrary {
  readonly items: readonly LibraryItem[];
  /** Recently viewed pages, latest first. */
  readonly recent: readonly { readonly title: string; readonly path: string; readonly storedAt: number }[];
  /** Of everything that is stored, in characters of JSON. */
  readonly size: number;
  /** The browser has promised not to delete anything by itself. */
  readonly isPersistent: boolean;
}

type LibraryEvent =
  | { readonly type: 'item.remove'; readonly id: string }
  /** Something was stored or removed elsewhere. */
  | { readonly type: 'library.changed' };

const toRemoving = { target: 'removing', actions: { type: 'hideItem', params: eventOf } } as const;

/** The list of stored items on this device, from which each can be removed. */
export const offlineLibraryMachine = setup({
  types: {
    context: {} as { readonly library: OfflineLibrary | null },
    events: {} as LibraryEvent,
    tags: {} as 'loading' | 'shown' | 'removing' | 'unsupported',
  },
  actors: {
    load: promised<OfflineLibrary, undefined>('load'),
    removeItem: promised<void, { readonly id: string }>('removeItem'),
    /** Sends `library.changed`. */
    watchLibrary: listening('watchLibrary'),
  },
  actions: {
    setLibrary: assign((_, { library }: { library: OfflineLibrary }) => ({ library })),
    /** A removed item leaves the list at once; where it could not be removed, it returns when the list is loaded. */
    hideItem: assign(({ context: { library } }, { id }: { id: string }) => ({
      library: library === null ? null : { ...library, items: library.items.filter((item) => item.id !== id) },
    })),
  },
}).createMachine({
  id: 'offlineLibrary',
  context: { library: null },
  invoke: { src: 'watchLibrary' },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'load',
        onDone: {
          target: 'shown',
          actions: { type: 'setLibrary', params: ({ event }) => ({ library: event.output }) },
        },
        // The browser stores nothing, for example in a private window.
        onError: 'unsupported',
      },
      on: {
        'library.changed': { target: 'loading', reenter: true },
        // The list is on the screen while it is loaded again.
        'item.remove': toRemoving,
      },
    },
    shown: {
      tags: 'shown',
      on: { 'item.remove': toRemoving, 'library.changed': 'loading' },
    },
    removing: {
      tags: ['shown', 'removing'],
      invoke: {
        src: 'removeItem',
        input: ({ event }) => ({ id: event.type === 'item.remove' ? event.id : '' }),
        onDone: 'loading',
        onError: 'loading',
      },
      // The one before goes on.
      on: { 'item.remove': { ...toRemoving, reenter: true } },
    },
    unsupported: { tags: 'unsupported' },
  },
});

type Snapshot = SnapshotFrom<typeof offlineLibraryMachine>;

/** Whether this browser stores nothing. */
export function selectIsUnsupported(snapshot: Snapshot): boolean {
  return snapshot.hasTag('unsupported');
}

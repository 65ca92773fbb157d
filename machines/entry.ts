import { assign, type SnapshotFrom, setup } from 'xstate';
import type { EntryMove, EntryMover, EntryState } from '#contract/entities/entry-moves';
import { entryMoves, entryStates } from '#contract/entities/entry-moves';
import { eventOf } from './event-params.ts';

/** The state of an entry; `none`: there is no entry. */
export type EntryPlace = EntryState | 'none';

export type EntryEvent =
  /** A move was submitted. */
  | { readonly type: `entry.${EntryMove}` }
  /** The server says in which state it is: as the answer of the move, or because somebody else has moved it. */
  | { readonly type: 'entry.read'; readonly place: EntryPlace }
  | { readonly type: 'entry.refused' };

interface Context {
  readonly who: EntryMover;
  /** The state as the server has said it last. */
  readonly place: EntryPlace;
}

const places: readonly EntryPlace[] = ['none', ...entryStates];

const isAt = (place: EntryPlace) => ({
  guard: { type: 'isAt', params: ({ event }: { event: EntryEvent }) => ({ event, place }) } as const,
  target: `.${place}`,
});

/** The states and moves of the table. Another move is possible once the server has answered. */
function stateOf(place: EntryPlace) {
  const moves = entryMoves.filter(({ from }) => from === place);
  return {
    on: Object.fromEntries(
      moves.map(({ move, who }) => [
        `entry.${move}`,
        { guard: who === 'oneself' ? ('isOneself' as const) : ('isStaff' as const), target: 'moving' },
      ]),
    ),
  };
}

/** One entry of a season, and what the user may do with it. */
export const entryMachine = setup({
  types: {
    context: {} as Context,
    events: {} as EntryEvent,
    input: {} as Pick<Context, 'who'>,
    tags: {} as 'moving',
  },
  guards: {
    isOneself: ({ context }) => context.who === 'oneself',
    isStaff: ({ context }) => context.who === 'staff',
    isAt: (_, { event, place }: { event: EntryEvent; place: EntryPlace }) =>
      event.type === 'entry.read' && event.place === place,
    wasAt: ({ context }, { place }: { place: EntryPlace }) => context.place === place,
  },
  actions: {
    setPlace: assign((_, { place }: { place: EntryPlace }) => ({ place })),
  },
}).createMachine({
  id: 'entry',
  context: ({ input }) => ({ ...input, place: 'none' }),
  initial: 'reading',
  on: {
    'entry.read': places.map((place) => ({ ...isAt(place), actions: { type: 'setPlace' as const, params: eventOf } })),
  },
  states: {
    reading: {},
    ...Object.fromEntries(places.map((place) => [place, stateOf(place)])),
    moving: {
      tags: 'moving',
      on: {
        'entry.refused': places.map((place) => ({
          guard: { type: 'wasAt' as const, params: { place } },
          target: place,
        })),
      },
    },
  },
});

/** Whether the user may make a move now. */
export function selectCan(snapshot: SnapshotFrom<typeof entryMachine>, move: EntryMove): boolean {
  return snapshot.can({ type: `entry.${move}` });
}

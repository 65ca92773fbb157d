import { assign, type SnapshotFrom, setup } from 'xstate';
import { promised } from './actor-types.ts';

/** May a name be had? `reason` says why not. */
export interface Answer {
  readonly available: boolean;
  readonly reason: string | null;
}

/** A name is asked about while it is typed, once the typing has paused. */
export const availabilityMachine = setup({
  types: {
    context: {} as { readonly name: string; readonly answer: Answer | null },
    events: {} as { readonly type: 'name.typed'; readonly name: string },
    tags: {} as 'asking' | 'known',
  },
  actors: { ask: promised<Answer, { readonly name: string }>('ask') },
  guards: { isEmpty: (_, { name }: { name: string }) => name === '' },
  actions: {
    takeName: assign((_, { name }: { name: string }) => ({ name, answer: null })),
    takeAnswer: assign((_, { answer }: { answer: Answer }) => ({ answer })),
  },
  delays: { typingPause: 300 },
}).createMachine({
  id: 'availability',
  context: { name: '', answer: null },
  initial: 'idle',
  on: {
    'name.typed': [
      {
        guard: { type: 'isEmpty', params: ({ event }) => event },
        target: '.idle',
        actions: { type: 'takeName', params: ({ event }) => event },
      },
      { target: '.typing', reenter: true, actions: { type: 'takeName', params: ({ event }) => event } },
    ],
  },
  states: {
    idle: {},
    typing: { tags: 'asking', after: { typingPause: 'asking' } },
    asking: {
      tags: 'asking',
      invoke: {
        src: 'ask',
        input: ({ context }) => ({ name: context.name }),
        onDone: { target: 'known', actions: { type: 'takeAnswer', params: ({ event }) => ({ answer: event.output }) } },
        // Sending the form finds out as well.
        onError: 'idle',
      },
    },
    known: { tags: 'known' },
  },
});

/** What is known of the name that stands there now, or null. */
export function selectAnswer(snapshot: SnapshotFrom<typeof availabilityMachine>): Answer | null {
  return snapshot.context.answer;
}

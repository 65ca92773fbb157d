import { assign, setup } from 'xstate';
import { promised } from './actor-types.ts';
import { eventOf } from './event-params.ts';

/** Whether a name can be taken; `reason` says why not. */
export interface Answer {
  readonly available: boolean;
  readonly reason: string | null;
}

const storeName = { type: 'storeName', params: eventOf } as const;

/** Checks whether a name is available, after the typing has paused. */
export const availabilityMachine = setup({
  types: {
    context: {} as { readonly name: string; readonly answer: Answer | null },
    events: {} as { readonly type: 'name.change'; readonly name: string },
    tags: {} as 'checking' | 'checked',
  },
  actors: { check: promised<Answer, { readonly name: string }>('check') },
  guards: { isEmpty: (_, { name }: { name: string }) => name === '' },
  actions: {
    storeName: assign((_, { name }: { name: string }) => ({ name, answer: null })),
    storeAnswer: assign((_, { answer }: { answer: Answer }) => ({ answer })),
  },
  delays: { typingPause: 300 },
}).createMachine({
  id: 'availability',
  context: { name: '', answer: null },
  initial: 'idle',
  on: {
    'name.change': [
      { guard: { type: 'isEmpty', params: eventOf }, target: '.idle', actions: storeName },
      { target: '.typing', actions: storeName },
    ],
  },
  states: {
    idle: {},
    typing: { tags: 'checking', after: { typingPause: 'checking' } },
    checking: {
      tags: 'checking',
      invoke: {
        src: 'check',
        input: ({ context }) => ({ name: context.name }),
        onDone: {
          target: 'checked',
          actions: { type: 'storeAnswer', params: ({ event }) => ({ answer: event.output }) },
        },
        // Submitting the form checks it too.
        onError: 'idle',
      },
    },
    checked: { tags: 'checked' },
  },
});

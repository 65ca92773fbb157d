import { assign, setup } from 'xstate';

/** Counts seconds down, such as those of Retry-After, and ends when none is left. */
export const retryAfterMachine = setup({
  types: {
    context: {} as { readonly secondsLeft: number },
    input: {} as { readonly seconds: number },
  },
  guards: { isLastSecond: ({ context }) => context.secondsLeft <= 1 },
  actions: { countDown: assign({ secondsLeft: ({ context }) => context.secondsLeft - 1 }) },
  delays: { second: 1_000 },
}).createMachine({
  id: 'retryAfter',
  context: ({ input }) => ({ secondsLeft: Math.ceil(input.seconds) }),
  initial: 'counting',
  states: {
    counting: {
      after: {
        second: [
          { guard: 'isLastSecond', target: 'over', actions: 'countDown' },
          { target: 'counting', reenter: true, actions: 'countDown' },
        ],
      },
    },
    over: { type: 'final' },
  },
});

import { setup } from 'xstate';
import { downloadInfoDelay } from '#contract/constants';

/** Download App: the download begins, and a moment later the page that says what to do with it opens (spec §1, §9). */
export const downloadMachine = setup({
  types: {
    context: {} as { readonly url: string | null },
    input: {} as { readonly url: string | null },
    events: {} as { readonly type: 'download.order' },
    tags: {} as 'begun',
  },
  guards: { hasFile: ({ context }) => context.url !== null },
  actions: {
    /** Given by the app. */
    begin: (_, _params: { url: string | null }) => undefined,
    openInfo: () => undefined,
  },
  delays: { downloadInfoDelay },
}).createMachine({
  id: 'download',
  context: ({ input }) => input,
  initial: 'idle',
  states: {
    idle: {
      on: {
        'download.order': [
          {
            guard: 'hasFile',
            target: 'begun',
            actions: { type: 'begin', params: ({ context }) => ({ url: context.url }) },
          },
          // Nothing to download: the page says so at once.
          { actions: 'openInfo' },
        ],
      },
    },
    // A second click meanwhile is the same wish.
    begun: { tags: 'begun', after: { downloadInfoDelay: { target: 'idle', actions: 'openInfo' } } },
  },
});

import { setup } from 'xstate';
import { downloadInfoDelay } from '#contract/constants';

/** The "Download App" link: starts the download and opens the page that explains it a moment later. */
export const downloadMachine = setup({
  types: {
    context: {} as { readonly url: string | null },
    input: {} as { readonly url: string | null },
    events: {} as { readonly type: 'download.start' },
    tags: {} as 'started',
  },
  guards: { hasFile: ({ context }) => context.url !== null },
  actions: {
    /** Provided by the app. */
    startDownload: (_, _params: { url: string | null }) => undefined,
    openInfoPage: () => undefined,
  },
  delays: { downloadInfoDelay },
}).createMachine({
  id: 'download',
  context: ({ input }) => input,
  initial: 'idle',
  states: {
    idle: {
      on: {
        'download.start': [
          {
            guard: 'hasFile',
            target: 'started',
            actions: { type: 'startDownload', params: ({ context }) => ({ url: context.url }) },
          },
          // The page says that there is no file.
          { target: 'started' },
        ],
      },
    },
    // A second click in this state does nothing.
    started: { tags: 'started', after: { downloadInfoDelay: { target: 'idle', actions: 'openInfoPage' } } },
  },
});

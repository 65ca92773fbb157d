import { setup } from 'xstate';
import { downloadInfoDelay } from '#contract/constants';

/** The "Download App" link: starts the download and opens the page that explains it a moment later. */
export const downloadMachine = setup({
  types: {
    /** `url` is the file; null while the server names none. */
    events: {} as { readonly type: 'download.start'; readonly url: string | null },
  },
  guards: { hasFile: ({ event }) => event.url !== null },
  actions: {
    /** Provided by the app. */
    startDownload: (_, _params: { url: string | null }) => undefined,
    openInfoPage: () => undefined,
  },
  delays: { downloadInfoDelay },
}).createMachine({
  id: 'download',
  initial: 'idle',
  states: {
    idle: {
      on: {
        'download.start': [
          {
            guard: 'hasFile',
            target: 'started',
            actions: { type: 'startDownload', params: ({ event }) => ({ url: event.url }) },
          },
          // The page says that there is no file.
          { target: 'started' },
        ],
      },
    },
    // A second click in this state does nothing.
    started: { after: { downloadInfoDelay: { target: 'idle', actions: 'openInfoPage' } } },
  },
});

import { assign, setup } from 'xstate';
import { downloadInfoDelay } from '#contract/constants';

interface DownloadContext {
  /** The file; null while it is not known, and where the server names none. */
  readonly url: string | null;
  /** The link was clicked before the file was known. */
  readonly isOwed: boolean;
}

/** The "Download App" link: starts the download, as soon as its file is known, and opens the page that explains it a moment after the click. */
export const downloadMachine = setup({
  types: {
    context: {} as DownloadContext,
    events: {} as
      | { readonly type: 'download.start' }
      /** `url` is the file; null where the server names none. */
      | { readonly type: 'download.found'; readonly url: string | null },
  },
  guards: {
    hasFile: ({ context }) => context.url !== null,
    isOwed: ({ context }, { url }: { url: string | null }) => context.isOwed && url !== null,
  },
  actions: {
    /** Provided by the app. */
    startDownload: (_, _params: { url: string | null }) => undefined,
    openInfoPage: () => undefined,
    setUrl: assign((_, { url }: { url: string | null }) => ({ url, isOwed: false })),
    setOwed: assign({ isOwed: true }),
  },
  delays: { downloadInfoDelay },
}).createMachine({
  id: 'download',
  context: { url: null, isOwed: false },
  on: {
    'download.found': [
      {
        guard: { type: 'isOwed', params: ({ event }) => ({ url: event.url }) },
        actions: [
          { type: 'startDownload', params: ({ event }) => ({ url: event.url }) },
          { type: 'setUrl', params: ({ event }) => ({ url: event.url }) },
        ],
      },
      // Where there is no file, the page says so.
      { actions: { type: 'setUrl', params: ({ event }) => ({ url: event.url }) } },
    ],
  },
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
          { target: 'started', actions: 'setOwed' },
        ],
      },
    },
    // A second click in this state does nothing.
    started: { after: { downloadInfoDelay: { target: 'idle', actions: 'openInfoPage' } } },
  },
});

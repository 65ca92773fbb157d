import { assign, type SnapshotFrom, setup } from 'xstate';
import { installOfferCooldown } from '#contract/constants';
import { listening, promised } from './actor-types.ts';

/** How this browser installs an app: by its own prompt, its share sheet or its menu. */
export type InstallMethod = 'prompt' | 'share' | 'menu';

/** The state when the page opens; times in ms of the server. */
export interface InstallHistory {
  readonly isInstalled: boolean;
  readonly isReturningVisitor: boolean;
  readonly dismissedAt: number | null;
  readonly now: number;
}

interface Context {
  readonly method: InstallMethod;
  readonly isBannerAllowed: boolean;
}

/** Installing the app: with a button at any time, and with a banner from the second visit. */
export const installMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly method: Exclude<InstallMethod, 'prompt'> },
    events: {} as {
      readonly type: 'prompt.received' | 'app.installed' | 'install.start' | 'install.dismiss' | 'install.close';
    },
    tags: {} as 'banner' | 'instructions' | 'installed' | 'alreadyInstalled',
  },
  actors: {
    loadHistory: promised<InstallHistory, undefined>('loadHistory'),
    /** Sends `prompt.received` when the browser has a prompt to show, and `app.installed`. */
    watchBrowser: listening('watchBrowser'),
    /** Shows the browser's prompt; false when the user declines. */
    showPrompt: promised<boolean, undefined>('showPrompt'),
    saveDismissal: promised<void, undefined>('saveDismissal'),
  },
  guards: {
    isInstalled: (_, { history }: { history: InstallHistory }) => history.isInstalled,
    isAccepted: (_, { isAccepted }: { isAccepted: boolean }) => isAccepted,
    canPrompt: ({ context }) => context.method === 'prompt',
    /** Instructions for a browser's menu are not worth a banner. */
    isBannerDue: ({ context }) => context.isBannerAllowed && context.method !== 'menu',
  },
  actions: {
    setBannerAllowed: assign((_, { history }: { history: InstallHistory }) => ({
      isBannerAllowed:
        history.isReturningVisitor &&
        (history.dismissedAt === null || history.now - history.dismissedAt > installOfferCooldown),
    })),
    hideBanner: assign({ isBannerAllowed: false }),
    setPrompt: assign({ method: 'prompt' }),
    /** A prompt can be shown once; the browser reports when it has another. */
    clearPrompt: assign({ method: 'menu' }),
  },
}).createMachine({
  id: 'install',
  context: ({ input }) => ({ method: input.method, isBannerAllowed: false }),
  invoke: { src: 'watchBrowser' },
  on: { 'prompt.received': { actions: 'setPrompt' }, 'app.installed': '.installed' },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadHistory',
        onDone: [
          { guard: { type: 'isInstalled', params: ({ event }) => ({ history: event.output }) }, target: 'installed' },
          {
            target: 'idle',
            actions: { type: 'setBannerAllowed', params: ({ event }) => ({ history: event.output }) },
          },
        ],
        onError: 'idle',
      },
      on: { 'install.start': [{ guard: 'canPrompt', target: 'prompting' }, { target: 'instructions' }] },
    },
    idle: {
      always: { guard: 'isBannerDue', target: 'banner' },
      on: { 'install.start': [{ guard: 'canPrompt', target: 'prompting' }, { target: 'instructions' }] },
    },
    banner: {
      tags: 'banner',
      on: {
        'install.start': [
          { guard: 'canPrompt', target: 'prompting' },
          { target: 'instructions', actions: 'hideBanner' },
        ],
        'install.dismiss': 'savingDismissal',
      },
    },
    prompting: {
      entry: 'hideBanner',
      invoke: {
        src: 'showPrompt',
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => ({ isAccepted: event.output }) },
            target: 'idle',
            actions: 'clearPrompt',
          },
          { target: 'savingDismissal', actions: 'clearPrompt' },
        ],
        onError: { target: 'instructions', actions: 'clearPrompt' },
      },
    },
    savingDismissal: { entry: 'hideBanner', invoke: { src: 'saveDismissal', onDone: 'idle', onError: 'idle' } },
    instructions: { tags: 'instructions', on: { 'install.close': 'idle' } },
    installed: {
      tags: 'installed',
      initial: 'closed',
      states: {
        closed: { on: { 'install.start': 'open' } },
        open: { tags: 'alreadyInstalled', on: { 'install.close': 'closed' } },
      },
    },
  },
});

type Snapshot = SnapshotFrom<typeof installMachine>;

export function selectView(snapshot: Snapshot): 'banner' | 'instructions' | 'alreadyInstalled' | null {
  return (['banner', 'instructions', 'alreadyInstalled'] as const).find((tag) => snapshot.hasTag(tag)) ?? null;
}

import { assign, type SnapshotFrom, setup } from 'xstate';
import { installRest } from '#contract/constants';
import { listening, promised } from './actor-types.ts';

/** How this browser puts an app on the home screen: by a prompt of its own, by its share sheet, or by its menu. */
export type InstallWay = 'prompt' | 'share' | 'menu';

/** What is known when the page opens; times in ms of the server. */
export interface InstallPast {
  readonly isInstalled: boolean;
  /** This is not the first visit. */
  readonly isReturning: boolean;
  readonly dismissedAt: number | null;
  readonly now: number;
}

interface Context {
  readonly way: InstallWay;
  /** A banner may be shown by itself. */
  readonly mayOffer: boolean;
}

/** Putting the app on the home screen: at any time by a button, from the second visit on offered once (quality P5). */
export const installMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly way: Exclude<InstallWay, 'prompt'> },
    events: {} as {
      readonly type: 'browser.prompted' | 'browser.installed' | 'install.order' | 'install.dismiss' | 'install.close';
    },
    tags: {} as 'banner' | 'steps' | 'installed',
  },
  actors: {
    recall: promised<InstallPast, undefined>('recall'),
    /** Tells when the browser has a prompt to show, and when the app was installed. */
    watchBrowser: listening('watchBrowser'),
    /** Shows the browser's prompt; false when the person declines. */
    prompt: promised<boolean, undefined>('prompt'),
    /** Remembers that the offer was declined. */
    rest: promised<void, undefined>('rest'),
  },
  guards: {
    isInstalled: (_, { past }: { past: InstallPast }) => past.isInstalled,
    isAccepted: (_, { isAccepted }: { isAccepted: boolean }) => isAccepted,
    canPrompt: ({ context }) => context.way === 'prompt',
    /** A browser that can only be told by its menu is not worth a banner. */
    isOffered: ({ context }) => context.mayOffer && context.way !== 'menu',
  },
  actions: {
    weigh: assign((_, { past }: { past: InstallPast }) => ({
      mayOffer: past.isReturning && (past.dismissedAt === null || past.now - past.dismissedAt > installRest),
    })),
    takePrompt: assign({ way: 'prompt' }),
    offerNoMore: assign({ mayOffer: false }),
    /** A prompt can be shown once; the browser tells when it has another. */
    losePrompt: assign({ way: 'menu' }),
  },
}).createMachine({
  id: 'install',
  context: ({ input }) => ({ way: input.way, mayOffer: false }),
  invoke: { src: 'watchBrowser' },
  on: { 'browser.prompted': { actions: 'takePrompt' }, 'browser.installed': '.installed' },
  initial: 'recalling',
  states: {
    recalling: {
      invoke: {
        src: 'recall',
        onDone: [
          { guard: { type: 'isInstalled', params: ({ event }) => ({ past: event.output }) }, target: 'installed' },
          { target: 'quiet', actions: { type: 'weigh', params: ({ event }) => ({ past: event.output }) } },
        ],
        onError: 'quiet',
      },
    },
    quiet: {
      always: { guard: 'isOffered', target: 'banner' },
      on: { 'install.order': [{ guard: 'canPrompt', target: 'prompting' }, { target: 'steps' }] },
    },
    banner: {
      tags: 'banner',
      on: {
        'install.order': [
          { guard: 'canPrompt', target: 'prompting' },
          { target: 'steps', actions: 'offerNoMore' },
        ],
        'install.dismiss': 'resting',
      },
    },
    prompting: {
      entry: 'offerNoMore',
      invoke: {
        src: 'prompt',
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => ({ isAccepted: event.output }) },
            target: 'quiet',
            actions: 'losePrompt',
          },
          { target: 'resting', actions: 'losePrompt' },
        ],
        onError: { target: 'steps', actions: 'losePrompt' },
      },
    },
    resting: { entry: 'offerNoMore', invoke: { src: 'rest', onDone: 'quiet', onError: 'quiet' } },
    steps: { tags: 'steps', on: { 'install.close': 'quiet' } },
    installed: { tags: 'installed' },
  },
});

/** How this browser does it. */
export function selectWay(snapshot: SnapshotFrom<typeof installMachine>): InstallWay {
  return snapshot.context.way;
}

import { assign, not, setup } from 'xstate';
import { activationTimeout, newerCheckTimeout, newerInstallTimeout } from '#contract/constants';
import { listening, promised } from './actor-types.ts';

interface Context {
  /** This page has unsaved changes. */
  readonly isDirty: boolean;
  /** The page shows a race. */
  readonly hasRace: boolean;
}

const isTrue = {
  type: 'isTrue',
  params: ({ event }: { event: { output: boolean } }) => ({ value: event.output }),
} as const;

/**
 * A new version of the app: it is offered, and never installed while the page has unsaved changes. Accepting it in one tab
 * reloads that tab alone. A still newer version is installed first, so that one reload leads to the newest.
 */
export const appUpdateMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { readonly type: 'worker.ready' | 'worker.waiting' | 'worker.controlling' }
      | { readonly type: 'changes.unsaved' | 'changes.saved' }
      | { readonly type: 'race.opened' | 'race.left' }
      | { readonly type: 'update.accept' | 'update.dismiss' },
    tags: {} as 'offered' | 'deferred' | 'dismissed' | 'applying' | 'ready',
  },
  actors: {
    /** Registers the worker and reports its states. */
    watchWorker: listening('watchWorker'),
    /** Reports whether the page has unsaved changes, once at the start and on every change. */
    watchChanges: listening('watchChanges'),
    /** Asks the server for a version newer than the waiting one; true when one is being installed. */
    findNewer: promised<boolean, undefined>('findNewer'),
    /** Resolves when the newer version waits in place of the accepted one, or has failed: then that one still waits. */
    installNewer: promised<void, undefined>('installNewer'),
    /** Makes the waiting worker take over; false when none waits, because it has taken over already. */
    activate: promised<boolean, undefined>('activate'),
    /** Whether it still waits: a request that hangs, in this tab or another, delays it. */
    isWaiting: promised<boolean, undefined>('isWaiting'),
  },
  guards: {
    isDirty: ({ context }) => context.isDirty,
    hasRace: ({ context }) => context.hasRace,
    isTrue: (_, { value }: { value: boolean }) => value,
  },
  actions: {
    storeDirty: assign({ isDirty: true }),
    storeClean: assign({ isDirty: false }),
    storeRace: assign({ hasRace: true }),
    storeNoRace: assign({ hasRace: false }),
    /** Provided by the app. */
    reload: () => undefined,
  },
  delays: { activationTimeout, newerCheckTimeout, newerInstallTimeout, readyNotice: 6_000 },
}).createMachine({
  id: 'appUpdate',
  context: { isDirty: false, hasRace: false },
  invoke: [{ src: 'watchWorker' }, { src: 'watchChanges' }],
  initial: 'current',
  on: {
    'changes.unsaved': { actions: 'storeDirty' },
    'changes.saved': { actions: 'storeClean' },
    'race.opened': { actions: 'storeRace' },
    'race.left': { actions: 'storeNoRace' },
  },
  states: {
    current: {
      // A version may take over without being reported as waiting: then this page is of an older one.
      on: { 'worker.waiting': 'deciding', 'worker.controlling': 'deciding', 'worker.ready': 'ready' },
    },
    /** The first install, which is announced once: on the first page without a race. */
    ready: {
      on: { 'worker.waiting': 'deciding', 'update.dismiss': 'current' },
      initial: 'shown',
      states: {
        shown: {
          tags: 'ready',
          always: { guard: 'hasRace', target: 'held' },
          after: { readyNotice: '#appUpdate.current' },
        },
        held: { always: { guard: not('hasRace'), target: 'shown' } },
      },
    },
    deciding: { always: [{ guard: 'isDirty', target: 'deferred' }, { target: 'offered' }] },
    /** Accepted in another tab, the version takes over, and this tab goes on until its user accepts it. */
    offered: {
      tags: 'offered',
      on: {
        'changes.unsaved': { target: 'deferred', actions: 'storeDirty' },
        'update.accept': 'preparing',
        'update.dismiss': 'dismissed',
      },
    },
    /** One line without a button, so that nothing typed is lost by accident. */
    deferred: {
      tags: 'deferred',
      on: { 'changes.saved': { target: 'offered', actions: 'storeClean' } },
    },
    dismissed: {
      tags: 'dismissed',
      on: { 'worker.waiting': 'deciding', 'update.accept': 'preparing' },
    },
    /** Nothing has been activated yet. A takeover that was accepted in another tab does not end the search. */
    preparing: {
      tags: 'applying',
      on: { 'changes.unsaved': { target: 'deferred', actions: 'storeDirty' } },
      initial: 'checking',
      states: {
        checking: {
          invoke: {
            src: 'findNewer',
            onDone: [{ guard: isTrue, target: 'installing' }, { target: '#appUpdate.applying' }],
            onError: '#appUpdate.applying',
          },
          after: { newerCheckTimeout: '#appUpdate.applying' },
        },
        installing: {
          invoke: { src: 'installNewer', onDone: '#appUpdate.applying', onError: '#appUpdate.applying' },
          after: { newerInstallTimeout: '#appUpdate.applying' },
        },
      },
    },
    applying: {
      tags: 'applying',
      on: { 'worker.controlling': 'active' },
      initial: 'activating',
      states: {
        activating: {
          invoke: {
            src: 'activate',
            onDone: [{ guard: isTrue, target: 'waiting' }, { target: '#appUpdate.active' }],
            onError: '#appUpdate.active',
          },
          after: { activationTimeout: 'checking' },
        },
        waiting: { after: { activationTimeout: 'checking' } },
        /** WebKit may not report that a worker has taken over; a reload before it has would load the old version. */
        checking: {
          invoke: {
            src: 'isWaiting',
            onDone: [{ guard: isTrue, target: 'waiting' }, { target: '#appUpdate.active' }],
            onError: '#appUpdate.active',
          },
          after: { activationTimeout: '#appUpdate.active' },
        },
      },
    },
    /** The version is active. Unsaved changes since then still defer the reload. */
    active: { always: [{ guard: 'isDirty', target: 'deferred' }, { target: 'reloading' }] },
    reloading: { tags: 'applying', entry: 'reload' },
  },
});

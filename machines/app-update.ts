import { assign, setup } from 'xstate';
import { activationPatience } from '#contract/constants';
import { listening, promised } from './actor-types.ts';

interface Context {
  /** Something was typed on this page and not sent. */
  readonly isDirty: boolean;
}

/**
 * A new version of the app: it waits until a person says yes, and is never put in place of what somebody types. Saying yes
 * in one tab reloads that tab alone (quality P1).
 */
export const appUpdateMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { readonly type: 'worker.ready' | 'worker.waiting' | 'worker.controlling' }
      | { readonly type: 'page.typed' | 'page.sent' }
      | { readonly type: 'update.accept' | 'update.dismiss' },
    tags: {} as 'offered' | 'quiet' | 'dismissed' | 'applying' | 'ready',
  },
  actors: {
    /** Registers the worker and tells its news. */
    watchWorker: listening('watchWorker'),
    /** Tells the waiting worker to take over; false when none waits, since it has done so already. */
    activate: promised<boolean, undefined>('activate'),
    /** Whether it still waits: what hangs in another tab, or a picture of this one, holds it up. */
    isWaiting: promised<boolean, undefined>('isWaiting'),
  },
  guards: {
    isDirty: ({ context }) => context.isDirty,
    isTrue: (_, { value }: { value: boolean }) => value,
  },
  actions: {
    noteTyped: assign({ isDirty: true }),
    noteSent: assign({ isDirty: false }),
    /** Given by the app. */
    reload: () => undefined,
  },
  delays: { activationPatience, readyNotice: 6_000 },
}).createMachine({
  id: 'appUpdate',
  context: { isDirty: false },
  invoke: { src: 'watchWorker' },
  initial: 'current',
  on: { 'page.typed': { actions: 'noteTyped' }, 'page.sent': { actions: 'noteSent' } },
  states: {
    current: {
      // A version that took over without a word beforehand has left this page behind.
      on: { 'worker.waiting': 'deciding', 'worker.controlling': 'deciding', 'worker.ready': 'ready' },
    },
    /** The first install: it works without a network now, which is said once. */
    ready: {
      tags: 'ready',
      on: { 'worker.waiting': 'deciding', 'update.dismiss': 'current' },
      after: { readyNotice: 'current' },
    },
    deciding: { always: [{ guard: 'isDirty', target: 'deferred' }, { target: 'offered' }] },
    offered: {
      tags: 'offered',
      on: {
        'page.typed': { target: 'deferred', actions: 'noteTyped' },
        'update.accept': 'applying',
        'update.dismiss': 'dismissed',
        // Another tab has said yes: this one goes on as it is until it is asked.
        'worker.controlling': 'offered',
      },
    },
    /** One quiet line, and nothing to press by accident. */
    deferred: {
      tags: 'quiet',
      on: { 'page.sent': { target: 'offered', actions: 'noteSent' } },
    },
    dismissed: {
      tags: 'dismissed',
      on: { 'worker.waiting': 'deciding', 'update.accept': 'applying' },
    },
    applying: {
      tags: 'applying',
      on: { 'worker.controlling': 'taken' },
      initial: 'telling',
      states: {
        telling: {
          invoke: {
            src: 'activate',
            onDone: [
              { guard: { type: 'isTrue', params: ({ event }) => ({ value: event.output }) }, target: 'waiting' },
              { target: '#appUpdate.taken' },
            ],
            onError: '#appUpdate.taken',
          },
          after: { activationPatience: 'looking' },
        },
        waiting: { after: { activationPatience: 'looking' } },
        /** A browser may take over without saying so (WebKit 199110); a reload before it has would bring the old version. */
        looking: {
          invoke: {
            src: 'isWaiting',
            onDone: [
              { guard: { type: 'isTrue', params: ({ event }) => ({ value: event.output }) }, target: 'waiting' },
              { target: '#appUpdate.taken' },
            ],
            onError: '#appUpdate.taken',
          },
          after: { activationPatience: '#appUpdate.taken' },
        },
      },
    },
    /** The version is in place, and its page may come; what was typed since the yes stays for all that. */
    taken: { always: [{ guard: 'isDirty', target: 'deferred' }, { target: 'reloading' }] },
    reloading: { tags: 'applying', entry: 'reload' },
  },
});

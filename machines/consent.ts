import { and, assign, type SnapshotFrom, setup, stateIn } from 'xstate';
import { listening, promised } from './actor-types.ts';

/** The purposes that a visitor agreed to; necessary cookies need no consent. */
export interface Consent {
  readonly analytics: boolean;
}

interface Context {
  /** This server uses analytics. */
  readonly isRequired: boolean;
  readonly consent: Consent | null;
}

type ConsentEvent =
  | { readonly type: 'consent.acceptAll' | 'consent.rejectAll' }
  | { readonly type: 'consent.acceptSelection'; readonly consent: Consent }
  /** Reported by another tab. */
  | { readonly type: 'consent.changed'; readonly consent: Consent }
  | { readonly type: 'dialog.open' | 'dialog.close' | 'preferences.open' };

/**
 * Cookie consent, opt-in: requested once where the server uses analytics, and changeable at any time. Analytics does not
 * start before a choice, and closing the dialog is not a choice.
 */
export const consentMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly isRequired: boolean },
    events: {} as ConsentEvent,
    tags: {} as 'request' | 'preferences' | 'granted' | 'denied',
  },
  actors: {
    /** The stored choice; null when there is none of the current revision. */
    loadConsent: promised<Consent | null, undefined>('loadConsent'),
    saveConsent: promised<void, Consent>('saveConsent'),
    /** Sends `consent.changed`. */
    watchTabs: listening('watchTabs'),
    /** Runs analytics until it is stopped, then deletes its cookies. */
    runAnalytics: listening('runAnalytics'),
    /** Deletes cookies of earlier analytics. */
    clearAnalytics: promised<void, undefined>('clearAnalytics'),
  },
  guards: {
    isGranted: (_, { consent }: { consent: Consent | null }) => consent?.analytics === true,
    isDenied: (_, { consent }: { consent: Consent | null }) => consent?.analytics === false,
    isRequestDue: and(['isRequired', stateIn({ choice: 'undecided' })]),
    isRequired: ({ context }) => context.isRequired,
  },
  actions: {
    setConsent: assign((_, { consent }: { consent: Consent | null }) => ({ consent })),
  },
}).createMachine({
  id: 'consent',
  type: 'parallel',
  context: ({ input }) => ({ isRequired: input.isRequired, consent: null }),
  invoke: { src: 'watchTabs' },
  states: {
    choice: {
      initial: 'loading',
      on: {
        'consent.acceptAll': {
          target: '.saving',
          actions: { type: 'setConsent', params: { consent: { analytics: true } } },
        },
        'consent.rejectAll': {
          target: '.saving',
          actions: { type: 'setConsent', params: { consent: { analytics: false } } },
        },
        'consent.acceptSelection': { target: '.saving', actions: { type: 'setConsent', params: ({ event }) => event } },
        'consent.changed': [
          {
            guard: { type: 'isGranted', params: ({ event }) => event },
            target: '.granted',
            actions: { type: 'setConsent', params: ({ event }) => event },
          },
          { target: '.denied', actions: { type: 'setConsent', params: ({ event }) => event } },
        ],
      },
      states: {
        loading: {
          invoke: {
            src: 'loadConsent',
            onDone: [
              {
                guard: { type: 'isGranted', params: ({ event }) => ({ consent: event.output }) },
                target: 'granted',
                actions: { type: 'setConsent', params: ({ event }) => ({ consent: event.output }) },
              },
              {
                guard: { type: 'isDenied', params: ({ event }) => ({ consent: event.output }) },
                target: 'denied',
                actions: { type: 'setConsent', params: ({ event }) => ({ consent: event.output }) },
              },
              { target: 'undecided' },
            ],
            onError: 'undecided',
          },
        },
        undecided: {},
        saving: {
          invoke: {
            src: 'saveConsent',
            input: ({ context }) => context.consent ?? { analytics: false },
            onDone: [{ guard: { type: 'isGranted', params: ({ context }) => context }, target: 'granted' }, 'denied'],
            // A choice that cannot be stored holds until the page is left.
            onError: [{ guard: { type: 'isGranted', params: ({ context }) => context }, target: 'granted' }, 'denied'],
          },
        },
        granted: {
          tags: 'granted',
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'isRequired', target: 'running' }, { target: 'idle' }] },
            running: { invoke: { src: 'runAnalytics' } },
            idle: {},
          },
        },
        denied: { tags: 'denied', invoke: { src: 'clearAnalytics', onDone: {}, onError: {} } },
      },
    },
    dialog: {
      initial: 'waiting',
      on: {
        'consent.acceptAll': '.closed',
        'consent.rejectAll': '.closed',
        'consent.acceptSelection': '.closed',
        'consent.changed': '.closed',
        'dialog.close': '.closed',
        'dialog.open': '.request',
      },
      states: {
        waiting: {
          always: { guard: 'isRequestDue', target: 'request' },
        },
        closed: {},
        request: { tags: 'request', on: { 'preferences.open': 'preferences' } },
        preferences: { tags: 'preferences' },
      },
    },
  },
});

type Snapshot = SnapshotFrom<typeof consentMachine>;

/** Which view of the dialog is open. */
export function selectDialog(snapshot: Snapshot): 'request' | 'preferences' | null {
  return (['request', 'preferences'] as const).find((tag) => snapshot.hasTag(tag)) ?? null;
}

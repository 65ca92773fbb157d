import { and, assign, type SnapshotFrom, setup, stateIn } from 'xstate';
import { listening, promised } from './actor-types.ts';
import { eventOf } from './event-params.ts';

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

type WithConsent = Pick<Context, 'consent'>;
const loadedOf = ({ event }: { event: { output: Consent | null } }): WithConsent => ({ consent: event.output });
const setLoaded = { type: 'setConsent', params: loadedOf } as const;
const setConsent = { type: 'setConsent', params: eventOf } as const;
const toGranted = {
  guard: { type: 'isGranted', params: ({ context }: { context: Context }) => context },
  target: 'granted',
} as const;

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
    isGranted: (_, { consent }: WithConsent) => consent?.analytics === true,
    isDenied: (_, { consent }: WithConsent) => consent?.analytics === false,
    isRequestDue: and(['isRequired', stateIn({ choice: 'undecided' })]),
    isRequired: ({ context }) => context.isRequired,
  },
  actions: { setConsent: assign((_, { consent }: WithConsent) => ({ consent })) },
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
        'consent.acceptSelection': { target: '.saving', actions: setConsent },
        'consent.changed': [
          { guard: { type: 'isGranted', params: eventOf }, target: '.granted', actions: setConsent },
          { target: '.denied', actions: setConsent },
        ],
      },
      states: {
        loading: {
          invoke: {
            src: 'loadConsent',
            onDone: [
              { guard: { type: 'isGranted', params: loadedOf }, target: 'granted', actions: setLoaded },
              { guard: { type: 'isDenied', params: loadedOf }, target: 'denied', actions: setLoaded },
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
            onDone: [toGranted, 'denied'],
            // A choice that cannot be stored holds until the page is left.
            onError: [toGranted, 'denied'],
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
        waiting: { always: { guard: 'isRequestDue', target: 'request' } },
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

import { and, assign, type SnapshotFrom, setup, stateIn } from 'xstate';
import { listening, promised } from './actor-types.ts';

/** What a person has agreed to; what is necessary needs no agreement. */
export interface Consent {
  readonly analytics: boolean;
}

interface Context {
  /** This server has something to ask for. */
  readonly isNeeded: boolean;
  readonly consent: Consent | null;
}

type ConsentEvent =
  | { readonly type: 'consent.acceptAll' | 'consent.rejectAll' | 'consent.manage' | 'consent.open' | 'consent.close' }
  | { readonly type: 'consent.acceptSelection'; readonly consent: Consent }
  /** Somebody has chosen in another tab. */
  | { readonly type: 'consent.changed'; readonly consent: Consent };

/**
 * Cookie consent (spec §2, §9): opt-in, asked for once where there is something to ask for, and changed at any time.
 * Nothing is loaded before a choice; leaving the dialog without one is none.
 */
export const consentMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly isNeeded: boolean },
    events: {} as ConsentEvent,
    tags: {} as 'asking' | 'managing' | 'granted' | 'refused',
  },
  actors: {
    /** The choice that was made here before; null: none, or of an older revision. */
    recall: promised<Consent | null, undefined>('recall'),
    keep: promised<void, Consent>('keep'),
    watchTabs: listening('watchTabs'),
    /** Counts visits for as long as it runs, and takes its cookies away when it is stopped. */
    countVisits: listening('countVisits'),
    /** Takes away what counting visits may have left. */
    clearTraces: promised<void, undefined>('clearTraces'),
  },
  guards: {
    isGranted: (_, { consent }: { consent: Consent | null }) => consent?.analytics === true,
    isRefused: (_, { consent }: { consent: Consent | null }) => consent?.analytics === false,
    isOpen: and([({ context }) => context.isNeeded, stateIn({ choice: 'open' })]),
    mayCount: ({ context }) => context.isNeeded && context.consent?.analytics === true,
  },
  actions: {
    take: assign((_, { consent }: { consent: Consent | null }) => ({ consent })),
  },
}).createMachine({
  id: 'consent',
  type: 'parallel',
  context: ({ input }) => ({ isNeeded: input.isNeeded, consent: null }),
  invoke: { src: 'watchTabs' },
  states: {
    choice: {
      initial: 'recalling',
      on: {
        'consent.acceptAll': {
          target: '.keeping',
          actions: { type: 'take', params: { consent: { analytics: true } } },
        },
        'consent.rejectAll': {
          target: '.keeping',
          actions: { type: 'take', params: { consent: { analytics: false } } },
        },
        'consent.acceptSelection': { target: '.keeping', actions: { type: 'take', params: ({ event }) => event } },
        'consent.changed': [
          {
            guard: { type: 'isGranted', params: ({ event }) => event },
            target: '.granted',
            actions: { type: 'take', params: ({ event }) => event },
          },
          { target: '.refused', actions: { type: 'take', params: ({ event }) => event } },
        ],
      },
      states: {
        recalling: {
          invoke: {
            src: 'recall',
            onDone: [
              {
                guard: { type: 'isGranted', params: ({ event }) => ({ consent: event.output }) },
                target: 'granted',
                actions: { type: 'take', params: ({ event }) => ({ consent: event.output }) },
              },
              {
                guard: { type: 'isRefused', params: ({ event }) => ({ consent: event.output }) },
                target: 'refused',
                actions: { type: 'take', params: ({ event }) => ({ consent: event.output }) },
              },
              { target: 'open' },
            ],
            onError: 'open',
          },
        },
        open: {},
        keeping: {
          invoke: {
            src: 'keep',
            input: ({ context }) => context.consent ?? { analytics: false },
            onDone: [
              {
                guard: { type: 'isGranted', params: ({ context }) => context },
                target: 'granted',
              },
              { target: 'refused' },
            ],
            // A choice that cannot be kept holds for this page.
            onError: [{ guard: { type: 'isGranted', params: ({ context }) => context }, target: 'granted' }, 'refused'],
          },
        },
        granted: {
          tags: 'granted',
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'mayCount', target: 'counting' }, { target: 'idle' }] },
            counting: { invoke: { src: 'countVisits' } },
            idle: {},
          },
        },
        refused: { tags: 'refused', invoke: { src: 'clearTraces', onDone: {}, onError: {} } },
      },
    },
    dialog: {
      initial: 'waiting',
      on: {
        'consent.acceptAll': '.closed',
        'consent.rejectAll': '.closed',
        'consent.acceptSelection': '.closed',
        'consent.changed': '.closed',
        'consent.close': '.closed',
        'consent.open': '.asking',
      },
      states: {
        waiting: {
          always: { guard: 'isOpen', target: 'asking' },
        },
        closed: {},
        asking: { tags: 'asking', on: { 'consent.manage': 'managing' } },
        managing: { tags: 'managing' },
      },
    },
  },
});

/** What was agreed to, or null before there is a choice. */
export function selectConsent(snapshot: SnapshotFrom<typeof consentMachine>): Consent | null {
  return snapshot.context.consent;
}

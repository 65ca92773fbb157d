// One piece: who is signed in cannot be told apart from what the network allows.
import { type ActorRefFrom, assign, raise, type SnapshotFrom, setup } from 'xstate';
import type { AuthEvent, AuthFailure, AuthOutcome, Credentials, Identity, SessionMark } from '#contract/auth';
import { productRefreshDelay } from '#contract/constants';
import type { Profile } from '#contract/profile';
import { listening, promised } from './actor-types.ts';

/** What this device remembers of an earlier visit. */
export interface Remembered {
  readonly identity: Identity | null;
  /** The client has a session in its storage, or the address of the page holds one. */
  readonly hasSession: boolean;
}

/** How the profile was looked for; `missing`: there is no row, or the server says that it cannot be read (spec §7). */
export type FoundProfile = { readonly profile: Profile } | 'missing' | 'unreachable';

export type SignUpOutcome = AuthOutcome<{ readonly needsConfirmation: boolean }>;

interface Context {
  readonly identity: Identity | null;
  readonly session: SessionMark | null;
  readonly hasSession: boolean;
  readonly failure: AuthFailure | null;
  /** Where a mail went that is waited for. */
  readonly awaited: string | null;
  /** The session ended without anybody asking for it: what is on the device stays. */
  readonly isLost: boolean;
  readonly isOnline: boolean;
  readonly isRecoveryPage: boolean;
}

interface Change {
  readonly event: AuthEvent;
  readonly session: SessionMark | null;
  /** ISO 8601. */
  readonly at: string;
}

/** News of the client, from any tab. */
export type ClientChanged = Change & { readonly type: 'supabase.changed' };

type AuthMachineEvent =
  | ClientChanged
  | { readonly type: 'network.online' | 'network.offline' | 'network.captive' | 'auth.startAgain' }
  | { readonly type: 'client.need' | 'client.failed' }
  | { readonly type: 'page.changed'; readonly isRecoveryPage: boolean }
  | { readonly type: 'auth.signIn' | 'auth.signUp'; readonly credentials: Credentials }
  | { readonly type: 'auth.requestReset'; readonly email: string }
  | { readonly type: 'auth.setPassword'; readonly password: string }
  | { readonly type: 'auth.signOut'; readonly scope: 'local' | 'global' }
  | { readonly type: 'profile.changed'; readonly profile: Profile };

/** What an actor threw is told like what the sign-in refuses. */
function accident(error: unknown): AuthOutcome {
  return { failure: { code: 'internal', message: String(error), status: null, reasons: [], retryAfter: null } };
}

function isNamed(profile: Profile | null | undefined): boolean {
  return (profile?.username ?? '') !== '';
}

const news = <News>({ event }: { event: News }): News => event;
const outcomeOf = <Outcome>({ event }: { event: { output: Outcome } }) => ({ outcome: event.output });
const accidentOf = ({ event }: { event: { error: unknown } }) => ({ outcome: accident(event.error) });

/** Transitions that several states have: into a password that is to be set, into a session, back to the form. */
const takesNews = { type: 'takeSession', params: news } as const;
const recovers = {
  guard: { type: 'isRecovery', params: news },
  target: 'recovering',
  actions: [takesNews, 'keepIdentity'],
} as const;
const enters = {
  guard: { type: 'hasSession', params: news },
  target: 'signedIn',
  actions: [takesNews, 'keepIdentity'],
} as const;
/** Somebody else than who is remembered: nothing of the one before stays. */
const replaces = {
  guard: { type: 'isOther', params: news },
  target: 'signedIn',
  actions: ['dropOwned', takesNews, 'keepIdentity'],
} as const;
const breaks = { target: 'idle', actions: { type: 'takeFailure', params: accidentOf } } as const;

/** Who is signed in, and what the network allows to do about it (spec §4). */
export const authMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AuthMachineEvent,
    input: {} as { readonly isOnline: boolean; readonly isRecoveryPage: boolean },
    tags: {} as 'unknown' | 'member' | 'anonymous' | 'busy' | 'sent' | 'needsName' | 'recovering',
  },
  actors: {
    recall: promised<Remembered, undefined>('recall'),
    watchClient: listening('watchClient'),
    watchNetwork: listening('watchNetwork'),
    signIn: promised<AuthOutcome, Credentials>('signIn'),
    signUp: promised<SignUpOutcome, Credentials>('signUp'),
    requestReset: promised<AuthOutcome, { readonly email: string }>('requestReset'),
    setPassword: promised<AuthOutcome, { readonly password: string }>('setPassword'),
    findProfile: promised<FoundProfile, { readonly userId: string }>('findProfile'),
    refresh: promised<AuthOutcome, undefined>('refresh'),
    wasSignedOut: promised<boolean, undefined>('wasSignedOut'),
    signOut: promised<void, { readonly scope: 'local' | 'global'; readonly isOnline: boolean }>('signOut'),
  },
  guards: {
    isOnline: ({ context }) => context.isOnline,
    mustOpen: ({ context }) => context.isOnline && context.hasSession,
    isAway: ({ context }) => context.identity !== null && context.hasSession,
    mayReturn: ({ context }) => context.hasSession,
    hasIdentity: ({ context }) => context.identity !== null,
    isKnown: ({ context }, { session }: Change) => session !== null && session.mark === context.session?.mark,
    isOther: ({ context: { identity } }, { session }: Change) =>
      session !== null && identity !== null && session.userId !== identity.userId,
    isNewcomer: ({ context }, { session }: Change) => session !== null && session.userId !== context.identity?.userId,
    hasSession: (_, { session }: Change) => session !== null,
    isRecovery: ({ context }, { event, session }: Change) =>
      event === 'PASSWORD_RECOVERY' && session !== null && context.isRecoveryPage,
    isEnd: (_, { event, session }: Change) => event === 'SIGNED_OUT' && session === null,
    hasFailed: (_, { outcome }: { outcome: AuthOutcome<unknown> }) => 'failure' in outcome,
    isAwaited: (_, { outcome }: { outcome: SignUpOutcome }) => 'value' in outcome && outcome.value.needsConfirmation,
    isNamed: (_, { found }: { found: FoundProfile }) => typeof found === 'object' && isNamed(found.profile),
    isUnreachable: (_, { found }: { found: FoundProfile }) => found === 'unreachable',
    isTrue: (_, { value }: { value: boolean }) => value,
    leaves: (_, { isRecoveryPage }: { isRecoveryPage: boolean }) => !isRecoveryPage,
  },
  actions: {
    takeRemembered: assign((_, { remembered }: { remembered: Remembered }) => remembered),
    takeSession: assign(({ context }, { session, at }: Change) => {
      if (session === null) return {};
      const { userId, email } = session;
      const profile = context.identity?.userId === userId ? context.identity.profile : null;
      return { session, isLost: false, failure: null, identity: { userId, email, profile, lastVerifiedAt: at } };
    }),
    takeProfile: assign(({ context }, { found }: { found: FoundProfile }) =>
      context.identity === null || typeof found === 'string'
        ? {}
        : { identity: { ...context.identity, profile: found.profile } },
    ),
    takeFailure: assign((_, { outcome }: { outcome: AuthOutcome<unknown> }) => ({
      failure: 'failure' in outcome ? outcome.failure : null,
    })),
    forgetFailure: assign({ failure: null, awaited: null }),
    await: assign((_, { awaited }: { awaited: string | null }) => ({ awaited })),
    loseSession: assign({ session: null, hasSession: false, isLost: true }),
    forgetPerson: assign({ session: null, identity: null, hasSession: false, isLost: false, failure: null }),
    noteNetwork: assign((_, { isOnline }: { isOnline: boolean }) => ({ isOnline })),
    notePage: assign((_, { isRecoveryPage }: { isRecoveryPage: boolean }) => ({ isRecoveryPage })),
    needClient: raise({ type: 'client.need' }),
    /** Given by the app: the client may ask the server, or may not. */
    openGate: () => undefined,
    shutGate: () => undefined,
    /** Given by the app: writes the identity of the context to the device. */
    keepIdentity: () => undefined,
    /** Given by the app: what is in memory of another user goes. */
    dropOwned: () => undefined,
  },
  delays: { productRefreshDelay, reopenDelay: 15_000 },
}).createMachine({
  id: 'auth',
  type: 'parallel',
  context: ({ input }) => ({
    identity: null,
    session: null,
    hasSession: false,
    failure: null,
    awaited: null,
    isLost: false,
    ...input,
  }),
  on: { 'page.changed': { actions: { type: 'notePage', params: news } } },
  states: {
    connectivity: {
      invoke: { src: 'watchNetwork' },
      initial: 'unknown',
      on: {
        'network.online': { target: '.online', actions: { type: 'noteNetwork', params: { isOnline: true } } },
        'network.offline': { target: '.offline', actions: { type: 'noteNetwork', params: { isOnline: false } } },
        'network.captive': { target: '.captive', actions: { type: 'noteNetwork', params: { isOnline: false } } },
      },
      states: {
        unknown: {},
        online: { entry: 'openGate' },
        offline: { entry: 'shutGate' },
        captive: { entry: 'shutGate' },
      },
    },
    // The client is loaded for who has a session or wants one, and for nobody else.
    client: {
      initial: 'closed',
      states: {
        closed: { on: { 'client.need': 'open' } },
        open: { invoke: { src: 'watchClient' }, on: { 'client.failed': 'closed' } },
      },
    },
    session: {
      initial: 'booting',
      states: {
        booting: {
          tags: 'unknown',
          invoke: {
            src: 'recall',
            onDone: {
              target: 'deciding',
              actions: { type: 'takeRemembered', params: ({ event }) => ({ remembered: event.output }) },
            },
            onError: 'signedOut',
          },
        },
        deciding: {
          always: [
            { guard: 'mustOpen', target: 'opening' },
            { guard: 'isAway', target: 'offlineIdentity' },
            // Somebody is known who has no session any more: it was lost before this page was loaded.
            { guard: 'hasIdentity', target: 'signedOut', actions: 'loseSession' },
            { target: 'signedOut' },
          ],
        },
        opening: {
          tags: 'unknown',
          entry: 'needClient',
          on: {
            'supabase.changed': [recovers, replaces, enters, { target: 'losing' }],
            'network.offline': { guard: 'hasIdentity', target: 'offlineIdentity' },
            'network.captive': { guard: 'hasIdentity', target: 'offlineIdentity' },
            'client.failed': [{ guard: 'hasIdentity', target: 'offlineIdentity' }, { target: 'signedOut' }],
          },
        },
        offlineIdentity: {
          tags: 'member',
          // A client that could not be loaded may be had later, without any news of the network.
          after: { reopenDelay: { guard: 'isOnline', target: 'opening' } },
          on: {
            'network.online': 'opening',
            'auth.signOut': 'signingOut',
            'supabase.changed': [replaces, enters],
          },
        },
        losing: {
          tags: 'unknown',
          // A link may make a session while it is found out what became of the last one.
          on: { 'supabase.changed': [recovers, replaces, enters] },
          invoke: {
            src: 'wasSignedOut',
            onDone: [
              {
                guard: { type: 'isTrue', params: ({ event }) => ({ value: event.output }) },
                target: 'signedOut',
                actions: ['forgetPerson', 'dropOwned'],
              },
              { target: 'signedOut', actions: 'loseSession' },
            ],
            onError: { target: 'signedOut', actions: 'loseSession' },
          },
        },
        signedOut: {
          tags: 'anonymous',
          initial: 'idle',
          on: {
            'supabase.changed': [
              recovers,
              // A visitor has read what everybody sees; now there may be more.
              { ...replaces, guard: { type: 'isNewcomer', params: news } },
              enters,
            ],
            'auth.startAgain': { target: '.idle', actions: 'forgetFailure' },
            'network.online': { guard: 'mayReturn', target: 'opening' },
          },
          states: {
            idle: {
              on: {
                'auth.signIn': 'signingIn',
                'auth.signUp': 'signingUp',
                'auth.requestReset': 'requestingReset',
              },
            },
            signingIn: {
              tags: 'busy',
              entry: ['needClient', 'forgetFailure'],
              invoke: {
                src: 'signIn',
                input: ({ event }) => credentialsOf(event),
                onDone: {
                  target: 'idle',
                  actions: { type: 'takeFailure', params: outcomeOf },
                },
                onError: breaks,
              },
            },
            signingUp: {
              tags: 'busy',
              entry: [
                'needClient',
                'forgetFailure',
                { type: 'await', params: ({ event }) => ({ awaited: credentialsOf(event).email }) },
              ],
              invoke: {
                src: 'signUp',
                input: ({ event }) => credentialsOf(event),
                onDone: [
                  {
                    guard: { type: 'isAwaited', params: outcomeOf },
                    target: 'awaitingConfirmation',
                  },
                  {
                    target: 'idle',
                    actions: { type: 'takeFailure', params: outcomeOf },
                  },
                ],
                onError: breaks,
              },
            },
            awaitingConfirmation: { tags: 'sent' },
            requestingReset: {
              tags: 'busy',
              entry: [
                'needClient',
                'forgetFailure',
                { type: 'await', params: ({ event }) => ({ awaited: emailOf(event) }) },
              ],
              invoke: {
                src: 'requestReset',
                input: ({ event }) => ({ email: emailOf(event) }),
                onDone: [
                  {
                    guard: { type: 'hasFailed', params: outcomeOf },
                    target: 'idle',
                    actions: { type: 'takeFailure', params: outcomeOf },
                  },
                  { target: 'resetSent' },
                ],
                onError: breaks,
              },
            },
            resetSent: { tags: 'sent' },
          },
        },
        signedIn: {
          tags: 'member',
          type: 'parallel',
          on: {
            'supabase.changed': [
              recovers,
              // Every return to a tab tells the same again.
              { guard: { type: 'isKnown', params: news } },
              { ...replaces, reenter: true },
              {
                guard: { type: 'hasSession', params: news },
                actions: [takesNews, 'keepIdentity'],
              },
              { guard: { type: 'isEnd', params: news }, target: 'losing' },
            ],
            'auth.signOut': 'signingOut',
            'profile.changed': {
              target: '.profile.ready',
              actions: [{ type: 'takeProfile', params: ({ event }) => ({ found: event }) }, 'keepIdentity'],
            },
          },
          states: {
            profile: {
              initial: 'loading',
              states: {
                loading: {
                  invoke: {
                    src: 'findProfile',
                    input: ({ context }) => ({ userId: context.identity?.userId ?? '' }),
                    onDone: [
                      {
                        guard: { type: 'isNamed', params: ({ event }) => ({ found: event.output }) },
                        target: 'ready',
                        actions: [
                          { type: 'takeProfile', params: ({ event }) => ({ found: event.output }) },
                          'keepIdentity',
                        ],
                      },
                      {
                        guard: { type: 'isUnreachable', params: ({ event }) => ({ found: event.output }) },
                        target: 'stale',
                      },
                      {
                        target: 'missing',
                        actions: { type: 'takeProfile', params: ({ event }) => ({ found: event.output }) },
                      },
                    ],
                    onError: 'stale',
                  },
                },
                ready: {},
                missing: { tags: 'needsName' },
                // The snapshot speaks as long as nobody knows better.
                stale: { on: { 'network.online': 'loading' } },
              },
            },
            refresh: {
              initial: 'waiting',
              states: {
                waiting: { after: { productRefreshDelay: 'due' } },
                due: { always: { guard: 'isOnline', target: 'refreshing' }, on: { 'network.online': 'refreshing' } },
                refreshing: { invoke: { src: 'refresh', onDone: 'waiting', onError: 'waiting' } },
              },
            },
          },
        },
        recovering: {
          tags: 'recovering',
          initial: 'idle',
          on: {
            'page.changed': [
              {
                guard: { type: 'leaves', params: news },
                target: 'signingOut',
                actions: { type: 'notePage', params: news },
              },
              { actions: { type: 'notePage', params: news } },
            ],
            'auth.signOut': 'signingOut',
          },
          states: {
            idle: { on: { 'auth.setPassword': 'setting' } },
            setting: {
              tags: 'busy',
              entry: 'forgetFailure',
              invoke: {
                src: 'setPassword',
                input: ({ event }) => ({ password: event.type === 'auth.setPassword' ? event.password : '' }),
                onDone: [
                  {
                    guard: { type: 'hasFailed', params: outcomeOf },
                    target: 'idle',
                    actions: { type: 'takeFailure', params: outcomeOf },
                  },
                  { target: '#auth.session.signedIn' },
                ],
                onError: breaks,
              },
            },
          },
        },
        signingOut: {
          tags: 'unknown',
          invoke: {
            src: 'signOut',
            input: ({ context, event }) => ({
              scope: event.type === 'auth.signOut' ? event.scope : ('local' as const),
              isOnline: context.isOnline,
            }),
            onDone: { target: 'signedOut', actions: ['forgetPerson', 'dropOwned'] },
            onError: { target: 'signedOut', actions: ['forgetPerson', 'dropOwned'] },
          },
        },
      },
    },
  },
});

function credentialsOf(event: AuthMachineEvent): Credentials {
  const isOrder = event.type === 'auth.signIn' || event.type === 'auth.signUp';
  return isOrder ? event.credentials : { email: null, phone: null, password: '' };
}

function emailOf(event: AuthMachineEvent): string {
  return event.type === 'auth.requestReset' ? event.email : '';
}

export type AuthRef = ActorRefFrom<typeof authMachine>;
type Snapshot = SnapshotFrom<typeof authMachine>;

/** Who uses this device; after a session was lost, who did. */
export function selectIdentity(snapshot: Snapshot): Identity | null {
  return snapshot.context.identity;
}

/** Why the last order was refused. */
export function selectAuthFailure(snapshot: Snapshot): AuthFailure | null {
  return snapshot.context.failure;
}

/** Where a mail went that is waited for. */
export function selectAwaited(snapshot: Snapshot): string | null {
  return snapshot.context.awaited;
}

/** The session ended by itself: sign in again. */
export function selectIsLost(snapshot: Snapshot): boolean {
  return snapshot.context.isLost;
}

/** Can the server be asked? */
export function selectIsOnline(snapshot: Snapshot): boolean {
  return snapshot.context.isOnline;
}

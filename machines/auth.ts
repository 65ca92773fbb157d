// One piece: the user depends on the network, the client and the page at once.
import { type ActorRefFrom, assign, forwardTo, raise, type SnapshotFrom, setup } from 'xstate';
import { overdueDelay } from '#contract/constants';
import type { Identity, SessionChange, SessionEnd, SessionInfo } from '#contract/entities/identity';
import type { Profile } from '#contract/entities/profile';
import { listening, promised } from './actor-types.ts';
import { eventOf } from './event-params.ts';
import type { NetworkEvent } from './network-event.ts';
import { isNamed, type ProfileFound, profileLookupMachine } from './profile-lookup.ts';

/** The stored state of an earlier visit. */
export interface StoredSession {
  readonly identity: Identity | null;
  /** The client has a session in its storage, or the address of the page holds one. */
  readonly hasSession: boolean;
  /** How the last session ended, unless the user has signed out or in since. */
  readonly end: SessionEnd | null;
}

interface Context {
  readonly identity: Identity | null;
  readonly session: SessionInfo | null;
  readonly hasSession: boolean;
  /** How the session ended although the user did not sign out; null: it did not. Only drafts stay on the device. */
  readonly end: SessionEnd | null;
  /** The user of an ended session, as long as the page lives: input may still be stored as a draft. */
  readonly endedUserId: string | null;
  readonly isOnline: boolean;
  readonly isRecoveryPage: boolean;
  /** The last change of the session before the stored state was read. */
  readonly early: SessionChanged | null;
}

/** A change of the session, from any tab. */
export type SessionChanged = SessionChange & { readonly type: 'session.changed' };

type AuthMachineEvent =
  | SessionChanged
  | NetworkEvent
  | { readonly type: 'client.require' | 'client.failed' }
  | { readonly type: 'page.changed'; readonly isRecoveryPage: boolean }
  | { readonly type: 'auth.signOut'; readonly scope: 'local' | 'global' }
  | { readonly type: 'profile.saved'; readonly profile: Profile }
  | { readonly type: 'profile.invalidated' }
  | ProfileFound;

const storeSession = { type: 'storeSession', params: eventOf } as const;
const toRecovering = {
  guard: { type: 'isRecovery', params: eventOf },
  target: 'recovering',
  actions: [storeSession, 'storeIdentity'],
} as const;
const toSignedIn = {
  guard: { type: 'hasSession', params: eventOf },
  target: 'signedIn',
  actions: [storeSession, 'storeIdentity'],
} as const;
/** Another user than the stored one: nothing of that user stays. */
const toOtherUser = {
  guard: { type: 'isOtherUser', params: eventOf },
  target: 'signedIn',
  actions: ['clearOwned', storeSession, 'storeIdentity'],
} as const;

/** The end of a login: removes the data of the user from the device, except drafts. */
function endOf(end: SessionEnd) {
  return [{ type: 'storeEnd', params: { end } }, 'clearOwned', 'removeIdentity'] as const;
}

const storeProfile = [{ type: 'storeProfile', params: eventOf }, 'storeIdentity'] as const;

/** The signed-in user. A temporary failure never ends a session and never changes the user or the name. */
export const authMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AuthMachineEvent,
    input: {} as { readonly isOnline: boolean; readonly isRecoveryPage: boolean },
    tags: {} as 'unknown' | 'member' | 'anonymous' | 'needsName' | 'recovering',
  },
  actors: {
    readStored: promised<StoredSession, undefined>('readStored'),
    /** Loads the auth client and reports changes of the session. */
    watchClient: listening('watchClient'),
    /** Reports whether the server can be reached, once at the start and on every change. */
    watchNetwork: listening('watchNetwork'),
    profileLookup: profileLookupMachine,
    /** How the session ended; null when the user has signed out, in this tab or another. */
    findEnd: promised<SessionEnd | null, undefined>('findEnd'),
    signOut: promised<void, { readonly scope: 'local' | 'global' }>('signOut'),
  },
  guards: {
    isOnline: ({ context }) => context.isOnline,
    mayRestore: ({ context }) => context.isOnline && context.hasSession,
    isStoredUser: ({ context }) => context.identity !== null && context.hasSession,
    mayReturn: ({ context }) => context.hasSession,
    hasIdentity: ({ context }) => context.identity !== null,
    isSameToken: ({ context }, { session }: SessionChange) =>
      session !== null && session.fingerprint === context.session?.fingerprint,
    isOtherUser: ({ context: { identity } }, { session }: SessionChange) =>
      session !== null && identity !== null && session.userId !== identity.userId,
    isNewUser: ({ context }, { session }: SessionChange) =>
      session !== null && session.userId !== context.identity?.userId,
    hasSession: (_, { session }: SessionChange) => session !== null,
    /** The session may come back: it is still stored, and could not be refreshed for now. */
    isUnavailable: (_, { event }: SessionChange) => event === 'SESSION_UNAVAILABLE',
    isRecovery: ({ context }, { event, session }: SessionChange) =>
      event === 'PASSWORD_RECOVERY' && session !== null && context.isRecoveryPage,
    isUpdated: (_, { event }: SessionChange) => event === 'USER_UPDATED',
    isSignedOut: (_, { event }: SessionChange) => event === 'SIGNED_OUT',
    isSignOut: (_, { end }: { end: SessionEnd | null }) => end === null,
    isEarly: ({ context }) => context.early !== null,
    isLeaving: (_, { isRecoveryPage }: { isRecoveryPage: boolean }) => !isRecoveryPage,
  },
  actions: {
    storeRead: assign((_, { stored }: { stored: StoredSession }) => stored),
    storeSession: assign(({ context }, { session, at }: SessionChange) => {
      if (session === null) return {};
      const { userId, email } = session;
      const profile = context.identity?.userId === userId ? context.identity.profile : null;
      return {
        session,
        end: null,
        endedUserId: null,
        identity: { userId, email, profile, lastVerifiedAt: at },
      };
    }),
    storeProfile: assign(({ context }, { profile }: { profile: Profile | null }) =>
      context.identity === null ? {} : { identity: { ...context.identity, profile } },
    ),
    storeEnd: assign(({ context }, { end }: { end: SessionEnd | null }) => ({
      session: null,
      identity: null,
      hasSession: false,
      end,
      endedUserId: context.identity?.userId ?? null,
    })),
    clearUser: assign({ session: null, identity: null, hasSession: false, end: null, endedUserId: null }),
    storeNetwork: assign((_, { status }: NetworkEvent) => ({ isOnline: status === 'online' })),
    storePage: assign((_, { isRecoveryPage }: { isRecoveryPage: boolean }) => ({ isRecoveryPage })),
    requireClient: raise({ type: 'client.require' }),
    storeEarly: assign((_, change: SessionChanged) => ({ early: change })),
    /** Once it is known who was here before; `isEarly` holds. */
    applyEarly: raise(({ context }) => context.early as SessionChanged),
    /** Provided by the app: writes the identity of the context to the device. */
    storeIdentity: () => undefined,
    /** Provided by the app: removes the cached responses of another user. */
    clearOwned: () => undefined,
    /** Provided by the app: removes the identity from the device. */
    removeIdentity: () => undefined,
  },
  delays: {
    reloadDelay: 15_000,
    restoreDelay: 1_500,
    restoreTimeout: overdueDelay,
  },
}).createMachine({
  id: 'auth',
  type: 'parallel',
  context: ({ input }) => ({
    ...{ identity: null, session: null, hasSession: false, end: null, endedUserId: null, early: null },
    ...input,
  }),
  on: { 'page.changed': { actions: { type: 'storePage', params: eventOf } } },
  states: {
    network: {
      invoke: { src: 'watchNetwork' },
      on: { 'network.*': { actions: { type: 'storeNetwork', params: eventOf } } },
    },
    // The client is loaded only for a session or a sign-in.
    client: {
      initial: 'idle',
      states: {
        idle: { on: { 'client.require': 'loaded' } },
        loaded: { invoke: { src: 'watchClient' }, on: { 'client.failed': 'failed' } },
        failed: {
          on: { 'client.require': 'loaded', 'network.online': 'loaded' },
          after: { reloadDelay: { guard: 'isOnline', target: 'loaded' } },
        },
      },
    },
    session: {
      initial: 'booting',
      states: {
        booting: {
          tags: 'unknown',
          // A login form does not wait for a slow device.
          on: { 'session.changed': { actions: { type: 'storeEarly', params: eventOf } } },
          invoke: {
            src: 'readStored',
            onDone: [
              {
                guard: 'isEarly',
                target: 'deciding',
                actions: [{ type: 'storeRead', params: ({ event }) => ({ stored: event.output }) }, 'applyEarly'],
              },
              {
                target: 'deciding',
                actions: { type: 'storeRead', params: ({ event }) => ({ stored: event.output }) },
              },
            ],
            onError: [{ guard: 'isEarly', target: 'signedOut', actions: 'applyEarly' }, { target: 'signedOut' }],
          },
        },
        deciding: {
          always: [
            { guard: 'mayRestore', target: 'restoring' },
            { guard: 'isStoredUser', target: 'unverified' },
            // A stored user without a session: it ended without a stored reason.
            { guard: 'hasIdentity', target: 'signedOut', actions: endOf('unknown') },
            { target: 'signedOut' },
          ],
        },
        restoring: {
          tags: 'unknown',
          entry: 'requireClient',
          // A slow or failing auth service must not block the pages of this device.
          after: {
            restoreDelay: { guard: 'hasIdentity', target: 'unverified' },
            // A session that comes later is taken all the same.
            restoreTimeout: 'signedOut',
          },
          on: {
            'session.changed': [
              toRecovering,
              toOtherUser,
              toSignedIn,
              { guard: { type: 'isUnavailable', params: eventOf }, target: 'unverified' },
              { target: 'ending' },
            ],
            'network.offline': { guard: 'hasIdentity', target: 'unverified' },
            'client.failed': [{ guard: 'hasIdentity', target: 'unverified' }, { target: 'signedOut' }],
          },
        },
        /** The user is known from this device; the session is not confirmed. */
        unverified: {
          tags: 'member',
          on: {
            'network.online': { actions: 'requireClient' },
            'auth.signOut': 'signingOut',
            'profile.saved': { actions: { type: 'storeProfile', params: eventOf } },
            'session.changed': [
              toOtherUser,
              toSignedIn,
              { guard: { type: 'isUnavailable', params: eventOf } },
              { target: 'ending' },
            ],
          },
        },
        ending: {
          tags: 'unknown',
          // A link may start a session meanwhile.
          on: { 'session.changed': [toRecovering, toOtherUser, toSignedIn] },
          invoke: {
            src: 'findEnd',
            onDone: [
              {
                guard: { type: 'isSignOut', params: ({ event }) => ({ end: event.output }) },
                target: 'signedOut',
                actions: ['clearUser', 'clearOwned'],
              },
              {
                target: 'signedOut',
                actions: [
                  { type: 'storeEnd', params: ({ event }) => ({ end: event.output }) },
                  'clearOwned',
                  'removeIdentity',
                ],
              },
            ],
            onError: { target: 'signedOut', actions: endOf('unknown') },
          },
        },
        signedOut: {
          tags: 'anonymous',
          on: {
            'session.changed': [
              toRecovering,
              // Reads may have more for a member than for a visitor.
              { ...toOtherUser, guard: { type: 'isNewUser', params: eventOf } },
              toSignedIn,
            ],
            'network.online': { guard: 'mayReturn', target: 'restoring' },
          },
        },
        signedIn: {
          tags: 'member',
          on: {
            'session.changed': [
              toRecovering,
              // The client repeats its last event whenever the tab is shown.
              { guard: { type: 'isSameToken', params: eventOf } },
              { ...toOtherUser, reenter: true },
              { guard: { type: 'hasSession', params: eventOf }, actions: [storeSession, 'storeIdentity'] },
              { guard: { type: 'isSignedOut', params: eventOf }, target: 'ending' },
            ],
            'auth.signOut': 'signingOut',
            'network.*': { actions: forwardTo('profileLookup') },
            'profile.saved': { target: '.named', actions: [forwardTo('profileLookup'), ...storeProfile] },
            'profile.invalidated': { target: '.named', actions: forwardTo('profileLookup') },
            'profile.found': { target: '.named', actions: storeProfile },
            'profile.missing': { target: '.nameless', actions: storeProfile },
            'profile.failed': '.nameless',
          },
          invoke: {
            id: 'profileLookup',
            src: 'profileLookup',
            input: ({ context: { identity } }) => ({
              userId: identity?.userId ?? '',
              isNamed: isNamed(identity?.profile),
            }),
          },
          initial: 'named',
          states: { named: {}, nameless: { tags: 'needsName' } },
        },
        /** A link of a mail has signed the user in to set a new password. */
        recovering: {
          tags: 'recovering',
          on: {
            'session.changed': { guard: { type: 'isUpdated', params: eventOf }, target: 'signedIn' },
            'page.changed': {
              guard: { type: 'isLeaving', params: eventOf },
              target: 'signingOut',
              actions: { type: 'storePage', params: eventOf },
            },
            'auth.signOut': 'signingOut',
          },
        },
        signingOut: {
          tags: 'unknown',
          invoke: {
            src: 'signOut',
            input: ({ event }) => ({ scope: event.type === 'auth.signOut' ? event.scope : ('local' as const) }),
            onDone: { target: 'signedOut', actions: ['clearUser', 'clearOwned'] },
            onError: { target: 'signedOut', actions: ['clearUser', 'clearOwned'] },
          },
        },
      },
    },
  },
});

export type AuthRef = ActorRefFrom<typeof authMachine>;
type Snapshot = SnapshotFrom<typeof authMachine>;

/** The user whose input may be stored as drafts; null from the start of a sign-out, which removes them. */
export function selectDraftOwner(snapshot: Snapshot): string | null {
  if (snapshot.hasTag('unknown')) return null;
  return snapshot.context.identity?.userId ?? snapshot.context.endedUserId;
}

/** Whether the user has a name; `unknown` until the profile was found once. */
export function selectNameState(snapshot: Snapshot): 'named' | 'missing' | 'unknown' {
  if (snapshot.hasTag('needsName')) return 'missing';
  return isNamed(snapshot.context.identity?.profile) ? 'named' : 'unknown';
}

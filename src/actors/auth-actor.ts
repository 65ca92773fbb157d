import { createActor, fromCallback, fromPromise } from 'xstate';
import type { ServerConfig } from '#contract/api/config';
import type { Outcome } from '#contract/api/problem';
import { getConfig, getProfile } from '#contract/calls/site';
import { sessionRefreshInterval } from '#contract/constants';
import type { AuthEndpoint } from '#contract/entities/identity';
import { fieldsOf } from '#contract/json/fields-of';
import { type AuthRef, authMachine, type SessionChanged } from '#machines/auth';
import { profileLookupMachine } from '#machines/profile-lookup';
import { type AuthClient, createAuthClient } from '../auth/auth-client.ts';
import { readTokenClaims, type TokenClaims } from '../auth/token-claims.ts';
import { webStorage } from '../browser/web-storage.ts';
import { type AuthLink, authLinkOf, withoutAuthLink } from '../format/auth-link.ts';
import type { QueryCache } from '../queries/query-cache.ts';
import type { SettingsStore } from '../storage/settings-store.ts';
import type { AccountSwitch, Auth } from './auth.tsx';
import type { Connectivity } from './connectivity.ts';
import { shareAttempts } from './shared-attempts.ts';
import { snapshotWhen } from './snapshot-when.ts';
import { watchNetwork } from './watch-network.ts';

interface AuthDependencies {
  /** Asks the server for its settings: where the auth service is, and others, which views need too. */
  readonly fetchConfig: () => Promise<Outcome<ServerConfig>>;
  readonly connectivity: Connectivity;
  readonly queries: Pick<QueryCache, 'clear' | 'put' | 'serverTime' | 'subscribe'>;
  readonly settings: SettingsStore;
  /** Removes a user's drafts: a sign-out has asked before. */
  readonly removeDrafts: (userId: string) => Promise<void>;
}

/** Provides the auth machine with its actors and starts it. */
export function startAuth(dependencies: AuthDependencies): Auth {
  const { connectivity, queries, settings } = dependencies;
  const link = takeLink();
  const client = createAuthClient({
    endpoint: () => findEndpoint(dependencies),
    storage: webStorage(),
    fetcher: (input, init) => fetch(input, init),
    elapsed: () => performance.now(),
    serverTime: queries.serverTime,
    origin: location.origin,
    network: { isOnline: () => connectivity.status() === 'online', subscribe: connectivity.subscribe },
    pendingRevocations: {
      read: () => settings.readSetting('revocations'),
      store: (revocations) => settings.storeSetting('revocations', revocations),
    },
    onSettled: connectivity.reportCall,
    onEnded: async (end) => {
      // Each where the other fails: nothing private stays.
      await Promise.allSettled([settings.storeEnd(end), queries.clear()]);
    },
  });
  const foreign = foreignAccountOf(link, client.storedUserId());
  if (foreign !== null) showQuestion();
  const ref = startMachine(client, foreign === null ? link : null, dependencies);
  const isOpened = foreign === null && (link?.kind === 'tokens' || link?.kind === 'code');
  const userIdWhen = async (isReady: Parameters<typeof snapshotWhen<AuthRef>>[1]) =>
    (await snapshotWhen(ref, isReady)).context.identity?.userId ?? null;
  return {
    ref,
    client,
    ...linkOfPage(link),
    cachedUserId: () => userIdWhen((snapshot) => !snapshot.matches({ session: 'booting' })),
    settledUserId: () => userIdWhen((snapshot) => !snapshot.hasTag('unknown')),
    followLink: isOpened && link !== null ? startLink(client, link) : null,
    accountSwitch: foreign === null ? null : askToSwitch(ref, client, link, foreign),
  };
}

/** The user of a link's tokens, if not the user of this device's session. */
function foreignAccountOf(link: AuthLink | null, userId: string | null): TokenClaims | null {
  if (link?.kind !== 'tokens' || userId === null) return null;
  const claims = readTokenClaims(link.access);
  return claims?.userId === userId ? null : (claims ?? { userId: '', email: '' });
}

/** The two pages for links of mails confirm the change of user; a link on another page may be forged. */
function showQuestion(): void {
  const isAsking = location.pathname === '/login' || location.pathname === '/resetPasswordConfirm';
  if (!isAsking) history.replaceState(history.state, '', '/login');
}

/** Follows a link at once, whatever page shows how that ends. */
function startLink(client: AuthClient, link: AuthLink): Auth['followLink'] {
  const { start, join } = shareAttempts((signal) => client.applyLink(link, signal));
  start();
  return join;
}

/** Follows a link to another account once the user has accepted that. */
function askToSwitch(ref: AuthRef, client: AuthClient, link: AuthLink | null, claims: TokenClaims): AccountSwitch {
  let isAccepted = false;
  return {
    ...claims,
    accept: () => {
      isAccepted = true;
    },
    isAccepted: () => isAccepted,
    followLink: shareAttempts((signal) => switchAccount(ref, client, link, signal)).join,
  };
}

/** Follows a link after the sign-out. */
async function switchAccount(
  ref: AuthRef,
  client: AuthClient,
  link: AuthLink | null,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  await snapshotWhen(ref, (snapshot) => snapshot.hasTag('anonymous'));
  ref.send({ type: 'client.require' });
  return link === null ? { value: null, version: null } : client.applyLink(link, signal);
}

function startMachine(
  client: AuthClient,
  link: AuthLink | null,
  { connectivity, queries, settings, removeDrafts }: AuthDependencies,
): AuthRef {
  // A link is about to start a session.
  const startsSession = link !== null && link.kind !== 'error';
  const machine = authMachine.provide({
    actors: {
      readStored: fromPromise(async () => ({
        identity: await settings.readIdentity().catch(() => null),
        hasSession: client.hasSession() || startsSession,
        end: await settings.readEnd().catch(() => null),
      })),
      watchClient: fromCallback(({ sendBack }) =>
        client.watch(
          (change) => sendBack({ type: 'session.changed', ...change } satisfies SessionChanged),
          () => sendBack({ type: 'client.failed' }),
        ),
      ),
      watchNetwork: watchNetwork(connectivity),
      profileLookup: profileLookupMachine.provide({
        actors: { findProfile: fromPromise(({ input, signal }) => client.findProfile(input, signal)) },
        actions: { reportSlow: connectivity.reportSlow },
      }),
      findEnd: fromPromise(async () => {
        const end = await settings.readEnd();
        // A sign-out removes the identity before it notifies other tabs: a stored identity means no sign-out.
        return end ?? ((await settings.readIdentity()) === null ? null : 'unknown');
      }),
      signOut: fromPromise(({ input }) =>
        client.signOut(input, async () => {
          const identity = await settings.readIdentity().catch(() => null);
          await settings.removeIdentity().catch(() => undefined);
          if (identity !== null) await removeDrafts(identity.userId).catch(() => undefined);
          await queries.clear();
        }),
      ),
    },
    actions: {
      storeIdentity: ({ context }) => {
        // Without storage the next start does not know the user; nothing else is lost.
        if (context.identity !== null) settings.storeIdentity(context.identity).catch(() => undefined);
      },
      clearOwned: () => void queries.clear(),
      removeIdentity: () => {
        // Another tab may have a session again.
        if (!client.hasSession()) settings.removeIdentity().catch(() => undefined);
      },
    },
  });
  const isOnline = connectivity.status() === 'online';
  const ref = createActor(machine, {
    input: { isOnline, isRecoveryPage: location.pathname === '/resetPasswordConfirm' },
  });
  ref.start();
  followProfile(ref, queries);
  refreshRegularly(() => ref.getSnapshot().matches({ session: 'signedIn' }), client, connectivity);
  return ref;
}

/** Refreshes the session at an interval; without a network as soon as there is one again. */
export function refreshRegularly(
  isSignedIn: () => boolean,
  { refresh }: Pick<AuthClient, 'refresh'>,
  { status, subscribe }: Pick<Connectivity, 'status' | 'subscribe'>,
): void {
  let isDue = false;
  const refreshIfDue = () => {
    if (!isDue || status() !== 'online') return;
    isDue = false;
    void refresh();
  };
  subscribe(refreshIfDue);
  setInterval(() => {
    isDue = isSignedIn();
    refreshIfDue();
  }, sessionRefreshInterval);
}

/** When another tab has saved the profile, this one finds it again. */
function followProfile(ref: AuthRef, queries: Pick<QueryCache, 'subscribe'>): void {
  let followed: string | null = null;
  let stop = (): void => undefined;
  ref.subscribe(({ context }) => {
    const userId = context.identity?.userId ?? null;
    if (userId === followed) return;
    stop();
    followed = userId;
    stop =
      userId === null
        ? () => undefined
        : queries.subscribe({ call: getProfile, params: { userId } }, ({ type }) =>
            type === 'fetched' ? undefined : ref.send({ type: 'profile.invalidated' }),
          );
  });
}

/** Reads the link of a mail and removes its secrets from the address; a token that waits for a click stays there. */
function takeLink(): AuthLink | null {
  const link = authLinkOf(location.href);
  if (link !== null && link.kind !== 'hash') history.replaceState(history.state, '', withoutAuthLink(location.href));
  return link;
}

/** A link counts on the page that it has opened, until that page is left. */
function linkOfPage(link: AuthLink | null): Pick<Auth, 'link' | 'onPageChanged'> {
  const firstPath = location.pathname;
  let isLeft = false;
  return {
    link: () => (isLeft || (link?.kind === 'hash' && !location.search.includes(link.token)) ? null : link),
    onPageChanged: (path) => {
      isLeft ||= path !== firstPath;
    },
  };
}

/** Earlier releases have stored the endpoint under this name. */
const endpointKey = 'auth-place';

/** The endpoint of the auth service: that of the server, otherwise the stored one. */
async function findEndpoint({ settings, fetchConfig, queries }: AuthDependencies): Promise<AuthEndpoint> {
  const outcome = await fetchConfig();
  if ('failure' in outcome) {
    const stored = await settings.readSetting(endpointKey).catch(() => null);
    const { url, publishableKey, isEmbedded } = fieldsOf(stored);
    if (typeof url === 'string' && typeof publishableKey === 'string')
      return { url, publishableKey, isEmbedded: isEmbedded === true };
    throw new TypeError(`The address of the auth service could not be fetched: ${outcome.failure.kind}`);
  }
  // Views that wait for the sign-in with their own request take this answer.
  queries.put({ call: getConfig }, outcome.value, outcome.version);
  const { auth } = outcome.value;
  // The server's own auth service is at the origin of this page, also under another name of the server.
  const endpoint = auth.isEmbedded ? { ...auth, url: location.origin } : auth;
  settings.storeSetting(endpointKey, endpoint).catch(() => undefined);
  return endpoint;
}

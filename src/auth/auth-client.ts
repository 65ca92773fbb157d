// One piece: every call of the Supabase client, which share one session and one pause.

import type { Session, SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { createFailure, type Failure, type Outcome } from '#contract/api/problem';
import type { AuthEndpoint, AuthEvent, Credentials, SessionChange, SessionEnd } from '#contract/entities/identity';
import { Profile } from '#contract/entities/profile';
import { fieldsOf } from '#contract/json/fields-of';
import type { AuthLink, LinkType } from '../format/auth-link.ts';
import { credentialsMissing } from '../format/credentials-missing.ts';
import { withRedirect } from '../format/redirect.ts';
import { toAuthFailure } from './auth-failure.ts';
import { createAuthFetch } from './auth-fetch.ts';
import { createDeviceFetch } from './device-fetch.ts';
import { createOwnFetch } from './own-answer.ts';
import { createRefreshFetch, type Network, type RefusedRefresh } from './refresh-fetch.ts';
import { createRevocations } from './revocations.ts';
import { findSessionEnd } from './session-end.ts';
import { createSessionStorage } from './session-storage.ts';
import { readTokenClaims } from './token-claims.ts';

interface AuthClientSettings {
  readonly endpoint: () => Promise<AuthEndpoint>;
  readonly storage: Storage;
  readonly fetcher: typeof fetch;
  /** A clock that never jumps, in ms. */
  readonly elapsed: () => number;
  /** The server's time in ms since 1970. */
  readonly serverTime: () => number;
  readonly origin: string;
  readonly network: Network;
  readonly pendingRevocations: Parameters<typeof createRevocations>[0];
  /** Called after every request of the client; `failure` is null when the auth service answered. */
  readonly onSettled: (failure: Failure | null) => void;
  /** Called when the auth service has ended the session, before the tabs are notified: removes its stored data. */
  readonly onEnded: (end: SessionEnd) => Promise<void>;
}

/** A token that expires within this time is not sent any more, in s. */
const expiryMargin = 15;
/** How long a request waits for a session that is being restored, in ms: public data is read without a token. */
const restoreTimeout = 1_500;
/** How long a sign-out waits for the client, in ms. */
const signOutTimeout = 2_000;

function resolveAfter(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}

/** The auth service as the app uses it; the Supabase client is loaded when it is first needed. */
export type AuthClient = ReturnType<typeof createAuthClient>;

/** Creates the adapter of the auth service. */
export function createAuthClient(settings: AuthClientSettings) {
  const { serverTime, origin, network } = settings;
  let isSigningOut = false;
  /** The client sends nothing, and sees no session. */
  const isPaused = () => isSigningOut || !network.isOnline();
  const storage = createSessionStorage(settings.storage, isPaused);
  const ownFetch = createOwnFetch(settings.fetcher);
  const refreshFetch = createRefreshFetch({
    network,
    fetcher: ownFetch,
    elapsed: settings.elapsed,
    onRefused: endSession,
  });
  const revocations = createRevocations(settings.pendingRevocations, ownFetch);
  const authFetch = createAuthFetch({
    fetcher: refreshFetch.fetch,
    onSettled: settings.onSettled,
    accessToken: () => current?.access_token ?? null,
    renew,
  });
  let loading: Promise<SupabaseClient> | null = null;
  let current: Session | null = null;
  let renewal: Promise<string | null> | null = null;
  /** The session of a recovery link, until a password is set. */
  let recovered: Session | null = null;
  /** Another tab may report a sign-out before its change of the storage is visible here. */
  let hasSignedOut = false;
  const listeners = new Set<(change: SessionChange) => void>();

  /** The client keeps a session whose access token has not expired: it finds none, and reports a sign-out to all tabs. */
  async function endSession({ code, token }: RefusedRefresh): Promise<void> {
    // Another token is that of a link, or another tab has a session by now.
    const isOwn = () => storage.tokens()?.refresh_token === token;
    const accessToken = storage.tokens()?.access_token;
    if (!isOwn() || accessToken === undefined) return;
    const end = await findSessionEnd(code, accessToken, settings.endpoint, ownFetch);
    if (!isOwn()) return;
    current = null;
    storage.clear();
    await settings.onEnded(end).catch(() => undefined);
  }

  function load(): Promise<SupabaseClient> {
    loading ??= createSupabaseClient().catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  async function createSupabaseClient(): Promise<SupabaseClient> {
    const [{ createClient }, endpoint] = await Promise.all([import('@supabase/supabase-js'), settings.endpoint()]);
    return createClient(endpoint.url, endpoint.publishableKey, {
      auth: {
        storageKey: storage.keyFor(endpoint),
        storage: storage.forClient,
        persistSession: true,
        detectSessionInUrl: false,
        flowType: 'implicit',
      },
      // A hosted project knows no devices.
      global: { fetch: endpoint.isEmbedded ? createDeviceFetch(authFetch.fetch, settings.storage) : authFetch.fetch },
    });
  }

  /** Runs one call of the client, to this endpoint; errors are returned as data. */
  async function run<Value>(
    endpoint: string,
    signal: AbortSignal,
    call: (client: SupabaseClient) => Promise<{ error: unknown; value: Value }>,
  ): Promise<Outcome<Value>> {
    if (isPaused()) return { failure: createFailure('offline', { code: 'offline' }) };
    try {
      const client = await load();
      signal.throwIfAborted();
      const { error, value } = await authFetch.callWithSignal(endpoint, signal, () => call(client));
      return error == null ? { value, version: null } : { failure: toAuthFailure(error, authFetch.retryAfter()) };
    } catch (error) {
      return { failure: toAuthFailure(error, authFetch.retryAfter()) };
    }
  }

  /** The same for a call whose answer says nothing else. */
  const send = (
    endpoint: string,
    signal: AbortSignal,
    call: (auth: SupabaseClient['auth']) => Promise<{ error: unknown }>,
  ): Promise<Outcome<null>> => run(endpoint, signal, async ({ auth }) => ({ ...(await call(auth)), value: null }));

  function notify(event: AuthEvent, session: Session | null): void {
    for (const listener of [...listeners]) listener(changeOf(event, session, serverTime()));
  }

  const isUsable = (session: Session | null): session is Session =>
    session !== null && (session.expires_at ?? 0) > serverTime() / 1_000 + expiryMargin;

  /** One refresh at a time for all callers. */
  function renew(): Promise<string | null> {
    renewal ??= (async () => {
      const { data } = await (await load()).auth.refreshSession();
      if (data.session === null) return null;
      current = data.session;
      // Fresh from the service, also while the server's time is not known well on this device.
      return data.session.access_token;
    })()
      .catch(() => null)
      .finally(() => {
        renewal = null;
      });
    return renewal;
  }

  async function restore(): Promise<string | null> {
    if (current === null && !isPaused() && !hasSignedOut)
      current = (await (await load()).auth.getSession()).data.session;
    if (isUsable(current)) return current.access_token;
    return current === null ? null : renew();
  }

  /** Follows a link that the user has opened already: its tokens, or the code that stands for them. */
  async function applyLink(link: AuthLink, signal: AbortSignal): Promise<Outcome<null>> {
    if (link.kind === 'code')
      return run('token', signal, async ({ auth }) => {
        const { data, error } = await auth.exchangeCodeForSession(link.code);
        if (fieldsOf(data).redirectType === 'recovery') startRecovery(data.session);
        return { error, value: null };
      });
    if (link.kind !== 'tokens') return { value: null, version: null };
    return run('user', signal, async ({ auth }) => {
      const { data, error } = await auth.setSession({ access_token: link.access, refresh_token: link.refresh });
      // The client reports a sign-in; only the link says that a password is to be set.
      if (error === null && link.type === 'recovery') startRecovery(data.session);
      return { error, value: null };
    });
  }

  function startRecovery(session: Session | null): void {
    recovered = session;
    notify('PASSWORD_RECOVERY', session);
  }

  /** Without a network the client refreshes nothing; with one again it finds the session that it did not see. */
  function followNetwork(): void {
    if (network.isOnline()) void revocations.revokePending(settings.endpoint);
    loading
      ?.then(async ({ auth }) => {
        if (!network.isOnline()) return auth.stopAutoRefresh();
        await auth.startAutoRefresh();
        if (current !== null || hasSignedOut || !storage.hasSession()) return;
        const { data } = await auth.getSession();
        if (data.session === null || current !== null) return;
        current = data.session;
        notify('SIGNED_IN', data.session);
      })
      // A client that cannot be loaded is reported by `watch`.
      .catch(() => undefined);
  }

  followNetwork();
  network.subscribe(followNetwork);

  return {
    /** Whether a session is stored on this device. */
    hasSession: storage.hasSession,

    /** The user of the session that is stored on this device; null: there is none that can be read. */
    storedUserId: () => readTokenClaims(storage.tokens()?.access_token ?? '')?.userId ?? null,

    /** Loads the client and reports changes of the session, of this tab and the others. Returns how to stop. */
    watch(onChange: (change: SessionChange) => void, onFailed: () => void): () => void {
      listeners.add(onChange);
      let stop = (): void => undefined;
      load().then((client) => {
        if (!listeners.has(onChange)) return;
        const { data } = client.auth.onAuthStateChange((event, session) => {
          current = session;
          hasSignedOut = event === 'SIGNED_OUT';
          // The client starts without a session when it could not refresh a stored one, or is paused.
          const isUnavailable = event === 'INITIAL_SESSION' && session === null && storage.hasSession();
          onChange(changeOf(isUnavailable ? 'SESSION_UNAVAILABLE' : (event as AuthEvent), session, serverTime()));
          // A listener that comes after a recovery link was followed must know about it.
          if (event === 'INITIAL_SESSION' && recovered !== null)
            onChange(changeOf('PASSWORD_RECOVERY', recovered, serverTime()));
        });
        stop = () => data.subscription.unsubscribe();
      }, onFailed);
      return () => {
        listeners.delete(onChange);
        stop();
      };
    },

    /**
     * A token that the server accepts, or null. A read does not wait long for a session that is restored: public data is
     * read without a token. A write waits, because it would be refused without one.
     */
    async accessToken(use: 'read' | 'write'): Promise<string | null> {
      if (hasSignedOut) return null;
      if (!storage.hasSession()) {
        // Another tab has ended it, and this one has missed the report, such as while it was frozen.
        if (current !== null) notify('SIGNED_OUT', null);
        current = null;
        return null;
      }
      if (isUsable(current)) return current.access_token;
      if (isPaused()) return null;
      const restored = restore().catch(() => null);
      return use === 'write' ? restored : Promise.race([restored, resolveAfter(restoreTimeout)]);
    },

    /** A new token after a 401, or null. */
    renewToken: () => (!isPaused() && current !== null ? renew() : Promise.resolve(null)),

    /** Refreshes the session now; one that has ended is reported as such, and any other failure passes. */
    refresh: () => (isPaused() ? Promise.resolve(null) : renew()),

    async signIn({ email, phone, password }: Credentials, signal: AbortSignal): Promise<Outcome<null>> {
      if ((email === null && phone === null) || password === '') return missingCredentials;
      const name = email === null ? { phone: phone ?? '' } : { email };
      return send('token', signal, (auth) => auth.signInWithPassword({ ...name, password }));
    },

    /** Signs the present user in once more. */
    confirmPassword: (password: string, signal: AbortSignal) =>
      send('token', signal, async (auth) => {
        const { email, phone } = (await auth.getSession()).data.session?.user ?? {};
        const name = email === undefined || email === '' ? { phone: phone ?? '' } : { email };
        return auth.signInWithPassword({ ...name, password });
      }),

    /** `target`: the page of this app to which the link of the mail leads in the end. */
    async signUp(
      { email, phone, password, target }: Credentials & { readonly target: string },
      signal: AbortSignal,
    ): Promise<Outcome<{ needsConfirmation: boolean }>> {
      if ((email === null && phone === null) || password === '') return missingCredentials;
      return run('signup', signal, async ({ auth }) => {
        const { data, error } = await auth.signUp(
          email === null
            ? { phone: phone ?? '', password }
            : { email, password, options: { emailRedirectTo: origin + withRedirect('/login', target) } },
        );
        return { error, value: { needsConfirmation: data.session === null } };
      });
    },

    requestReset: (email: string, signal: AbortSignal) =>
      send('recover', signal, (auth) =>
        auth.resetPasswordForEmail(email, { redirectTo: `${origin}/resetPasswordConfirm` }),
      ),

    resendConfirmation: ({ email, target }: { email: string; target: string }, signal: AbortSignal) =>
      send('resend', signal, (auth) =>
        auth.resend({ type: 'signup', email, options: { emailRedirectTo: origin + withRedirect('/login', target) } }),
      ),

    /**
     * Confirms the link of a mail; `isHalfDone`: the other address has to be confirmed as well. `needsPassword`: the account
     * has none yet.
     */
    verifyToken: ({ token, type }: { token: string; type: LinkType }, signal: AbortSignal) =>
      run('verify', signal, async ({ auth }) => {
        const { data, error } = await auth.verifyOtp({ token_hash: token, type });
        const needsPassword = data.user?.app_metadata['has_password'] === false;
        return { error, value: { isHalfDone: error === null && data.session === null, needsPassword } };
      }),

    /** Confirms the code of a text message. */
    verifyCode: ({ phone, token }: { phone: string; token: string }, signal: AbortSignal) =>
      send('verify', signal, (auth) => auth.verifyOtp({ phone, token, type: 'sms' })),

    /** `current` is the present password; a recovery needs none. */
    setPassword: ({ password, current: present }: { password: string; current?: string }, signal: AbortSignal) =>
      send('user', signal, (auth) =>
        auth.updateUser(present === undefined ? { password } : { password, current_password: present }),
      ),

    /** `isPending`: the change has to be confirmed by mail. */
    changeEmail: (email: string, signal: AbortSignal) =>
      run('user', signal, async ({ auth }) => {
        const { data, error } = await auth.updateUser({ email }, { emailRedirectTo: `${origin}/login` });
        return { error, value: { isPending: data.user?.new_email !== undefined } };
      }),

    /** Only a service that says so has no profile of a user; it may fail, or not be asked at all. */
    async findProfile(
      { userId }: { userId: string },
      signal: AbortSignal,
    ): Promise<{ profile: Profile } | ProfileFailure> {
      const client = await load();
      const query = client.from('profiles').select('id, username, avatar_url').eq('id', userId).abortSignal(signal);
      // When to try again is decided by the machine.
      // A list: one row that is not there would be an answer 406, which browsers report as a fault.
      const { data, error, status } = await query.retry(false);
      if (error === null) {
        if (!Array.isArray(data)) return 'unreachable';
        const [row] = data;
        if (row === undefined) return 'missing';
        return v.is(Profile, row) && row.id === userId ? { profile: row } : 'unreachable';
      }
      const isOfService = status >= 400 && status !== 401 && status !== 429 && Boolean(error.code);
      return isOfService ? 'failed' : 'unreachable';
    },

    saveProfile: (profile: Partial<Profile> & { id: string }, signal: AbortSignal): Promise<Outcome<Profile>> =>
      run('profiles', signal, async (client) => {
        const row = client.from('profiles').upsert(profile).select('id, username, avatar_url').single();
        const { data, error, status } = await row;
        return { error: error === null ? null : { ...error, status }, value: data as Profile };
      }),

    /**
     * Ends the session. This device removes it at once, the server now or as soon as it can be reached. `removeData`
     * removes other stored data of the user, before the other tabs are notified.
     */
    async signOut({ scope }: { scope: 'local' | 'global' }, removeData: () => Promise<void>): Promise<void> {
      const tokens = current ?? storage.tokens();
      current = null;
      recovered = null;
      isSigningOut = true;
      storage.clear();
      refreshFetch.release();
      await removeData();
      // The client reports it to the other tabs.
      const leave = load().then(({ auth }) => auth.signOut({ scope: 'local' }));
      await Promise.race([leave, resolveAfter(signOutTimeout)]).catch(() => null);
      isSigningOut = false;
      if (tokens === null) return;
      const { refresh_token: refresh, access_token: access } = tokens;
      await revocations.revoke({ refresh, access, scope }, network.isOnline() ? settings.endpoint : null);
    },

    applyLink,
  };
}

type ProfileFailure = 'missing' | 'failed' | 'unreachable';

const missingCredentials = {
  failure: createFailure('problem', {
    code: 'missing_credentials',
    status: 400,
    message: credentialsMissing,
    detail: credentialsMissing,
  }),
} as const;

function changeOf(event: AuthEvent, session: Session | null, time: number): SessionChange {
  const at = new Date(time).toISOString();
  if (session === null) return { event, session: null, at };
  const { user, expires_at: expiresAt = 0, access_token: token } = session;
  // The end of the signature distinguishes tokens and gives no access.
  return { event, session: { userId: user.id, email: user.email ?? '', expiresAt, fingerprint: token.slice(-16) }, at };
}

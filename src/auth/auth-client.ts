// One piece: every call of the Supabase client, which share one session and one pause.
import type { Session, SupabaseClient } from '@supabase/supabase-js';
import type { AuthEndpoint, AuthEvent, Credentials, SessionChange } from '#contract/auth';
import { createFailure, type Failure, type Outcome, texts } from '#contract/problem';
import type { Profile } from '#contract/profile';
import type { AuthLink, LinkType } from '../format/auth-link.ts';
import { toAuthFailure } from './auth-failure.ts';
import { createRefreshFetch } from './refresh-fetch.ts';
import { createRevocations } from './revocations.ts';
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
  readonly isOnline: boolean;
  readonly pendingRevocations: Parameters<typeof createRevocations>[0];
  /** Called after every request of the client; `failure` is null when the auth service answered. */
  readonly onSettled: (failure: Failure | null) => void;
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
  const { serverTime, origin } = settings;
  const storage = createSessionStorage(settings.storage, settings.isOnline);
  const refreshFetch = createRefreshFetch(settings.fetcher, settings.elapsed);
  if (!settings.isOnline) refreshFetch.pause();
  const revocations = createRevocations(settings.pendingRevocations, settings.fetcher);
  let loading: Promise<SupabaseClient> | null = null;
  let current: Session | null = null;
  let renewal: Promise<string | null> | null = null;
  /** The session of a recovery link, until a password is set. */
  let recovered: Session | null = null;
  /** Another tab may report a sign-out before its change of the storage is visible here. */
  let hasSignedOut = false;
  let isNetworkPaused = !settings.isOnline;
  let lastRetryAfter: number | null = null;
  const listeners = new Set<(change: SessionChange) => void>();

  const observedFetch: typeof fetch = async (input, init) => {
    try {
      const response = await refreshFetch.fetch(input, init);
      if (response.status === 429) lastRetryAfter = Number(response.headers.get('retry-after')) || null;
      settings.onSettled(response.status >= 500 ? createFailure('unexpected', { status: response.status }) : null);
      return response;
    } catch (error) {
      settings.onSettled(createFailure('unreachable', { detail: String(error) }));
      throw error;
    }
  };

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
      global: { fetch: observedFetch },
    });
  }

  /** Runs one call of the client; whatever goes wrong is returned as data. */
  async function run<Value>(
    call: (client: SupabaseClient) => Promise<{ error: unknown; value: Value }>,
  ): Promise<Outcome<Value>> {
    if (storage.isPaused()) return { failure: createFailure('offline', { code: 'offline' }) };
    try {
      lastRetryAfter = null;
      const { error, value } = await call(await load());
      return error == null ? { value, version: null } : { failure: toAuthFailure(error, lastRetryAfter) };
    } catch (error) {
      return { failure: toAuthFailure(error, lastRetryAfter) };
    }
  }

  function notify(event: AuthEvent, session: Session | null): void {
    for (const listener of [...listeners]) listener(changeOf(event, session, serverTime()));
  }

  const isUsable = (session: Session | null): session is Session =>
    session !== null && (session.expires_at ?? 0) > serverTime() / 1_000 + expiryMargin;

  /** One refresh at a time, whoever asks. */
  function renew(): Promise<string | null> {
    renewal ??= (async () => {
      const { data } = await (await load()).auth.refreshSession();
      if (data.session !== null) current = data.session;
      return isUsable(data.session) ? data.session.access_token : null;
    })()
      .catch(() => null)
      .finally(() => {
        renewal = null;
      });
    return renewal;
  }

  async function restore(): Promise<string | null> {
    if (current === null && !storage.isPaused() && !hasSignedOut)
      current = (await (await load()).auth.getSession()).data.session;
    if (isUsable(current)) return current.access_token;
    return current === null ? null : renew();
  }

  /** Follows a link that the user has opened already: its tokens, or the code that stands for them. */
  async function applyLink(link: AuthLink): Promise<Failure | null> {
    try {
      const { auth } = await load();
      if (link.kind === 'code') {
        const { data, error } = await auth.exchangeCodeForSession(link.code);
        if (Object(data).redirectType === 'recovery') startRecovery(data.session);
        return error === null ? null : toAuthFailure(error, lastRetryAfter);
      }
      if (link.kind !== 'tokens') return null;
      const { data, error } = await auth.setSession({ access_token: link.access, refresh_token: link.refresh });
      if (error !== null) return toAuthFailure(error, lastRetryAfter);
      // The client reports a sign-in; only the link says that a password is to be set.
      if (link.type === 'recovery') startRecovery(data.session);
      return null;
    } catch (error) {
      return toAuthFailure(error, lastRetryAfter);
    }
  }

  function startRecovery(session: Session | null): void {
    recovered = session;
    notify('PASSWORD_RECOVERY', session);
  }

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

    /** The client may send requests again. */
    resumeNetwork(): void {
      isNetworkPaused = false;
      storage.resume();
      refreshFetch.resume();
      void revocations.revokePending(settings.endpoint);
      loading
        ?.then(async ({ auth }) => {
          await auth.startAutoRefresh();
          if (current !== null || hasSignedOut || !storage.hasSession()) return;
          const { data } = await auth.getSession();
          if (data.session === null || current !== null) return;
          current = data.session;
          notify('SIGNED_IN', data.session);
        })
        // A client that cannot be loaded is reported by `watch`.
        .catch(() => undefined);
    },

    /** The client sends nothing, and sees no session, until the network is back. */
    pauseNetwork(): void {
      isNetworkPaused = true;
      storage.pause();
      refreshFetch.pause();
      loading?.then(({ auth }) => auth.stopAutoRefresh()).catch(() => undefined);
    },

    /** A token that the server accepts; null when there is none within a moment: public data is read without one. */
    async accessToken(): Promise<string | null> {
      if (hasSignedOut || !storage.hasSession()) return null;
      if (isUsable(current)) return current.access_token;
      if (storage.isPaused()) return null;
      return Promise.race([restore().catch(() => null), resolveAfter(restoreTimeout)]);
    },

    /** A new token after a 401, or null. */
    renewToken: () => (!storage.isPaused() && current !== null ? renew() : Promise.resolve(null)),

    refresh: () =>
      run(async ({ auth }) => {
        const { data, error } = await auth.refreshSession();
        if (data.session !== null) current = data.session;
        return { error, value: null };
      }),

    async signIn({ email, phone, password }: Credentials): Promise<Outcome<null>> {
      if ((email === null && phone === null) || password === '') return missingCredentials;
      const name = email === null ? { phone: phone ?? '' } : { email };
      return run(async ({ auth }) => {
        const { error } = await auth.signInWithPassword({ ...name, password });
        return { error, value: null };
      });
    },

    /** Signs the present user in once more. */
    confirmPassword: (password: string) =>
      run(async ({ auth }) => {
        const { email, phone } = (await auth.getSession()).data.session?.user ?? {};
        const name = email === undefined || email === '' ? { phone: phone ?? '' } : { email };
        const { error } = await auth.signInWithPassword({ ...name, password });
        return { error, value: null };
      }),

    async signUp({ email, phone, password }: Credentials): Promise<Outcome<{ needsConfirmation: boolean }>> {
      if ((email === null && phone === null) || password === '') return missingCredentials;
      return run(async ({ auth }) => {
        const { data, error } = await auth.signUp(
          email === null
            ? { phone: phone ?? '', password }
            : { email, password, options: { emailRedirectTo: `${origin}/login` } },
        );
        return { error, value: { needsConfirmation: data.session === null } };
      });
    },

    requestReset: (email: string) =>
      run(async ({ auth }) => {
        const { error } = await auth.resetPasswordForEmail(email, { redirectTo: `${origin}/resetPasswordConfirm` });
        return { error, value: null };
      }),

    resendConfirmation: (email: string) =>
      run(async ({ auth }) => {
        const options = { emailRedirectTo: `${origin}/login` };
        const { error } = await auth.resend({ type: 'signup', email, options });
        return { error, value: null };
      }),

    /** Confirms the link of a mail; `isHalfDone`: the other address has to be confirmed as well. */
    verifyToken: ({ token, type }: { token: string; type: LinkType }) =>
      run(async ({ auth }) => {
        const { data, error } = await auth.verifyOtp({ token_hash: token, type });
        return { error, value: { isHalfDone: error === null && data.session === null } };
      }),

    /** Confirms the code of a text message. */
    verifyCode: ({ phone, token }: { phone: string; token: string }) =>
      run(async ({ auth }) => {
        const { error } = await auth.verifyOtp({ phone, token, type: 'sms' });
        return { error, value: null };
      }),

    /** `current` is the present password; a recovery needs none. */
    setPassword: ({ password, current: present }: { password: string; current?: string }) =>
      run(async ({ auth }) => {
        const { error } = await auth.updateUser(
          present === undefined ? { password } : { password, current_password: present },
        );
        return { error, value: null };
      }),

    /** `isPending`: the change has to be confirmed by mail. */
    changeEmail: (email: string) =>
      run(async ({ auth }) => {
        const { data, error } = await auth.updateUser({ email }, { emailRedirectTo: `${origin}/login` });
        return { error, value: { isPending: data.user?.new_email !== undefined } };
      }),

    async findProfile({ userId }: { userId: string }): Promise<{ profile: Profile } | ProfileFailure> {
      const client = await load();
      const query = client.from('profiles').select('id, username, avatar_url').eq('id', userId).single();
      const { data, error, status } = await query;
      if (error === null) return { profile: data as Profile };
      if (status === 0) return 'unreachable';
      return status === 401 || status === 429 || status >= 500 ? 'failed' : 'missing';
    },

    saveProfile: (profile: Partial<Profile> & { id: string }): Promise<Outcome<Profile>> =>
      run(async (client) => {
        const row = client.from('profiles').upsert(profile).select('id, username, avatar_url').single();
        const { data, error, status } = await row;
        return { error: error === null ? null : { ...error, status }, value: data as Profile };
      }),

    /**
     * Ends the session. This device forgets it at once; the server is told now, or as soon as it can be reached. `forget`
     * removes what else is stored of the user, before the other tabs know.
     */
    async signOut({ scope }: { scope: 'local' | 'global' }, forget: () => Promise<void>): Promise<void> {
      const tokens = current ?? storage.tokens();
      current = null;
      recovered = null;
      storage.pause();
      storage.clear();
      refreshFetch.release();
      await forget();
      // The client reports it to the other tabs.
      const leave = load().then(({ auth }) => auth.signOut({ scope: 'local' }));
      await Promise.race([leave, resolveAfter(signOutTimeout)]).catch(() => null);
      if (!isNetworkPaused) storage.resume();
      if (tokens === null) return;
      const { refresh_token: refresh, access_token: access } = tokens;
      await revocations.revoke({ refresh, access, scope }, isNetworkPaused ? null : settings.endpoint);
    },

    applyLink,
  };
}

type ProfileFailure = 'missing' | 'failed' | 'unreachable';

const missingCredentials = {
  failure: createFailure('problem', {
    code: 'missing_credentials',
    status: 400,
    message: texts.credentialsMissing,
    detail: texts.credentialsMissing,
  }),
} as const;

function changeOf(event: AuthEvent, session: Session | null, time: number): SessionChange {
  const at = new Date(time).toISOString();
  if (session === null) return { event, session: null, at };
  const { user, expires_at: expiresAt = 0, access_token: token } = session;
  // The end of the signature tells two tokens apart and gives no access.
  return { event, session: { userId: user.id, email: user.email ?? '', expiresAt, fingerprint: token.slice(-16) }, at };
}

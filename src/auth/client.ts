// One piece: the one place that knows the sign-in's client, from its first load to its last word.
import type { Session, SupabaseClient } from '@supabase/supabase-js';
import type { AuthEvent, AuthFailure, AuthOutcome, AuthPlace, Credentials, SessionMark } from '#contract/auth';
import { texts } from '#contract/problem';
import type { Profile } from '#contract/profile';
import type { AuthLink, LinkType } from '../format/auth-link.ts';
import { refreshFetch } from './refresh-fetch.ts';
import { revokeLater } from './revocations.ts';

interface AuthClientSettings {
  readonly place: () => Promise<AuthPlace>;
  readonly storage: Storage;
  readonly fetcher: typeof fetch;
  /** ms that never jump. */
  readonly elapsed: () => number;
  /** The server's time in ms. */
  readonly serverTime: () => number;
  readonly origin: string;
  readonly isOnline: boolean;
  readonly pending: Parameters<typeof revokeLater>[0];
}

export interface ClientNews {
  readonly event: AuthEvent;
  readonly session: SessionMark | null;
  readonly at: string;
}

const keyPrefix = 'pitboard-auth';
/** A token that ends this soon is not sent any more, in s. */
const margin = 15;
/** How long who signs out waits for the client, in ms. */
const patience = 2_000;

function later(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}

/** The sign-in as the app uses it; the client behind it is loaded when it is first needed. */
export type AuthClient = ReturnType<typeof createAuthClient>;

/** Makes the wire of the sign-in. */
export function createAuthClient(settings: AuthClientSettings) {
  const { storage, serverTime, origin } = settings;
  const fetcher = refreshFetch(settings.fetcher, settings.elapsed);
  const gate = { isOpen: settings.isOnline };
  const revocations = revokeLater(settings.pending, settings.fetcher);
  let loading: Promise<SupabaseClient> | null = null;
  let current: Session | null = null;
  let renewal: Promise<string | null> | null = null;
  /** The session of a link that is to set a password. */
  let recovered: Session | null = null;
  let lastRetryAfter: number | null = null;
  const listeners = new Set<(news: ClientNews) => void>();

  /** Behind a shut gate the client has no session, and so asks nobody; it may still forget one. */
  const gated = {
    getItem: (key: string) => (gate.isOpen || key.endsWith('-code-verifier') ? storage.getItem(key) : null),
    setItem: (key: string, value: string) => storage.setItem(key, value),
    removeItem: (key: string) => storage.removeItem(key),
  };

  const listening: typeof fetch = async (input, init) => {
    const response = await fetcher(input, init);
    if (response.status === 429) lastRetryAfter = Number(response.headers.get('retry-after')) || null;
    return response;
  };

  function client(): Promise<SupabaseClient> {
    loading ??= load().catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  async function load(): Promise<SupabaseClient> {
    const [{ createClient }, { url, publishableKey, isEmbedded }] = await Promise.all([
      import('@supabase/supabase-js'),
      settings.place(),
    ]);
    const storageKey = isEmbedded ? keyPrefix : `${keyPrefix}-${new URL(url).host}`;
    return createClient(url, publishableKey, {
      auth: { storageKey, storage: gated, persistSession: true, detectSessionInUrl: false, flowType: 'implicit' },
      global: { fetch: listening },
    });
  }

  /** Runs one order that answers something; whatever goes wrong is told as plain data. */
  async function asked<Value>(
    order: (ready: SupabaseClient) => Promise<{ error: unknown; value: Value }>,
  ): Promise<AuthOutcome<Value>> {
    if (!gate.isOpen) return { failure: plain('offline', 'This device is offline.') };
    try {
      lastRetryAfter = null;
      const { error, value } = await order(await client());
      return error === null || error === undefined ? { value } : { failure: toAuthFailure(error) };
    } catch (error) {
      return { failure: toAuthFailure(error) };
    }
  }

  function ordered(order: (ready: SupabaseClient) => Promise<{ error: unknown }>): Promise<AuthOutcome> {
    return asked(async (ready) => ({ error: (await order(ready)).error, value: null }));
  }

  function toAuthFailure(error: unknown): AuthFailure {
    const { name, code, message, status, reasons, weak_password: weak } = Object(error);
    const isUnreachable = name === 'AuthRetryableFetchError' || error instanceof TypeError;
    return {
      code: isUnreachable ? 'unreachable' : String(code ?? name ?? 'internal'),
      message: String(message ?? error),
      status: typeof status === 'number' ? status : null,
      reasons: Array.isArray(reasons) ? reasons : (weak?.reasons ?? []),
      retryAfter: status === 429 ? (lastRetryAfter ?? 60) : null,
    };
  }

  /** It was ended, perhaps by another tab, whose word comes sooner than what it has done to the storage. */
  let hasEnded = false;

  const isUsable = (session: Session | null): session is Session =>
    session !== null && (session.expires_at ?? 0) > serverTime() / 1_000 + margin;

  /** One refresh at a time, whoever asks. */
  function renew(): Promise<string | null> {
    renewal ??= (async () => {
      const ready = await client();
      const { data } = await ready.auth.refreshSession();
      if (data.session !== null) current = data.session;
      return isUsable(data.session) ? data.session.access_token : null;
    })()
      .catch(() => null)
      .finally(() => {
        renewal = null;
      });
    return renewal;
  }

  async function settled(): Promise<Session | null> {
    if (current === null && gate.isOpen && !hasEnded) current = (await (await client()).auth.getSession()).data.session;
    return current;
  }

  return {
    /** Is a session stored on this device? Asks nobody. */
    hasSession(): boolean {
      return sessionKey() !== undefined;
    },

    /** Loads the client and tells its news, of this tab and the others, until it is stopped. */
    watch(told: (news: ClientNews) => void, failed: () => void): () => void {
      listeners.add(told);
      let stop = (): void => undefined;
      client().then((ready) => {
        if (!listeners.has(told)) return;
        const { data } = ready.auth.onAuthStateChange((event, session) => {
          current = session;
          hasEnded = event === 'SIGNED_OUT';
          told(newsOf(event as AuthEvent, session, serverTime()));
          // Who begins to listen after a link was taken must hear what it was for.
          if (event === 'INITIAL_SESSION' && recovered !== null)
            told(newsOf('PASSWORD_RECOVERY', recovered, serverTime()));
        });
        stop = () => data.subscription.unsubscribe();
      }, failed);
      return () => {
        listeners.delete(told);
        stop();
      };
    },

    openGate(): void {
      gate.isOpen = true;
      // What was ended without a network may have been so before this page was loaded.
      void revocations.revokeNow(settings.place);
      // A client that cannot be had has told so to who watches it.
      loading?.then((ready) => ready.auth.startAutoRefresh()).catch(() => undefined);
    },

    shutGate(): void {
      gate.isOpen = false;
      loading?.then((ready) => ready.auth.stopAutoRefresh()).catch(() => undefined);
    },

    /** A token that the server will take, or null: then public things are read without. */
    async accessToken(): Promise<string | null> {
      if (hasEnded || !this.hasSession()) return null;
      if (isUsable(current)) return current.access_token;
      if (!gate.isOpen) return null;
      const session = await settled().catch(() => null);
      if (isUsable(session)) return session.access_token;
      return session === null ? null : renew();
    },

    /** A new token after a 401, or null. */
    renewToken: () => (gate.isOpen && current !== null ? renew() : Promise.resolve(null)),

    refresh: () =>
      ordered(async (ready) => {
        const { data, error } = await ready.auth.refreshSession();
        if (data.session !== null) current = data.session;
        return { error };
      }),

    async signIn({ email, phone, password }: Credentials): Promise<AuthOutcome> {
      if ((email === null && phone === null) || password === '')
        return { failure: plain('missing_credentials', texts.credentialsMissing) };
      const key = email === null ? { phone: phone ?? '' } : { email };
      return ordered(async (ready) => {
        const { error } = await ready.auth.signInWithPassword({ ...key, password });
        return { error };
      });
    },

    async signUp({ email, phone, password }: Credentials): Promise<AuthOutcome<{ needsConfirmation: boolean }>> {
      if ((email === null && phone === null) || password === '')
        return { failure: plain('missing_credentials', texts.credentialsMissing) };
      return asked(async (ready) => {
        const { data, error } = await ready.auth.signUp(
          email === null
            ? { phone: phone ?? '', password }
            : { email, password, options: { emailRedirectTo: `${origin}/login` } },
        );
        return { error, value: { needsConfirmation: data.session === null } };
      });
    },

    requestReset: ({ email }: { email: string }) =>
      ordered(async (ready) => {
        const { error } = await ready.auth.resetPasswordForEmail(email, {
          redirectTo: `${origin}/resetPasswordConfirm`,
        });
        return { error };
      }),

    resend: (email: string) =>
      ordered(async (ready) => {
        const options = { emailRedirectTo: `${origin}/login` };
        const { error } = await ready.auth.resend({ type: 'signup', email, options });
        return { error };
      }),

    /** Takes the link of a mail after a click; `isHalf`: the other address must agree as well. */
    proveHash: ({ token, type }: { token: string; type: LinkType }) =>
      asked(async (ready) => {
        const { data, error } = await ready.auth.verifyOtp({ token_hash: token, type });
        return { error, value: { isHalf: error === null && data.session === null } };
      }),

    proveCode: ({ phone, token }: { phone: string; token: string }) =>
      ordered(async (ready) => {
        const { error } = await ready.auth.verifyOtp({ phone, token, type: 'sms' });
        return { error };
      }),

    setPassword: ({ password, current: before }: { password: string; current?: string }) =>
      ordered(async (ready) => {
        const values = before === undefined ? { password } : { password, current_password: before };
        const { error } = await ready.auth.updateUser(values);
        return { error };
      }),

    changeEmail: (email: string) =>
      asked(async (ready) => {
        const { data, error } = await ready.auth.updateUser({ email }, { emailRedirectTo: `${origin}/login` });
        return { error, value: { isAwaited: data.user?.new_email !== undefined } };
      }),

    async findProfile({ userId }: { userId: string }): Promise<{ profile: Profile } | 'missing' | 'unreachable'> {
      const ready = await client();
      const query = ready.from('profiles').select('id, username, avatar_url').eq('id', userId).single();
      const { data, error, status } = await query;
      if (error === null) return { profile: data as Profile };
      return status === 0 || status === 401 || status === 429 || status >= 500 ? 'unreachable' : 'missing';
    },

    async saveProfile(profile: Partial<Profile> & { id: string }): Promise<AuthOutcome<Profile>> {
      return asked(async (ready) => {
        const row = ready.from('profiles').upsert(profile).select('id, username, avatar_url').single();
        const { data, error, status } = await row;
        return { error: error === null ? null : { ...error, status }, value: data as Profile };
      });
    },

    /**
     * Ends sessions: this device forgets its own at once, whatever the network does; the server is told now or, where it
     * cannot be reached, as soon as it can be. `forget`: drops what else is known of them here, before other tabs hear.
     */
    async signOut({ scope }: { scope: 'local' | 'global' }, forget: () => Promise<void>): Promise<void> {
      const session = current ?? storedSession();
      const wasOpen = gate.isOpen;
      current = null;
      recovered = null;
      gate.isOpen = false;
      for (const key of Object.keys(storage)) if (key.startsWith(keyPrefix)) storage.removeItem(key);
      await forget();
      // The client tells the other tabs; one that has to be loaded first is not waited for for long.
      const ready = await Promise.race([client(), later(patience)]).catch(() => null);
      await ready?.auth.signOut({ scope: 'local' });
      gate.isOpen = wasOpen;
      if (session === null) return;
      const { refresh_token: refresh, access_token: access } = session;
      await revocations.revoke({ refresh, access, scope }, wasOpen ? settings.place : null);
    },

    applyLink,
  };

  /** The tokens on this device, for who never loaded the client. */
  function storedSession(): { refresh_token: string; access_token: string } | null {
    const key = sessionKey();
    const text = key === undefined ? null : storage.getItem(key);
    try {
      const { refresh_token, access_token } = Object(JSON.parse(text ?? 'null'));
      return typeof refresh_token === 'string' && typeof access_token === 'string'
        ? { refresh_token, access_token }
        : null;
    } catch {
      // What cannot be read was not written by the client.
      return null;
    }
  }

  function sessionKey(): string | undefined {
    return Object.keys(storage).find((key) => key.startsWith(keyPrefix) && !/-(code-verifier|user)$/.test(key));
  }

  function recover(session: Session | null): void {
    recovered = session;
    for (const told of listeners) told(newsOf('PASSWORD_RECOVERY', session, serverTime()));
  }

  /** Takes a link that was already followed: its tokens, or the code that stands for them. */
  async function applyLink(link: AuthLink): Promise<AuthFailure | null> {
    try {
      const ready = await client();
      if (link.kind === 'code') {
        const { data, error } = await ready.auth.exchangeCodeForSession(link.code);
        if (Object(data).redirectType === 'recovery') recover(data.session);
        return error === null ? null : toAuthFailure(error);
      }
      if (link.kind !== 'tokens') return null;
      const { data, error } = await ready.auth.setSession({ access_token: link.access, refresh_token: link.refresh });
      if (error !== null) return toAuthFailure(error);
      // The client calls it a sign-in; only the link knows that a password is to be set.
      if (link.type === 'recovery') recover(data.session);
      return null;
    } catch (error) {
      return toAuthFailure(error);
    }
  }
}

function plain(code: string, message: string): AuthFailure {
  return { code, message, status: null, reasons: [], retryAfter: null };
}

function newsOf(event: AuthEvent, session: Session | null, time: number): ClientNews {
  const at = new Date(time).toISOString();
  if (session === null) return { event, session: null, at };
  const { user, expires_at: expiresAt = 0, access_token: token } = session;
  // The end of the signature tells two tokens apart and opens nothing.
  return { event, session: { userId: user.id, email: user.email ?? '', expiresAt, mark: token.slice(-16) }, at };
}

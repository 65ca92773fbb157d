import { type AuthChangeEvent, createClient, type Session, type SupabaseClientOptions } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import type { StoredMail } from '../../auth/mailer.ts';
import type { TestServer } from './open-test-server.ts';

type AuthSettings = NonNullable<SupabaseClientOptions<'public'>['auth']>;

/** An unmodified client of the sign-in, with its requests and events. */
export interface AuthClient {
  readonly auth: ReturnType<typeof createClient>['auth'];
  readonly storageKey: string;
  /** The storage of the client, by key. */
  readonly stored: Map<string, string>;
  /** The events of its subscriber, oldest first. */
  readonly events: AuthChangeEvent[];
  /** Its requests as `METHOD /path?query`, without the common start of the path. */
  readonly requests: string[];
}

interface AuthClientOptions {
  readonly auth?: AuthSettings;
  /** The stored value under its key. */
  readonly session?: unknown;
  readonly stored?: Map<string, string>;
  readonly fetcher?: typeof fetch;
}

let count = 0;

/** Connects a client to a listening server; its storage is a Map. */
export function connectAuthClient(url: string, options: AuthClientOptions = {}): AuthClient {
  const { auth: settings = {}, session, stored = new Map(), fetcher = fetch } = options;
  const storageKey = settings.storageKey ?? `client-${++count}`;
  if (session !== undefined) stored.set(storageKey, typeof session === 'string' ? session : JSON.stringify(session));
  const requests: string[] = [];
  const { auth } = createClient(url, 'publishable', {
    auth: { storage: storageOver(stored), storageKey, autoRefreshToken: false, detectSessionInUrl: false, ...settings },
    // The client wants one in Node 20, and never opens it here.
    realtime: { transport: WebSocket as never },
    global: {
      fetch: (input, init) => {
        const { pathname, search } = new URL(String(input));
        requests.push(`${init?.method ?? 'GET'} ${pathname.replace('/auth/v1', '')}${search}`);
        return fetcher(input, init);
      },
    },
  });
  const events: AuthChangeEvent[] = [];
  auth.onAuthStateChange((event) => {
    events.push(event);
  });
  return { auth, storageKey, stored, events, requests };
}

/** A storage of the client that keeps its values in a Map. */
function storageOver(stored: Map<string, string>) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

/** The session that a client has stored. */
export function storedSession({ stored, storageKey }: AuthClient): Session {
  return JSON.parse(stored.get(storageKey) ?? 'null');
}

/** The newest mail to an address, undefined without one. */
export async function newestMail(server: TestServer, to: string): Promise<StoredMail | undefined> {
  const answer = await server.app.inject({ url: '/outbox', headers: { accept: 'application/json' } });
  return (answer.json() as StoredMail[]).find((mail) => mail.to === to);
}

/** The token in the link of a mail. */
export function tokenIn(mail: StoredMail | undefined): string {
  return new URL(mail?.link ?? '').searchParams.get('token') ?? '';
}

/** Opens the link of a mail, and returns the address that it leads to. */
export async function openLink(url: string, mail: StoredMail | undefined): Promise<URL> {
  const { pathname, search } = new URL(mail?.link ?? '');
  const answer = await fetch(new URL(pathname + search, url), { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

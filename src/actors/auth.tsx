import { createContext, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { Outcome } from '#contract/api/problem';
import type { Identity } from '#contract/entities/identity';
import type { AuthRef, authMachine } from '#machines/auth';
import type { AuthClient } from '../auth/auth-client.ts';
import { loadUntilPresent } from '../browser/load-late.ts';
import { isChunkMissing } from '../browser/missing-chunk.ts';
import type { AuthLink } from '../format/auth-link.ts';
import { reloadOnce } from './reload.ts';
import { useRequired } from './required-context.ts';

/** The sign-in once it is loaded. */
export interface Auth {
  readonly ref: AuthRef;
  readonly client: AuthClient;
  /** The link of a mail that this page was opened with; null once the page was left. */
  readonly link: () => AuthLink | null;
  readonly onPageChanged: (path: string) => void;
  /** Id of the user whom this device knows, without waiting for the server; null for a visitor. */
  readonly cachedUserId: () => Promise<string | null>;
  /** Id of the signed-in user once that is settled; null for a visitor. */
  readonly settledUserId: () => Promise<string | null>;
  /** Follows the link that this page was opened with; null where there is none, or it needs a click. */
  readonly followLink: ((signal: AbortSignal) => Promise<Outcome<null>>) | null;
  /** Set where the link would log in another account than the one that is logged in: the user is asked first. */
  readonly accountSwitch: AccountSwitch | null;
}

/** The account of a link, which the user may log in to in place of the present one. */
export interface AccountSwitch {
  /** As the link says, like `email`; empty where it says none. */
  readonly userId: string;
  readonly email: string;
  readonly accept: () => void;
  readonly isAccepted: () => boolean;
  /** Logs in to it after the other user is logged out. */
  readonly followLink: NonNullable<Auth['followLink']>;
}

/** The sign-in as components use it, loaded or not. */
interface AuthStore {
  readonly load: () => Promise<Auth>;
  /** The sign-in, or null until it is loaded. */
  readonly loaded: () => Auth | null;
  /** Listens until the returned function is called: to the end of loading, and to each change of the state after it. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly start: () => void;
}

type AuthSnapshot = SnapshotFrom<typeof authMachine>;

const AuthContext = createContext<AuthStore | null>(null);
const useAuthStore = () => useRequired(AuthContext, 'AuthProvider');

function createAuthStore(load: () => Promise<Auth>): AuthStore {
  let auth: Auth | null = null;
  const waiting = new Set<(loaded: Auth) => void>();
  return {
    load,
    loaded: () => auth,
    subscribe: (listener) => {
      if (auth !== null) return follow(auth, listener);
      let stop = (): void => void waiting.delete(begin);
      const begin = (loaded: Auth) => {
        stop = follow(loaded, listener);
        listener();
      };
      waiting.add(begin);
      return () => stop();
    },
    start: () => {
      loadUntilPresent(load).then(
        (loaded) => {
          auth = loaded;
          for (const begin of waiting) begin(loaded);
          waiting.clear();
        },
        // Without storage that it needs the visitor is anonymous.
        () => undefined,
      );
    },
  };
}

function follow({ ref }: Auth, listener: () => void): () => void {
  const subscription = ref.subscribe(listener);
  return () => subscription.unsubscribe();
}

/**
 * Provides the sign-in to all pages. It is not part of the first load, and null until it is loaded. The context stays the same: a
 * new one would draw every part of a page that is still loading.
 */
export function AuthProvider({ load, children }: { load: () => Promise<Auth>; children: ReactNode }) {
  const [store] = useState(() => createAuthStore(load));
  useEffect(() => store.start(), [store]);
  return <AuthContext value={store}>{children}</AuthContext>;
}

/** The sign-in, or null while it loads. */
export function useLoadedAuth(): Auth | null {
  const { subscribe, loaded } = useAuthStore();
  return useSyncExternalStore(subscribe, loaded, () => null);
}

/**
 * Loads the sign-in, and the client behind it, for a form. Rejects where its chunk cannot be loaded; some browsers do not load
 * one again that has failed, so that the page is loaded anew as soon as the server answers.
 */
export function useAuthLoader(): () => Promise<Auth> {
  const { load } = useAuthStore();
  return async () => {
    const auth = await load().catch(async (error) => {
      if (isChunkMissing(error)) await reloadOnce();
      throw error;
    });
    auth.ref.send({ type: 'client.require' });
    return auth;
  };
}

/** A part of the sign-in's state; `unknown` while it loads. */
export function useAuth<Part>(select: (snapshot: AuthSnapshot) => Part, unknown: Part): Part {
  const { subscribe, loaded } = useAuthStore();
  const part = () => {
    const auth = loaded();
    return auth === null ? unknown : select(auth.ref.getSnapshot());
  };
  // The server renders for a visitor of whom nothing is known.
  return useSyncExternalStore(subscribe, part, () => unknown);
}

/** Whether a user is signed in. */
export type Phase = 'unknown' | 'anonymous' | 'member' | 'recovering';

/** Whether a user is signed in, as far as it is known. */
export function usePhase(): Phase {
  return useAuth<Phase>(
    (snapshot) =>
      snapshot.hasTag('member')
        ? 'member'
        : snapshot.hasTag('anonymous')
          ? 'anonymous'
          : snapshot.hasTag('recovering')
            ? 'recovering'
            : 'unknown',
    'unknown',
  );
}

/** The signed-in user, or null. */
export function useUser(): Identity | null {
  return useAuth((snapshot) => (snapshot.hasTag('member') ? snapshot.context.identity : null), null);
}

/** Another number when the user leaves or another one signs in: pages start anew with it. */
export function useUserEpoch(): number {
  const settled = useAuth<string | null>(
    (snapshot) =>
      snapshot.hasTag('unknown') ? null : ((snapshot.hasTag('member') ? snapshot.context.identity?.userId : '') ?? ''),
    null,
  );
  const [{ userId, epoch }, setState] = useState({ userId: settled, epoch: 0 });
  if (settled !== null && settled !== userId)
    setState({ userId: settled, epoch: userId === null || userId === '' ? epoch : epoch + 1 });
  return epoch;
}

/** Reports the page to the sign-in: new passwords are set on one page alone. */
export function useReportPage(path: string): void {
  const auth = useLoadedAuth();
  useEffect(() => {
    auth?.onPageChanged(path);
    auth?.ref.send({ type: 'page.changed', isRecoveryPage: path === '/resetPasswordConfirm' });
  }, [auth, path]);
}

import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { AuthFailure, Credentials, Identity } from '#contract/auth';
import type { Profile } from '#contract/profile';
import type { AuthRef, authMachine } from '#machines/auth';
import type { AuthClient } from '../auth/client.ts';
import type { AuthLink } from '../format/auth-link.ts';

/** The sign-in once it is loaded. */
export interface Auth {
  readonly ref: AuthRef;
  readonly client: AuthClient;
  /** The link of a mail that this page was opened with; null once the page was left. */
  readonly link: () => AuthLink | null;
  /** Another page is shown. */
  readonly visited: (path: string) => void;
  /** The user's id as this device knows it, at once; null for a visitor. */
  readonly reader: () => Promise<string | null>;
  /** The same, once it is settled who is there. */
  readonly owner: () => Promise<string | null>;
  /** How a link ended that needs no click. */
  readonly followed: Promise<AuthFailure | null>;
}

type AuthSnapshot = SnapshotFrom<typeof authMachine>;

const AuthContext = createContext<Auth | null>(null);

/** Hands the sign-in to all pages; it is no part of the first load, so that it comes a moment later. */
export function AuthProvider({ load, children }: { load: () => Promise<Auth>; children: ReactNode }) {
  const [ready, setReady] = useState<Auth | null>(null);
  useEffect(() => {
    let isGone = false;
    load().then(
      (loaded) => (isGone ? undefined : startTransition(() => setReady(loaded))),
      // Without it the app is the one of an anonymous visitor; the next load tries again.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  return <AuthContext value={ready}>{children}</AuthContext>;
}

/** The sign-in, or null while it loads. */
export function useAuthWires(): Auth | null {
  return useContext(AuthContext);
}

/** A part of the sign-in's state; `unknown` while it loads. */
export function useAuth<Part>(select: (snapshot: AuthSnapshot) => Part, unknown: Part): Part {
  const auth = useContext(AuthContext);
  return useSelector(auth?.ref, (snapshot) => (snapshot === undefined ? unknown : select(snapshot)));
}

/** Is somebody signed in? */
export type Phase = 'unknown' | 'anonymous' | 'member' | 'recovering';

/** Who uses the app, as far as it is known. */
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

/** Who is signed in, or null. */
export function usePerson(): Identity | null {
  return useAuth((snapshot) => (snapshot.hasTag('member') ? snapshot.context.identity : null), null);
}

/** Another number when a person leaves the app, or another one takes it: pages begin anew with it. */
export function useTurn(): number {
  const settled = useAuth<string | null>(
    (snapshot) =>
      snapshot.hasTag('unknown') ? null : ((snapshot.hasTag('member') ? snapshot.context.identity?.userId : '') ?? ''),
    null,
  );
  const [{ person, turn }, setTurn] = useState({ person: settled, turn: 0 });
  if (settled !== null && settled !== person)
    setTurn({ person: settled, turn: person === null || person === '' ? turn : turn + 1 });
  return turn;
}

/** Tells the sign-in which page is shown: only one of them sets new passwords. */
export function usePageNews(path: string): void {
  const auth = useContext(AuthContext);
  useEffect(() => {
    auth?.visited(path);
    auth?.ref.send({ type: 'page.changed', isRecoveryPage: path === '/resetPasswordConfirm' });
  }, [auth, path]);
}

/** What a person can order; before the sign-in is loaded nothing happens, so that forms are busy until then. */
export function useAuthActions() {
  const ref = useContext(AuthContext)?.ref;
  return {
    signIn: (credentials: Credentials) => ref?.send({ type: 'auth.signIn', credentials }),
    signUp: (credentials: Credentials) => ref?.send({ type: 'auth.signUp', credentials }),
    requestReset: (email: string) => ref?.send({ type: 'auth.requestReset', email }),
    setPassword: (password: string) => ref?.send({ type: 'auth.setPassword', password }),
    startAgain: () => ref?.send({ type: 'auth.startAgain' }),
    signOut: (scope: 'local' | 'global') => ref?.send({ type: 'auth.signOut', scope }),
    changeProfile: (profile: Profile) => ref?.send({ type: 'profile.changed', profile }),
  };
}

import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import type { AuthPlace } from '#contract/auth';
import { type AuthRef, authMachine, type ClientChanged } from '#machines/auth';
import { type AuthClient, createAuthClient } from '../auth/client.ts';
import type { DeviceMemory } from '../cache/memory.ts';
import { deviceStorage } from '../cache/storage.ts';
import { type AuthLink, authLinkOf, withoutAuthLink } from '../format/auth-link.ts';
import type { Auth } from './auth.tsx';
import { watchNetwork } from './network.ts';

interface AuthDependencies {
  /** Asks the server where to sign in. */
  readonly askPlace: () => Promise<AuthPlace>;
  readonly serverTime: () => number;
  /** Another person uses the device now: what was read leaves memory. */
  readonly forgetReads: () => Promise<void>;
  readonly memory: DeviceMemory;
}

/** Joins the machine of the sign-in with its wires, and starts it. */
export function startAuth({ askPlace, serverTime, forgetReads, memory }: AuthDependencies): Auth {
  const link = takeLink();
  const client = createAuthClient({
    place: () => placeOf(memory, askPlace),
    storage: deviceStorage(),
    fetcher: (input, init) => fetch(input, init),
    elapsed: () => performance.now(),
    serverTime,
    origin: location.origin,
    isOnline: navigator.onLine,
    pending: {
      read: () => memory.readSetting('revocations'),
      keep: (endings) => memory.keepSetting('revocations', endings),
    },
  });
  const ref = startMachine(client, memory, link, forgetReads);
  const isFollowed = link?.kind === 'tokens' || link?.kind === 'code';
  const personWhen = async (isReady: Parameters<typeof waitFor<AuthRef>>[1]) =>
    (await waitFor(ref, isReady)).context.identity?.userId ?? null;
  const reader = () => personWhen((snapshot) => !snapshot.matches({ session: 'booting' }));
  const owner = () => personWhen((snapshot) => !snapshot.hasTag('unknown'));
  return {
    ref,
    client,
    ...forItsPage(link),
    reader,
    owner,
    followed: isFollowed ? client.applyLink(link) : Promise.resolve(null),
  };
}

function startMachine(
  client: AuthClient,
  memory: DeviceMemory,
  link: AuthLink | null,
  forgetReads: () => Promise<void>,
): AuthRef {
  // A link is about to make a session.
  const isLink = link !== null && link.kind !== 'error';
  const machine = authMachine.provide({
    actors: {
      recall: fromPromise(async () => ({
        identity: await memory.readIdentity().catch(() => null),
        hasSession: client.hasSession() || isLink,
      })),
      watchClient: fromCallback(({ sendBack }) =>
        client.watch(
          (news) => sendBack({ type: 'supabase.changed', ...news } satisfies ClientChanged),
          () => sendBack({ type: 'client.failed' }),
        ),
      ),
      watchNetwork: fromCallback(({ sendBack }) => watchNetwork((state) => sendBack({ type: `network.${state}` }))),
      signIn: fromPromise(({ input }) => client.signIn(input)),
      signUp: fromPromise(({ input }) => client.signUp(input)),
      requestReset: fromPromise(({ input }) => client.requestReset(input)),
      setPassword: fromPromise(({ input }) => client.setPassword(input)),
      findProfile: fromPromise(({ input }) => client.findProfile(input)),
      refresh: fromPromise(() => client.refresh()),
      // Who signs out forgets the identity before other tabs hear of it: an end that finds it was not asked for.
      wasSignedOut: fromPromise(async () => (await memory.readIdentity()) === null),
      signOut: fromPromise(({ input }) =>
        client.signOut(input, async () => {
          await memory.dropIdentity().catch(() => undefined);
          await forgetReads();
        }),
      ),
    },
    actions: {
      openGate: () => client.openGate(),
      shutGate: () => client.shutGate(),
      keepIdentity: ({ context }) => {
        // A device that keeps nothing forgets who used it; nothing else is lost.
        if (context.identity !== null) memory.keepIdentity(context.identity).catch(() => undefined);
      },
      dropOwned: () => {
        void forgetReads();
      },
    },
  });
  const input = { isOnline: navigator.onLine, isRecoveryPage: location.pathname === '/resetPasswordConfirm' };
  return createActor(machine, { input }).start();
}

/** Reads the link of a mail and takes what is secret out of the address; a token that waits for a click stays in it. */
function takeLink(): AuthLink | null {
  const link = authLinkOf(location.href);
  if (link !== null && link.kind !== 'hash') history.replaceState(history.state, '', withoutAuthLink(location.href));
  return link;
}

/** A link is for the page it opened: who comes back to that page later comes without it. */
function forItsPage(link: AuthLink | null): Pick<Auth, 'link' | 'visited'> {
  const first = location.pathname;
  let isLeft = false;
  return {
    link: () => (isLeft || (link?.kind === 'hash' && !location.search.includes(link.token)) ? null : link),
    visited: (path) => {
      isLeft ||= path !== first;
    },
  };
}

/** Where to sign in: as the server says, else as it said the last time. */
async function placeOf(memory: DeviceMemory, ask: () => Promise<AuthPlace>): Promise<AuthPlace> {
  try {
    const asked = await ask();
    // The server's own sign-in is wherever the app came from, by whatever name it is called.
    const place = asked.isEmbedded ? { ...asked, url: location.origin } : asked;
    memory.keepSetting('auth-place', place).catch(() => undefined);
    return place;
  } catch (error) {
    const kept = await memory.readSetting('auth-place').catch(() => null);
    const { url, publishableKey, isEmbedded } = Object(kept);
    if (typeof url !== 'string' || typeof publishableKey !== 'string') throw error;
    return { url, publishableKey, isEmbedded: isEmbedded === true };
  }
}

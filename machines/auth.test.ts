import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { AuthFailure, AuthOutcome, Identity, SessionMark } from '#contract/auth';
import { productRefreshDelay } from '#contract/constants';
import type { Profile } from '#contract/profile';
import { unreached } from '../tests/machine-coverage.ts';
import {
  authMachine,
  type ClientChanged,
  type FoundProfile,
  type Remembered,
  type SignUpOutcome,
  selectAuthFailure,
  selectAwaited,
  selectIdentity,
  selectIsLost,
  selectIsOnline,
} from './auth.ts';

const at = '2026-05-01T18:00:00.000Z';
const ada: SessionMark = { userId: 'ada', email: 'ada@x.test', expiresAt: 1, mark: 'a1' };
const later: SessionMark = { ...ada, mark: 'a2', expiresAt: 2 };
const bob: SessionMark = { userId: 'bob', email: 'bob@x.test', expiresAt: 1, mark: 'b1' };
const named: Profile = { id: 'ada', username: 'ada', avatar_url: null };
const nameless: Profile = { id: 'ada', username: '', avatar_url: null };
const known: Identity = { userId: 'ada', email: 'ada@x.test', profile: named, lastVerifiedAt: at };
const refused: AuthFailure = { code: 'invalid_credentials', message: 'no', status: 400, reasons: [], retryAfter: null };
const credentials = { email: 'ada@x.test', phone: null, password: 'p' };
const failure = { failure: refused };
const done: AuthOutcome = { value: null };

interface Answers {
  remembered: Remembered | 'broken';
  found: FoundProfile | 'broken';
  outcome: AuthOutcome | 'broken';
  signUp: SignUpOutcome | 'broken';
  wasSignedOut: boolean | 'broken';
  isOnline: boolean;
  isRecoveryPage: boolean;
}

/** An actor with a world that answers as it is told; `broken` throws. */
function start(given: Partial<Answers> = {}) {
  const answers: Answers = {
    remembered: { identity: null, hasSession: false },
    found: { profile: named },
    outcome: done,
    signUp: { value: { needsConfirmation: true } },
    wasSignedOut: true,
    isOnline: true,
    isRecoveryPage: false,
    ...given,
  };
  const said: string[] = [];
  const clock = new SimulatedClock();
  let tell: (event: ClientChanged | { type: 'client.failed' }) => void = () => undefined;
  let network: (state: 'online' | 'offline' | 'captive') => void = () => undefined;
  const answer = async <Value>(word: string, value: Value | 'broken'): Promise<Value> => {
    said.push(word);
    if (value === 'broken') throw new Error(`${word} is broken`);
    return value;
  };
  const machine = authMachine.provide({
    actors: {
      recall: fromPromise(() => answer('recall', answers.remembered)),
      watchClient: fromCallback(({ sendBack }) => {
        said.push('watchClient');
        tell = sendBack;
      }),
      watchNetwork: fromCallback(({ sendBack }) => {
        network = (state) => sendBack({ type: `network.${state}` });
      }),
      signIn: fromPromise(() => answer('signIn', answers.outcome)),
      signUp: fromPromise(() => answer('signUp', answers.signUp)),
      requestReset: fromPromise(() => answer('requestReset', answers.outcome)),
      setPassword: fromPromise(() => answer('setPassword', answers.outcome)),
      findProfile: fromPromise(() => answer('findProfile', answers.found)),
      refresh: fromPromise(() => answer('refresh', answers.outcome)),
      wasSignedOut: fromPromise(() => answer('wasSignedOut', answers.wasSignedOut)),
      signOut: fromPromise(({ input }) => answer(`signOut ${input.scope} ${input.isOnline}`, undefined)),
    },
    actions: {
      openGate: () => said.push('openGate'),
      shutGate: () => said.push('shutGate'),
      keepIdentity: ({ context }) =>
        said.push(`keep ${context.identity?.userId} ${context.identity?.profile?.username}`),
      dropOwned: () => said.push('dropOwned'),
    },
  });
  const { isOnline, isRecoveryPage } = answers;
  const actor = createActor(machine, { clock, input: { isOnline, isRecoveryPage } }).start();
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    actor,
    answers,
    clock,
    said,
    settled,
    tags: () => [...actor.getSnapshot().tags].sort(),
    changed: (event: ClientChanged['event'], session: SessionMark | null) =>
      tell({ type: 'supabase.changed', event, session, at }),
    failed: () => tell({ type: 'client.failed' }),
    network: (state: 'online' | 'offline' | 'captive') => network(state),
  };
}

/** A world in which ada is signed in. */
async function member(given: Partial<Answers> = {}) {
  const world = start({ remembered: { identity: null, hasSession: true }, ...given });
  await world.settled();
  world.changed('INITIAL_SESSION', ada);
  await world.settled();
  return world;
}

describe('at the start', () => {
  test('a visitor without a session never loads the client', async () => {
    const { said, settled, tags } = start();
    expect(tags()).toEqual(['unknown']);
    await settled();
    expect([tags(), said]).toEqual([['anonymous'], ['recall']]);
  });

  test('a memory that cannot be read is none', async () => {
    const { settled, tags } = start({ remembered: 'broken' });
    await settled();
    expect(tags()).toEqual(['anonymous']);
  });

  test('a session is taken from the client, with its profile', async () => {
    const { actor, said, tags } = await member();
    expect(tags()).toEqual(['member']);
    expect(selectIdentity(actor.getSnapshot())).toEqual({ ...known, profile: named });
    expect(said).toEqual(['recall', 'watchClient', 'keep ada undefined', 'findProfile', 'keep ada ada']);
  });

  test('offline the snapshot says who it is, and the client is asked once there is a network', async () => {
    const world = start({ remembered: { identity: known, hasSession: true }, isOnline: false });
    await world.settled();
    expect([world.tags(), world.said]).toEqual([['member'], ['recall']]);
    world.network('online');
    expect(world.said).toEqual(['recall', 'openGate', 'watchClient']);
    world.changed('TOKEN_REFRESHED', ada);
    await world.settled();
    expect(world.tags()).toEqual(['member']);
  });

  test.each(['offline', 'captive'] as const)('%s while it opens, the snapshot speaks', async (state) => {
    const world = start({ remembered: { identity: known, hasSession: true } });
    await world.settled();
    expect(world.tags()).toEqual(['unknown']);
    world.network(state);
    expect(world.tags()).toEqual(['member']);
    expect(selectIsOnline(world.actor.getSnapshot())).toBe(false);
  });

  test.each([true, false])(
    'a snapshot without a session is one that was lost before (online: %s)',
    async (isOnline) => {
      const world = start({ remembered: { identity: known, hasSession: false }, isOnline });
      await world.settled();
      expect([world.tags(), selectIsLost(world.actor.getSnapshot()), world.said]).toEqual([
        ['anonymous'],
        true,
        ['recall'],
      ]);
    },
  );

  test('offline without a snapshot nobody is there, until the network is', async () => {
    const world = start({ remembered: { identity: null, hasSession: true }, isOnline: false });
    await world.settled();
    expect(world.tags()).toEqual(['anonymous']);
    world.network('online');
    expect(world.tags()).toEqual(['unknown']);
  });

  test('a client that cannot be loaded leaves the snapshot, or nobody', async () => {
    const world = start({ remembered: { identity: known, hasSession: true } });
    await world.settled();
    world.failed();
    expect(world.tags()).toEqual(['member']);
    world.clock.increment(15_000);
    expect([world.tags(), world.said]).toEqual([['unknown'], ['recall', 'watchClient', 'watchClient']]);
    const empty = start({ remembered: { identity: null, hasSession: true } });
    await empty.settled();
    empty.failed();
    expect(empty.tags()).toEqual(['anonymous']);
  });
});

describe('the end of a session', () => {
  test('that nobody asked for keeps what is on the device, and says so', async () => {
    const world = await member({ wasSignedOut: false });
    world.changed('SIGNED_OUT', null);
    await world.settled();
    expect(world.tags()).toEqual(['anonymous']);
    expect([selectIsLost(world.actor.getSnapshot()), selectIdentity(world.actor.getSnapshot())?.userId]).toEqual([
      true,
      'ada',
    ]);
    expect(world.said).not.toContain('dropOwned');
  });

  test('that the same person begins again keeps what is theirs; another one drops it', async () => {
    for (const [session, isDropped] of [
      [later, false],
      [bob, true],
    ] as const) {
      const world = await member({ wasSignedOut: false });
      world.changed('SIGNED_OUT', null);
      await world.settled();
      const before = world.said.length;
      world.changed('SIGNED_IN', session);
      await world.settled();
      expect(world.said.slice(before).includes('dropOwned')).toBe(isDropped);
      expect(selectIdentity(world.actor.getSnapshot())?.userId).toBe(session.userId);
    }
  });

  test('that was asked for in another tab forgets the person', async () => {
    const world = await member({ wasSignedOut: true });
    world.changed('SIGNED_OUT', null);
    await world.settled();
    expect([selectIsLost(world.actor.getSnapshot()), selectIdentity(world.actor.getSnapshot())]).toEqual([false, null]);
    expect(world.said).toContain('dropOwned');
  });

  test('a device that cannot say counts as the first', async () => {
    const world = await member({ wasSignedOut: 'broken' });
    world.changed('SIGNED_OUT', null);
    await world.settled();
    expect(selectIsLost(world.actor.getSnapshot())).toBe(true);
  });

  test.each(['local', 'global'] as const)('by order, %s', async (scope) => {
    const world = await member();
    world.actor.send({ type: 'auth.signOut', scope });
    expect(world.tags()).toEqual(['unknown']);
    // The client's own news of it changes nothing.
    world.changed('SIGNED_OUT', null);
    await world.settled();
    expect(world.tags()).toEqual(['anonymous']);
    expect(world.said.slice(-2)).toEqual([`signOut ${scope} true`, 'dropOwned']);
    expect(selectIdentity(world.actor.getSnapshot())).toBeNull();
  });

  test('offline too', async () => {
    const world = start({ remembered: { identity: known, hasSession: true }, isOnline: false });
    await world.settled();
    world.actor.send({ type: 'auth.signOut', scope: 'local' });
    await world.settled();
    expect([world.tags(), world.said]).toEqual([['anonymous'], ['recall', 'signOut local false', 'dropOwned']]);
  });
});

describe('signing in', () => {
  test('loads the client, and is in when the client says so', async () => {
    const world = start();
    await world.settled();
    world.actor.send({ type: 'auth.signIn', credentials });
    expect(world.tags()).toEqual(['anonymous', 'busy']);
    world.changed('SIGNED_IN', ada);
    await world.settled();
    expect([world.tags(), world.said.slice(0, 4)]).toEqual([
      ['member'],
      ['recall', 'signIn', 'watchClient', 'dropOwned'],
    ]);
  });

  test.each([failure, 'broken'] as const)('refused says why: %o', async (outcome) => {
    const world = start({ outcome });
    await world.settled();
    world.actor.send({ type: 'auth.signIn', credentials });
    await world.settled();
    expect(world.tags()).toEqual(['anonymous']);
    const { code } = selectAuthFailure(world.actor.getSnapshot()) ?? {};
    expect(code).toBe(outcome === 'broken' ? 'internal' : 'invalid_credentials');
    world.answers.outcome = done;
    world.actor.send({ type: 'auth.signIn', credentials });
    expect(selectAuthFailure(world.actor.getSnapshot())).toBeNull();
  });
});

describe('signing up', () => {
  test('waits for the mail, and begins again', async () => {
    const world = start();
    await world.settled();
    world.actor.send({ type: 'auth.signUp', credentials });
    await world.settled();
    expect([world.tags(), selectAwaited(world.actor.getSnapshot())]).toEqual([['anonymous', 'sent'], 'ada@x.test']);
    world.actor.send({ type: 'auth.startAgain' });
    expect([world.tags(), selectAwaited(world.actor.getSnapshot())]).toEqual([['anonymous'], null]);
  });

  test('without a mail the client says that one is in', async () => {
    const world = start({ signUp: { value: { needsConfirmation: false } } });
    await world.settled();
    world.actor.send({ type: 'auth.signUp', credentials });
    await world.settled();
    world.changed('SIGNED_IN', ada);
    expect(world.tags()).toEqual(['member']);
  });

  test.each([failure, 'broken'] as const)('refused says why: %o', async (signUp) => {
    const world = start({ signUp });
    await world.settled();
    world.actor.send({ type: 'auth.signUp', credentials });
    await world.settled();
    expect(world.tags()).toEqual(['anonymous']);
    expect(selectAuthFailure(world.actor.getSnapshot())).not.toBeNull();
  });
});

describe('a new password', () => {
  test('is asked for by mail', async () => {
    const world = start();
    await world.settled();
    world.actor.send({ type: 'auth.requestReset', email: 'ada@x.test' });
    await world.settled();
    expect([world.tags(), selectAwaited(world.actor.getSnapshot())]).toEqual([['anonymous', 'sent'], 'ada@x.test']);
  });

  test.each([failure, 'broken'] as const)('a mail that is refused says why: %o', async (outcome) => {
    const world = start({ outcome });
    await world.settled();
    world.actor.send({ type: 'auth.requestReset', email: 'x' });
    await world.settled();
    expect([world.tags(), selectAuthFailure(world.actor.getSnapshot())?.status ?? null]).toEqual([
      ['anonymous'],
      outcome === 'broken' ? null : 400,
    ]);
  });

  test('is set on its page alone; other tabs go on', async () => {
    const world = await member();
    world.changed('PASSWORD_RECOVERY', later);
    expect(world.tags()).toEqual(['member']);
    world.actor.send({ type: 'page.changed', isRecoveryPage: true });
    world.changed('PASSWORD_RECOVERY', later);
    expect(world.tags()).toEqual(['recovering']);
    world.actor.send({ type: 'auth.setPassword', password: 'p' });
    expect(world.tags()).toEqual(['busy', 'recovering']);
    await world.settled();
    expect(world.tags()).toEqual(['member']);
  });

  test.each([failure, 'broken'] as const)('that is refused says why: %o', async (outcome) => {
    const world = start({ remembered: { identity: null, hasSession: true }, isRecoveryPage: true, outcome });
    await world.settled();
    world.changed('PASSWORD_RECOVERY', ada);
    world.actor.send({ type: 'auth.setPassword', password: 'p' });
    await world.settled();
    expect(world.tags()).toEqual(['recovering']);
    expect(selectAuthFailure(world.actor.getSnapshot())).not.toBeNull();
  });

  test('a link that comes while it is found out what became of the last session', async () => {
    const world = start({ remembered: { identity: null, hasSession: true }, isRecoveryPage: true });
    await world.settled();
    world.changed('INITIAL_SESSION', null);
    world.changed('SIGNED_IN', ada);
    world.changed('PASSWORD_RECOVERY', ada);
    expect(world.tags()).toEqual(['recovering']);
  });

  test('leaving the page without setting one signs out', async () => {
    const world = start({ remembered: { identity: null, hasSession: true }, isRecoveryPage: true });
    await world.settled();
    world.changed('PASSWORD_RECOVERY', ada);
    world.actor.send({ type: 'page.changed', isRecoveryPage: true });
    expect(world.tags()).toEqual(['recovering']);
    world.actor.send({ type: 'page.changed', isRecoveryPage: false });
    await world.settled();
    expect(world.tags()).toEqual(['anonymous']);
    expect(world.said).toContain('signOut local true');
  });
});

describe('while signed in', () => {
  test.each([
    ['missing', ['member', 'needsName']],
    [{ profile: nameless }, ['member', 'needsName']],
    [{ profile: named }, ['member']],
    ['unreachable', ['member']],
    ['broken', ['member']],
  ] as const)('a profile that is %o', async (found, tags) => {
    const world = await member({ found });
    expect(world.tags()).toEqual(tags);
  });

  test('a name that is chosen ends the asking for one', async () => {
    const world = await member({ found: 'missing' });
    world.actor.send({ type: 'profile.changed', profile: named });
    expect([world.tags(), world.said.at(-1)]).toEqual([['member'], 'keep ada ada']);
  });

  test('a profile that could not be had is looked for again with the network', async () => {
    const world = await member({ found: 'unreachable' });
    world.network('offline');
    world.answers.found = 'missing';
    world.network('online');
    await world.settled();
    expect(world.tags()).toEqual(['member', 'needsName']);
  });

  test('the same token again is no news; a new one is; another person drops what was the first one’s', async () => {
    const world = await member();
    const before = world.said.length;
    world.changed('SIGNED_IN', ada);
    expect(world.said.length).toBe(before);
    world.changed('TOKEN_REFRESHED', later);
    expect(world.said.slice(before)).toEqual(['keep ada ada']);
    world.changed('SIGNED_IN', bob);
    expect(world.said.slice(before + 1, before + 3)).toEqual(['dropOwned', 'keep bob undefined']);
    expect(selectIdentity(world.actor.getSnapshot())?.userId).toBe('bob');
  });

  test('the product refreshes every 30 minutes, and not without a network', async () => {
    const world = await member();
    const count = () => world.said.filter((word) => word === 'refresh').length;
    world.clock.increment(productRefreshDelay);
    await world.settled();
    expect(count()).toBe(1);
    world.network('captive');
    world.clock.increment(productRefreshDelay);
    await world.settled();
    expect(count()).toBe(1);
    world.answers.outcome = 'broken';
    world.network('online');
    await world.settled();
    expect(count()).toBe(2);
    world.clock.increment(productRefreshDelay);
    await world.settled();
    expect([count(), world.tags()]).toEqual([3, ['member']]);
  });

  test('the gate follows the network', async () => {
    const world = await member();
    for (const state of ['offline', 'online', 'captive', 'online'] as const) world.network(state);
    expect(world.said.filter((word) => word.endsWith('Gate'))).toEqual([
      'shutGate',
      'openGate',
      'shutGate',
      'openGate',
    ]);
    expect(world.tags()).toEqual(['member']);
  });
});

test('every state and transition can be reached', () => {
  const ended = (path: string, output: unknown) => ({ type: `xstate.done.actor.0.auth.session.${path}`, output });
  const broke = (path: string) => ({ type: `xstate.error.actor.0.auth.session.${path}`, error: new Error('x') });
  const changed = (event: ClientChanged['event'], session: SessionMark | null) =>
    ({ type: 'supabase.changed', event, session, at }) as const;
  const orders = ['signedOut.signingIn', 'signedOut.requestingReset', 'recovering.setting'];
  const events = [
    ended('booting', { identity: known, hasSession: true }),
    ended('booting', { identity: null, hasSession: true }),
    ended('booting', { identity: known, hasSession: false }),
    ended('booting', { identity: null, hasSession: false }),
    broke('booting'),
    ...orders.flatMap((path) => [ended(path, done), ended(path, failure), broke(path)]),
    ended('signedOut.signingUp', { value: { needsConfirmation: true } }),
    ended('signedOut.signingUp', { value: { needsConfirmation: false } }),
    broke('signedOut.signingUp'),
    ended('signedIn.profile.loading', { profile: named }),
    ended('signedIn.profile.loading', 'missing'),
    ended('signedIn.profile.loading', 'unreachable'),
    broke('signedIn.profile.loading'),
    ended('signedIn.refresh.refreshing', done),
    broke('signedIn.refresh.refreshing'),
    ended('losing', false),
    ended('losing', true),
    broke('losing'),
    ended('signingOut', undefined),
    broke('signingOut'),
    { type: 'xstate.after.productRefreshDelay.auth.session.signedIn.refresh.waiting' },
    { type: 'xstate.after.reopenDelay.auth.session.offlineIdentity' },
    changed('SIGNED_IN', ada),
    changed('TOKEN_REFRESHED', later),
    changed('SIGNED_IN', bob),
    changed('PASSWORD_RECOVERY', later),
    changed('SIGNED_OUT', null),
    changed('PASSWORD_RECOVERY', ada),
    { type: 'client.need' },
    { type: 'client.failed' },
    { type: 'network.online' },
    { type: 'network.offline' },
    { type: 'network.captive' },
    { type: 'auth.signIn', credentials },
    { type: 'auth.signUp', credentials },
    { type: 'auth.requestReset', email: 'x' },
    { type: 'auth.startAgain' },
    { type: 'auth.setPassword', password: 'x' },
    { type: 'auth.signOut', scope: 'local' },
    { type: 'profile.changed', profile: named },
    { type: 'page.changed', isRecoveryPage: true },
    { type: 'page.changed', isRecoveryPage: false },
  ];
  const missed = unreached(authMachine, {
    input: { isOnline: true, isRecoveryPage: true },
    events,
    // What the guards look at, and nothing else.
    serializeState: ({ value, context }) => {
      const { isOnline, isRecoveryPage, hasSession, identity, session } = context;
      return JSON.stringify([value, isOnline, isRecoveryPage, hasSession, identity?.userId, session?.mark]);
    },
  });
  // `deciding` is left in the step that enters it.
  expect(missed).toEqual(['auth.session.deciding']);
});

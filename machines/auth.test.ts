import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { AuthEvent, Identity, SessionEnd, SessionInfo } from '#contract/entities/identity';
import type { Profile } from '#contract/entities/profile';
import { unreached } from '../tests/machine-coverage.ts';
import { authMachine, type SessionChanged, type StoredSession, selectDraftOwner, selectNameState } from './auth.ts';
import { type NetworkEvent, networkEvent } from './network-event.ts';
import { type ProfileResult, profileLookupMachine } from './profile-lookup.ts';

const at = '2026-05-01T18:00:00.000Z';
const ada: SessionInfo = { userId: 'ada', email: 'ada@x.test', expiresAt: 1, fingerprint: 'a1' };
const renewed: SessionInfo = { ...ada, fingerprint: 'a2', expiresAt: 2 };
const bob: SessionInfo = { userId: 'bob', email: 'bob@x.test', expiresAt: 1, fingerprint: 'b1' };
const named: Profile = { id: 'ada', username: 'ada', avatar_url: null };
const nameless: Profile = { id: 'ada', username: '', avatar_url: null };
const known: Identity = { userId: 'ada', email: 'ada@x.test', profile: named, lastVerifiedAt: at };
const stored: StoredSession = { identity: known, hasSession: true, end: null };
const firstSignIn: StoredSession = { identity: null, hasSession: true, end: null };
const visitor: StoredSession = { identity: null, hasSession: false, end: null };

interface Answers {
  stored: StoredSession | 'throws';
  profile: ProfileResult | 'throws' | 'hangs';
  /** null: the user has signed out. */
  end: SessionEnd | null | 'throws';
  signOut: null | 'throws';
  isOnline: boolean;
  isRecoveryPage: boolean;
}

/** A running machine whose actors answer as given; `throws` makes them reject. `log` lists calls of actors and actions. */
function start(given: Partial<Answers> = {}) {
  const answers: Answers = {
    stored: visitor,
    profile: { profile: named },
    end: null,
    signOut: null,
    isOnline: true,
    isRecoveryPage: false,
    ...given,
  };
  const log: string[] = [];
  /** The users whose profiles were looked up. */
  const asked: string[] = [];
  const clock = new SimulatedClock();
  let report: (event: SessionChanged | { type: 'client.failed' }) => void = () => undefined;
  let reportNetwork: (event: NetworkEvent) => void = () => undefined;
  const answer = async <Value>(name: string, value: Value | 'throws' | 'hangs'): Promise<Value> => {
    log.push(name);
    if (value === 'throws') throw new Error(name);
    return value === 'hangs' ? new Promise<Value>(() => undefined) : value;
  };
  const machine = authMachine.provide({
    actors: {
      readStored: fromPromise(() => answer('readStored', answers.stored)),
      watchClient: fromCallback(({ sendBack }) => {
        log.push('watchClient');
        report = sendBack;
      }),
      watchNetwork: fromCallback(({ sendBack }) => {
        reportNetwork = sendBack;
      }),
      profileLookup: profileLookupMachine.provide({
        actors: {
          findProfile: fromPromise(({ input }) => {
            asked.push(input.userId);
            return answer('findProfile', answers.profile);
          }),
        },
        actions: { reportSlow: () => log.push('reportSlow') },
      }),
      findEnd: fromPromise(() => answer('findEnd', answers.end)),
      signOut: fromPromise<void, { readonly scope: 'local' | 'global' }>(async ({ input }) => {
        await answer(`signOut ${input.scope}`, answers.signOut);
      }),
    },
    actions: {
      storeIdentity: ({ context }) =>
        log.push(`store ${context.identity?.userId} ${context.identity?.profile?.username}`),
      clearOwned: () => log.push('clearOwned'),
      removeIdentity: () => log.push('removeIdentity'),
    },
  });
  const { isOnline, isRecoveryPage } = answers;
  const actor = createActor(machine, { clock, input: { isOnline, isRecoveryPage } }).start();
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    actor,
    answers,
    asked,
    clock,
    log,
    settled,
    tags: () => [...actor.getSnapshot().tags].sort(),
    name: () => selectNameState(actor.getSnapshot()),
    change: (event: AuthEvent, session: SessionInfo | null) => report({ type: 'session.changed', event, session, at }),
    failClient: () => report({ type: 'client.failed' }),
    network: (status: 'online' | 'offline') => reportNetwork(networkEvent(status)),
  };
}

/** A machine in which ada is signed in. */
async function startSignedIn(given: Partial<Answers> = {}) {
  const started = start({ stored: firstSignIn, ...given });
  await started.settled();
  started.change('INITIAL_SESSION', ada);
  await started.settled();
  return started;
}

describe('at the start', () => {
  test('a visitor without a session does not load the client', async () => {
    const { log, settled, tags } = start();
    expect(tags()).toEqual(['unknown']);
    await settled();
    expect([tags(), log]).toEqual([['anonymous'], ['readStored']]);
  });

  test('storage that cannot be read means anonymous', async () => {
    const { settled, tags } = start({ stored: 'throws' });
    await settled();
    expect(tags()).toEqual(['anonymous']);
  });

  test('a sign-in that is faster than this device is kept until the device is read', async () => {
    for (const stored of [visitor, 'throws'] as const) {
      const { actor, log, settled, tags, change } = start({ stored });
      actor.send({ type: 'client.require' });
      change('INITIAL_SESSION', null);
      change('SIGNED_IN', ada);
      expect(tags()).toEqual(['unknown']);
      await settled();
      expect(tags()).toEqual(['member']);
      expect(log).toEqual([
        'readStored',
        'watchClient',
        'clearOwned',
        'store ada undefined',
        'findProfile',
        'store ada ada',
      ]);
    }
  });

  test('one that is over before the device is read is none', async () => {
    const { actor, settled, tags, change } = start();
    actor.send({ type: 'client.require' });
    change('SIGNED_IN', ada);
    change('SIGNED_OUT', null);
    await settled();
    expect(tags()).toEqual(['anonymous']);
  });

  test.each([
    ['SIGNED_OUT', 'anonymous', 'elsewhere'],
    ['SESSION_UNAVAILABLE', 'member', null],
  ] as const)('%s of a stored session before the device is read counts: %s, %s', async (event, tag, end) => {
    const { actor, settled, tags, change } = start({ stored, end: 'elsewhere' });
    actor.send({ type: 'client.require' });
    change(event, null);
    await settled();
    await settled();
    expect([tags(), actor.getSnapshot().context.end]).toEqual([[tag], end]);
  });

  test('one by the stored user keeps the name and what is stored', async () => {
    const { actor, log, name, settled, change } = start({ stored, profile: 'hangs' });
    actor.send({ type: 'client.require' });
    change('SIGNED_IN', ada);
    await settled();
    expect([name(), log]).toEqual(['named', ['readStored', 'watchClient', 'store ada ada', 'findProfile']]);
  });

  test('one by another user than the stored one leaves nothing of that user', async () => {
    const { actor, log, settled, change } = start({ stored });
    actor.send({ type: 'client.require' });
    change('SIGNED_IN', bob);
    await settled();
    expect(actor.getSnapshot().context.identity?.userId).toBe('bob');
    expect(log).toContain('clearOwned');
  });

  test('a stored session is confirmed by the client, and its profile is found', async () => {
    const { actor, log, tags } = await startSignedIn();
    expect(tags()).toEqual(['member']);
    expect(actor.getSnapshot().context.identity).toEqual({ ...known, profile: named });
    expect(log).toEqual(['readStored', 'watchClient', 'store ada undefined', 'findProfile', 'store ada ada']);
  });

  test('offline the stored identity is used, and the client is loaded when the network is back', async () => {
    const { log, tags, settled, network, change } = start({ stored, isOnline: false });
    await settled();
    expect([tags(), log]).toEqual([['member'], ['readStored']]);
    network('online');
    expect(log).toEqual(['readStored', 'watchClient']);
    change('TOKEN_REFRESHED', ada);
    await settled();
    expect(tags()).toEqual(['member']);
  });

  test('a network that is lost while the session is restored leaves the stored identity', async () => {
    const { tags, settled, network } = start({ stored });
    await settled();
    expect(tags()).toEqual(['unknown']);
    network('offline');
    expect(tags()).toEqual(['member']);
  });

  test('an auth service that does not answer for 1.5 s leaves the stored identity', async () => {
    const { clock, tags, settled, change } = start({ stored });
    await settled();
    clock.increment(1_499);
    expect(tags()).toEqual(['unknown']);
    clock.increment(1);
    expect(tags()).toEqual(['member']);
    change('INITIAL_SESSION', ada);
    await settled();
    expect(tags()).toEqual(['member']);
  });

  test('a session that cannot be refreshed for now is not lost', async () => {
    const { actor, tags, settled, change } = start({ stored });
    await settled();
    change('SESSION_UNAVAILABLE', null);
    change('SESSION_UNAVAILABLE', null);
    expect([tags(), actor.getSnapshot().context.end]).toEqual([['member'], null]);
    change('TOKEN_REFRESHED', renewed);
    await settled();
    expect(tags()).toEqual(['member']);
  });

  test('a session that the server has ended is over, also after the wait', async () => {
    const { actor, clock, tags, settled, change } = start({ stored, end: 'elsewhere' });
    await settled();
    clock.increment(1_500);
    change('SIGNED_OUT', null);
    await settled();
    expect([tags(), actor.getSnapshot().context.end]).toEqual([['anonymous'], 'elsewhere']);
  });

  test.each([true, false])('an identity without a session means that it ended (online: %s)', async (isOnline) => {
    const { actor, log, tags, settled } = start({ stored: { ...stored, hasSession: false }, isOnline });
    await settled();
    expect([tags(), actor.getSnapshot().context.end]).toEqual([['anonymous'], 'unknown']);
    expect([actor.getSnapshot().context.identity, log]).toEqual([null, ['readStored', 'clearOwned', 'removeIdentity']]);
  });

  test('how the last session ended is known until somebody signs in', async () => {
    const { actor, tags, settled, change } = start({ stored: { ...visitor, end: 'deleted' } });
    await settled();
    expect([tags(), actor.getSnapshot().context.end]).toEqual([['anonymous'], 'deleted']);
    actor.send({ type: 'client.require' });
    change('SIGNED_IN', ada);
    expect([tags(), actor.getSnapshot().context.end]).toEqual([['member'], null]);
  });

  test('offline without an identity the user is anonymous until the network is back', async () => {
    const { tags, settled, network } = start({ stored: firstSignIn, isOnline: false });
    await settled();
    expect(tags()).toEqual(['anonymous']);
    network('online');
    expect(tags()).toEqual(['unknown']);
  });

  test('a client that cannot be loaded leaves the stored identity, and is loaded again after 15 s', async () => {
    const { clock, log, tags, settled, failClient } = start({ stored });
    await settled();
    failClient();
    expect(tags()).toEqual(['member']);
    clock.increment(15_000);
    expect([tags(), log]).toEqual([['member'], ['readStored', 'watchClient', 'watchClient']]);
  });

  test('a client that cannot be loaded leaves a user without an identity anonymous', async () => {
    const { tags, settled, failClient } = start({ stored: firstSignIn });
    await settled();
    failClient();
    expect(tags()).toEqual(['anonymous']);
  });
});

describe('at the start, while something fails', () => {
  test.each(['no session', 'throws'] as const)('a visitor (%s) stays one when the network is back', async (what) => {
    const { log, settled, tags, network } = start(what === 'throws' ? { stored: what } : {});
    await settled();
    network('online');
    await settled();
    expect([tags(), log]).toEqual([['anonymous'], ['readStored']]);
  });

  test('without a stored user the wait for the session ends after 10 s, and the session is taken when it comes', async () => {
    const { clock, tags, settled, network, change } = start({ stored: firstSignIn });
    await settled();
    network('offline');
    clock.increment(9_999);
    expect(tags()).toEqual(['unknown']);
    clock.increment(1);
    expect(tags()).toEqual(['anonymous']);
    change('SIGNED_IN', ada);
    expect(tags()).toEqual(['member']);
  });

  test('a client that reports no session ends it', async () => {
    const { tags, settled, change } = start({ stored });
    await settled();
    change('INITIAL_SESSION', null);
    await settled();
    expect(tags()).toEqual(['anonymous']);
  });

  test('a client that could not be loaded is loaded at once for a sign-in, and when the network is back', async () => {
    const { actor, clock, log, settled, failClient, network } = start({ stored });
    const count = () => log.filter((entry) => entry === 'watchClient').length;
    await settled();
    failClient();
    actor.send({ type: 'client.require' });
    expect(count()).toBe(2);
    failClient();
    network('offline');
    clock.increment(15_000);
    expect(count()).toBe(2);
    network('online');
    expect(count()).toBe(3);
  });

  test('a client that a login form needs is loaded again when the network is back, and later by itself', async () => {
    const { actor, clock, log, settled, failClient, network } = start();
    const count = () => log.filter((entry) => entry === 'watchClient').length;
    await settled();
    actor.send({ type: 'client.require' });
    network('offline');
    failClient();
    clock.increment(15_000);
    expect(count()).toBe(1);
    network('online');
    expect(count()).toBe(2);
    failClient();
    clock.increment(15_000);
    expect(count()).toBe(3);
  });

  test('a name that is saved before the session is confirmed is known', async () => {
    const { actor, settled, tags } = start({ stored, isOnline: false });
    await settled();
    actor.send({ type: 'profile.saved', profile: { ...named, username: 'lovelace' } });
    expect([tags(), actor.getSnapshot().context.identity?.profile?.username]).toEqual([['member'], 'lovelace']);
  });
});

describe('the end of a session', () => {
  test('is no end while the session may come back', async () => {
    const { tags, settled, change } = await startSignedIn();
    change('SESSION_UNAVAILABLE', null);
    await settled();
    expect(tags()).toEqual(['member']);
  });

  test.each([null, 'elsewhere'] as const)('is not undone by the network (%s)', async (end) => {
    const { actor, tags, settled, change, network } = await startSignedIn({ end });
    change('SIGNED_OUT', null);
    expect(tags()).toEqual(['unknown']);
    await settled();
    network('offline');
    network('online');
    expect(tags()).toEqual(['anonymous']);
    change('SIGNED_IN', renewed);
    expect([tags(), actor.getSnapshot().context.end]).toEqual([['member'], null]);
  });

  test('by the user counts although the server does not hear of it', async () => {
    const { actor, log, tags, settled } = await startSignedIn({ signOut: 'throws' });
    actor.send({ type: 'auth.signOut', scope: 'global' });
    await settled();
    expect([tags(), log.at(-1), actor.getSnapshot().context.identity]).toEqual([['anonymous'], 'clearOwned', null]);
  });

  test.each(['elsewhere', 'deleted', 'unknown'] as const)(
    'by the service (%s) leaves nothing on the device but drafts',
    async (end) => {
      const { actor, log, tags, settled, change } = await startSignedIn({ end });
      expect(selectDraftOwner(actor.getSnapshot())).toBe('ada');
      change('SIGNED_OUT', null);
      expect(selectDraftOwner(actor.getSnapshot())).toBeNull();
      await settled();
      const snapshot = actor.getSnapshot();
      expect([tags(), snapshot.context.end, snapshot.context.identity]).toEqual([['anonymous'], end, null]);
      expect(selectDraftOwner(snapshot)).toBe('ada');
      expect(log.slice(-3)).toEqual(['findEnd', 'clearOwned', 'removeIdentity']);
    },
  );

  test.each([renewed, bob])('is forgotten when somebody signs in: %o', async (session) => {
    const { actor, settled, change } = await startSignedIn({ end: 'elsewhere' });
    change('SIGNED_OUT', null);
    await settled();
    change('SIGNED_IN', session);
    await settled();
    const snapshot = actor.getSnapshot();
    expect([snapshot.context.end, selectDraftOwner(snapshot)]).toEqual([null, session.userId]);
    expect(snapshot.context.identity?.userId).toBe(session.userId);
  });

  test('by a sign-out in another tab clears the user', async () => {
    const { actor, log, settled, change } = await startSignedIn({ end: null });
    change('SIGNED_OUT', null);
    await settled();
    expect([actor.getSnapshot().context.end, actor.getSnapshot().context.identity]).toEqual([null, null]);
    expect(selectDraftOwner(actor.getSnapshot())).toBeNull();
    expect(log).toContain('clearOwned');
  });

  test('is known although the storage cannot be read', async () => {
    const { actor, tags, settled, change } = await startSignedIn({ end: 'throws' });
    change('SIGNED_OUT', null);
    await settled();
    expect([tags(), actor.getSnapshot().context.end]).toEqual([['anonymous'], 'unknown']);
  });

  test.each(['local', 'global'] as const)('by the user (%s) clears the user once', async (scope) => {
    const { actor, log, tags, settled, change } = await startSignedIn();
    actor.send({ type: 'auth.signOut', scope });
    expect(tags()).toEqual(['unknown']);
    change('SIGNED_OUT', null);
    await settled();
    expect([tags(), log.slice(-2)]).toEqual([['anonymous'], [`signOut ${scope}`, 'clearOwned']]);
    expect(actor.getSnapshot().context.identity).toBeNull();
  });

  test('by the user works offline', async () => {
    const { actor, log, tags, settled } = start({ stored, isOnline: false });
    await settled();
    actor.send({ type: 'auth.signOut', scope: 'local' });
    await settled();
    expect([tags(), log]).toEqual([['anonymous'], ['readStored', 'signOut local', 'clearOwned']]);
  });
});

describe('a sign-in', () => {
  test('is still possible after the client has reported that there is no session', async () => {
    const { actor, name, settled, tags, change } = start();
    await settled();
    actor.send({ type: 'client.require' });
    change('INITIAL_SESSION', null);
    expect([tags(), name()]).toEqual([['anonymous'], 'unknown']);
    change('SIGNED_IN', ada);
    await settled();
    expect([tags(), name()]).toEqual([['member'], 'named']);
  });

  test('loads the client and ends when the client reports the session', async () => {
    const { actor, log, tags, settled, change } = start();
    await settled();
    actor.send({ type: 'client.require' });
    expect(tags()).toEqual(['anonymous']);
    change('SIGNED_IN', ada);
    await settled();
    expect([tags(), log.slice(0, 3)]).toEqual([['member'], ['readStored', 'watchClient', 'clearOwned']]);
  });
});

describe('a recovery link', () => {
  test('counts on its page alone, until the password is set', async () => {
    const { actor, tags, settled, change } = await startSignedIn();
    change('PASSWORD_RECOVERY', renewed);
    expect(tags()).toEqual(['member']);
    actor.send({ type: 'page.changed', isRecoveryPage: true });
    change('PASSWORD_RECOVERY', renewed);
    expect(tags()).toEqual(['recovering']);
    change('TOKEN_REFRESHED', renewed);
    expect(tags()).toEqual(['recovering']);
    change('USER_UPDATED', renewed);
    await settled();
    expect(tags()).toEqual(['member']);
  });

  test('is none where a user who is signed in opens its page', async () => {
    const { actor, tags, settled, change } = start({ stored: firstSignIn, isRecoveryPage: true });
    await settled();
    change('INITIAL_SESSION', ada);
    expect(tags()).toEqual(['member']);
    actor.send({ type: 'page.changed', isRecoveryPage: false });
    await settled();
    expect(tags()).toEqual(['member']);
  });

  test('counts while the end of the last session is being checked', async () => {
    const { tags, settled, change } = start({ stored: firstSignIn, isRecoveryPage: true });
    await settled();
    change('INITIAL_SESSION', null);
    change('SIGNED_IN', ada);
    change('PASSWORD_RECOVERY', ada);
    expect(tags()).toEqual(['recovering']);
  });

  test('ends in a sign-out when the page is left without a new password', async () => {
    const { actor, log, tags, settled, change } = start({ stored: firstSignIn, isRecoveryPage: true });
    await settled();
    change('PASSWORD_RECOVERY', ada);
    actor.send({ type: 'page.changed', isRecoveryPage: true });
    expect(tags()).toEqual(['recovering']);
    actor.send({ type: 'page.changed', isRecoveryPage: false });
    await settled();
    expect(tags()).toEqual(['anonymous']);
    expect(log).toContain('signOut local');
  });
});

describe('a recovery link that was left', () => {
  test.each(['page', 'button'] as const)('by a %s does not count again', async (how) => {
    const { actor, tags, settled, change } = start({ stored: firstSignIn, isRecoveryPage: true });
    await settled();
    change('PASSWORD_RECOVERY', ada);
    if (how === 'button') actor.send({ type: 'auth.signOut', scope: 'local' });
    actor.send({ type: 'page.changed', isRecoveryPage: false });
    await settled();
    expect(tags()).toEqual(['anonymous']);
    change('PASSWORD_RECOVERY', renewed);
    expect(tags()).toEqual(['member']);
  });
});

describe('a profile look-up of a first sign-in', () => {
  test('is one of this user, and of the next one', async () => {
    const { asked, clock, settled, change } = await startSignedIn({ profile: 'failed' });
    clock.increment(5_000);
    await settled();
    change('SIGNED_IN', bob);
    await settled();
    expect(asked).toEqual(['ada', 'ada', 'bob']);
  });

  test('that was found late is stored', async () => {
    const { answers, clock, log, settled } = await startSignedIn({ profile: 'failed' });
    answers.profile = 'throws';
    clock.increment(5_000);
    await settled();
    answers.profile = { profile: named };
    clock.increment(5_000);
    await settled();
    expect(log.slice(-2)).toEqual(['findProfile', 'store ada ada']);
  });

  test.each([
    [{ profile: named }, 'named'],
    [{ profile: nameless }, 'missing'],
    ['missing', 'missing'],
    ['failed', 'missing'],
    ['unreachable', 'unknown'],
    ['throws', 'unknown'],
  ] as const)('that ends in %o means that the name is %s', async (profile, name) => {
    expect((await startSignedIn({ profile })).name()).toBe(name);
  });

  test.each(['failed', 'unreachable', 'throws'] as const)(
    'that ends in %s is repeated until it succeeds',
    async (profile) => {
      const { answers, clock, name, settled } = await startSignedIn({ profile });
      clock.increment(5_000);
      await settled();
      expect(name()).not.toBe('named');
      answers.profile = { profile: named };
      clock.increment(5_000);
      await settled();
      expect(name()).toBe('named');
    },
  );

  test.each(['failed', 'unreachable'] as const)(
    'that ends in %s is repeated when the network is back',
    async (profile) => {
      const { answers, name, network } = await startSignedIn({ profile });
      answers.profile = { profile: named };
      network('offline');
      network('online');
      await new Promise((resolve) => setImmediate(resolve));
      expect(name()).toBe('named');
    },
  );
});

describe('a profile look-up of a user whose name is known', () => {
  async function restore(profile: Answers['profile']) {
    const started = start({ stored, profile });
    await started.settled();
    started.change('INITIAL_SESSION', ada);
    await started.settled();
    return started;
  }

  test.each(['failed', 'unreachable', 'throws', 'missing', { profile: nameless }] as const)(
    'keeps the name when it ends in %o once',
    async (profile) => {
      const { actor, answers, clock, log, name, settled } = await restore(profile);
      expect([name(), log.filter((entry) => entry === 'store ada undefined')]).toEqual(['named', []]);
      answers.profile = { profile: { ...named, username: 'lovelace' } };
      clock.increment(5_000);
      await settled();
      expect(actor.getSnapshot().context.identity?.profile?.username).toBe('lovelace');
    },
  );

  test('takes it for gone when the service says so twice', async () => {
    const { clock, name, settled } = await restore('missing');
    clock.increment(5_000);
    await settled();
    expect(name()).toBe('missing');
  });

  test('asks twice again after the name was found', async () => {
    const { answers, clock, name, settled, actor } = await restore('missing');
    answers.profile = { profile: named };
    clock.increment(5_000);
    await settled();
    answers.profile = 'missing';
    actor.send({ type: 'profile.invalidated' });
    await settled();
    expect(name()).toBe('named');
  });
});

describe('a profile look-up without an answer', () => {
  test('checks the network after 3 s and is made anew after 10 s and 5 s', async () => {
    const { answers, clock, log, name, settled } = await startSignedIn({ profile: 'hangs' });
    clock.increment(3_000);
    expect(log.at(-1)).toBe('reportSlow');
    answers.profile = { profile: named };
    clock.increment(7_000);
    expect(name()).toBe('unknown');
    clock.increment(5_000);
    await settled();
    expect(name()).toBe('named');
  });

  test.each([false, true])('is made anew when the network is back (after a failure: %s)', async (hasFailed) => {
    const { answers, clock, name, network, settled } = await startSignedIn({ profile: hasFailed ? 'failed' : 'hangs' });
    answers.profile = 'hangs';
    if (hasFailed) clock.increment(5_000);
    answers.profile = { profile: named };
    network('offline');
    network('online');
    await settled();
    expect(name()).toBe('named');
  });

  test('after one that failed ends after 10 s as well', async () => {
    const { answers, clock, name, settled } = await startSignedIn({ profile: 'failed' });
    answers.profile = 'hangs';
    clock.increment(5_000);
    answers.profile = { profile: named };
    clock.increment(10_000);
    clock.increment(5_000);
    await settled();
    expect(name()).toBe('named');
  });
});

describe('while signed in', () => {
  test('a saved name is known at once', async () => {
    const { actor, log, name } = await startSignedIn({ profile: 'missing' });
    actor.send({ type: 'profile.saved', profile: named });
    expect([name(), log.at(-1)]).toEqual(['named', 'store ada ada']);
  });

  test('nobody is asked for a name that another tab has saved, while it is being found', async () => {
    const { actor, answers, tags } = await startSignedIn({ profile: 'missing' });
    expect(tags()).toEqual(['member', 'needsName']);
    answers.profile = { profile: named };
    actor.send({ type: 'profile.invalidated' });
    expect(tags()).toEqual(['member']);
  });

  test('a profile that another tab has saved is found again, without forgetting the name meanwhile', async () => {
    const { actor, answers, name, settled } = await startSignedIn();
    answers.profile = { profile: { ...named, username: 'lovelace' } };
    actor.send({ type: 'profile.invalidated' });
    expect(name()).toBe('named');
    await settled();
    expect(actor.getSnapshot().context.identity?.profile?.username).toBe('lovelace');
  });

  test('the same token changes nothing, a new one is stored, another user clears what was stored', async () => {
    const { actor, log, change } = await startSignedIn();
    const before = log.length;
    change('SIGNED_IN', ada);
    expect(log.length).toBe(before);
    change('TOKEN_REFRESHED', renewed);
    expect(log.slice(before)).toEqual(['store ada ada']);
    change('SIGNED_IN', bob);
    expect(log.slice(before + 1, before + 3)).toEqual(['clearOwned', 'store bob undefined']);
    expect(actor.getSnapshot().context.identity?.userId).toBe('bob');
  });
});

test('every state and transition can be reached', () => {
  const done = (path: string, output: unknown) => ({ type: `xstate.done.actor.0.auth.session.${path}`, output });
  const failed = (path: string) => ({ type: `xstate.error.actor.0.auth.session.${path}`, error: new Error('x') });
  const changed = (event: AuthEvent, session: SessionInfo | null) =>
    ({ type: 'session.changed', event, session, at }) as const;
  const events = [
    done('booting', stored),
    done('booting', firstSignIn),
    done('booting', { ...stored, hasSession: false }),
    done('booting', visitor),
    failed('booting'),
    done('ending', 'elsewhere'),
    done('ending', null),
    failed('ending'),
    done('signingOut', undefined),
    failed('signingOut'),
    { type: 'xstate.after.reloadDelay.auth.client.failed' },
    { type: 'xstate.after.restoreDelay.auth.session.restoring' },
    { type: 'xstate.after.restoreTimeout.auth.session.restoring' },
    changed('SIGNED_IN', ada),
    changed('TOKEN_REFRESHED', renewed),
    changed('SIGNED_IN', bob),
    changed('PASSWORD_RECOVERY', renewed),
    changed('PASSWORD_RECOVERY', ada),
    changed('USER_UPDATED', renewed),
    changed('SIGNED_OUT', null),
    changed('SESSION_UNAVAILABLE', null),
    { type: 'client.require' },
    { type: 'client.failed' },
    networkEvent('online'),
    networkEvent('offline'),
    { type: 'auth.signOut', scope: 'local' },
    { type: 'profile.saved', profile: named },
    { type: 'profile.found', profile: named },
    { type: 'profile.missing', profile: null },
    { type: 'profile.failed' },
    { type: 'profile.invalidated' },
    { type: 'page.changed', isRecoveryPage: true },
    { type: 'page.changed', isRecoveryPage: false },
  ];
  const missed = unreached(authMachine, {
    input: { isOnline: true, isRecoveryPage: true },
    events,
    // Only the values that guards read in each state: otherwise there are too many states to walk.
    serializeState: ({ value, context }) => {
      const { isOnline, isRecoveryPage, hasSession, identity, session, early } = context;
      const isSignedIn = Object.hasOwn(Object(value.session), 'signedIn');
      const details = isSignedIn
        ? [session?.fingerprint, identity?.profile?.username !== undefined, isRecoveryPage]
        : [
            identity?.userId,
            hasSession,
            value.session === 'recovering' || isRecoveryPage,
            value.session === 'booting' && early?.event,
          ];
      return JSON.stringify([value.session, isSignedIn ? null : value.client, isOnline, ...details]);
    },
  });
  expect(missed).toEqual([]);
});

import { expect, test } from 'vitest';
import { unreached } from '../tests/machine-coverage.ts';
import { profileLookupMachine } from './profile-lookup.ts';
import { sessionRefreshMachine } from './session-refresh.ts';

const profile = { id: 'ada', username: 'ada', avatar_url: null };

test('every state and transition of a profile look-up can be reached', () => {
  const states = ['looking', 'failed.checking'];
  const events = [
    ...['network.online', 'profile.saved', 'profile.invalidated'].map((type) => ({ type })),
    ...states.flatMap((state) => [
      ...[{ profile }, 'missing', 'failed', 'unreachable'].map((output) => ({
        type: `xstate.done.actor.0.profileLookup.${state}`,
        output,
      })),
      { type: `xstate.error.actor.0.profileLookup.${state}`, error: 'x' },
      { type: `xstate.after.profileTimeout.profileLookup.${state}` },
    ]),
    { type: 'xstate.after.slowRequestDelay.profileLookup.looking' },
    ...['failed.waiting', 'stale'].map((state) => ({ type: `xstate.after.profileRetryDelay.profileLookup.${state}` })),
  ];
  const walks = [true, false].map((isNamed) => ({ input: { userId: 'ada', isNamed }, events }));
  // A walk has no parent to report to.
  const machine = profileLookupMachine.provide({ actions: { report: () => undefined, reportFailed: () => undefined } });
  expect(unreached(machine, ...walks)).toEqual([]);
});

test('every state and transition of the refresh of a session can be reached', () => {
  const events = [
    ...['network.online', 'network.offline'].map((type) => ({ type })),
    { type: 'xstate.after.sessionRefreshInterval.sessionRefresh.waiting' },
    { type: 'xstate.done.actor.0.sessionRefresh.refreshing' },
    { type: 'xstate.error.actor.0.sessionRefresh.refreshing', error: 'x' },
  ];
  const walks = [true, false].map((isOnline) => ({ input: { isOnline }, events }));
  expect(unreached(sessionRefreshMachine, ...walks)).toEqual([]);
});

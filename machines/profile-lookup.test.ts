import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { type ProfileResult, profileLookupMachine } from './profile-lookup.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const profile = { id: 'ada', username: 'ada', avatar_url: null };
const found = { type: 'profile.found', profile };
const missing = { type: 'profile.missing', profile: null };

/** A look-up for ada whose name is known already; `reports` is what her parent receives. */
async function startNamed(...results: readonly ProfileResult[]) {
  const clock = new SimulatedClock();
  const reports: AnyEventObject[] = [];
  const pending = [...results];
  const parent = createActor(
    fromCallback(({ receive }) => receive((event) => reports.push(event))),
    { clock },
  ).start();
  const machine = profileLookupMachine.provide({
    actors: { findProfile: fromPromise(async () => pending.shift() ?? 'unreachable') },
  });
  const actor = createActor(machine, { parent, input: { userId: 'ada', isNamed: true } }).start();
  await settled();
  return {
    actor,
    reports,
    /** The next try begins and ends. */
    repeat: async () => {
      clock.increment(5_000);
      await settled();
    },
    invalidate: async () => {
      actor.send({ type: 'profile.invalidated' });
      await settled();
    },
  };
}

describe('a profile that the service reports as missing', () => {
  test('counts when that is repeated', async () => {
    const { reports, repeat } = await startNamed('missing', 'missing');
    expect(reports).toEqual([]);
    await repeat();
    expect(reports).toEqual([missing]);
  });

  test.each(['failed', 'unreachable'] as const)('counts only when that is repeated after %s too', async (result) => {
    const { reports, repeat } = await startNamed(result, 'missing', 'missing');
    await repeat();
    expect(reports).toEqual([]);
    await repeat();
    expect(reports).toEqual([missing]);
  });

  test('leaves no name that a later failure would keep', async () => {
    const { reports, repeat, invalidate } = await startNamed('missing', 'missing', 'failed');
    await repeat();
    await invalidate();
    expect(reports).toEqual([missing, { type: 'profile.failed' }]);
  });

  test('does not count after the name was saved meanwhile', async () => {
    const { actor, reports, repeat } = await startNamed('missing', 'missing', { profile });
    actor.send({ type: 'profile.saved' });
    await repeat();
    expect(reports).toEqual([]);
    actor.send({ type: 'profile.invalidated' });
    await settled();
    await repeat();
    expect(reports).toEqual([found]);
  });
});

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

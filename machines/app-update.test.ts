import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { activationTimeout, newerCheckTimeout, newerInstallTimeout } from '#contract/constants';
import { unreached } from '../tests/machine-coverage.ts';
import { appUpdateMachine } from './app-update.ts';

type WorkerEvent = 'worker.ready' | 'worker.waiting' | 'worker.controlling';

interface Options {
  /** The answer about a newer version; null when none comes. */
  readonly newer?: boolean | Error | null;
  readonly isBroken?: boolean;
  readonly isWaiting?: boolean;
  readonly isSilent?: boolean;
  /** How long the worker takes to be asked, in ms. */
  readonly activationTime?: number;
  readonly delayedChecks?: number;
  readonly cannotCheck?: boolean;
}

function start({
  newer = false,
  isBroken = false,
  isWaiting = true,
  isSilent = false,
  activationTime = 0,
  delayedChecks = 0,
  cannotCheck = false,
}: Options = {}) {
  const clock = new SimulatedClock();
  const done: string[] = [];
  let checks = 0;
  let report: (event: { type: WorkerEvent }) => void = () => undefined;
  let endInstallation: (error?: Error) => void = () => undefined;
  const machine = appUpdateMachine.provide({
    actors: {
      watchWorker: fromCallback(({ sendBack }) => {
        report = sendBack;
      }),
      watchChanges: fromCallback(() => undefined),
      findNewer: fromPromise(async () => {
        if (newer === null) return new Promise<boolean>(() => undefined);
        if (newer instanceof Error) throw newer;
        return newer;
      }),
      installNewer: fromPromise(() => {
        done.push('install');
        return new Promise<void>((resolve, reject) => {
          endInstallation = (error) => (error === undefined ? resolve() : reject(error));
        });
      }),
      activate: fromPromise(async () => {
        if (isSilent) return new Promise<boolean>(() => undefined);
        done.push('activate');
        if (isBroken) throw new Error('no worker');
        if (activationTime > 0) await new Promise<void>((resolve) => clock.setTimeout(resolve, activationTime));
        return isWaiting;
      }),
      isWaiting: fromPromise(async () => {
        if (isSilent) return new Promise<boolean>(() => undefined);
        checks += 1;
        if (isBroken || cannotCheck) throw new Error('no worker');
        return checks <= delayedChecks;
      }),
    },
    actions: { reload: () => done.push('reload') },
  });
  const actor = createActor(machine, { clock }).start();
  return {
    actor,
    clock,
    done,
    endInstallation: (error?: Error) => endInstallation(error),
    worker: (type: WorkerEvent) => report({ type }),
    tags: () => [...actor.getSnapshot().tags],
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a first install is announced once', () => {
  const { clock, worker, tags, done } = start();
  worker('worker.ready');
  expect(tags()).toEqual(['ready']);
  clock.increment(6_000);
  expect([tags(), done]).toEqual([[], []]);
});

test('a first install is announced once the page of a race is left, for as long as elsewhere', () => {
  const { actor, clock, worker, tags } = start();
  actor.send({ type: 'race.opened' });
  worker('worker.ready');
  clock.increment(60_000);
  expect(tags()).toEqual([]);
  actor.send({ type: 'race.left' });
  expect(tags()).toEqual(['ready']);
  clock.increment(5_000);
  actor.send({ type: 'race.opened' });
  expect(tags()).toEqual([]);
  actor.send({ type: 'race.left' });
  clock.increment(5_999);
  expect(tags()).toEqual(['ready']);
  clock.increment(1);
  expect(tags()).toEqual([]);
});

test('a new version is offered once, and reloads after it has taken over', async () => {
  const { actor, clock, worker, tags, done } = start();
  for (let count = 0; count < 3; count += 1) worker('worker.waiting');
  expect(tags()).toEqual(['offered']);
  actor.send({ type: 'update.accept' });
  await settled();
  expect([tags(), done]).toEqual([['applying'], ['activate']]);
  worker('worker.controlling');
  clock.increment(60_000);
  expect(done).toEqual(['activate', 'reload']);
});

test.each([false, true])('reloads when the browser reports nothing (broken: %s)', async (isBroken) => {
  const { actor, clock, worker, done } = start({ isBroken });
  worker('worker.waiting');
  actor.send({ type: 'update.accept' });
  await settled();
  clock.increment(activationTimeout);
  await settled();
  expect(done).toEqual(['activate', 'reload']);
});

test('a version that is delayed is waited for', async () => {
  const { actor, clock, worker, tags, done } = start({ delayedChecks: 2 });
  worker('worker.waiting');
  actor.send({ type: 'update.accept' });
  for (let count = 0; count < 2; count += 1) {
    await settled();
    clock.increment(activationTimeout);
  }
  await settled();
  expect([tags(), done]).toEqual([['applying'], ['activate']]);
  clock.increment(activationTimeout);
  await settled();
  expect(done).toEqual(['activate', 'reload']);
});

test('a version that was asked late to take over has as long for it', async () => {
  const { actor, clock, worker, done } = start({ activationTime: activationTimeout - 1 });
  worker('worker.waiting');
  actor.send({ type: 'update.accept' });
  await settled();
  for (const time of [activationTimeout - 1, activationTimeout - 1]) {
    clock.increment(time);
    await settled();
  }
  expect(done).toEqual(['activate']);
  clock.increment(1);
  await settled();
  expect(done).toEqual(['activate', 'reload']);
});

test('a browser that never answers is not waited for', async () => {
  const { actor, clock, done, worker } = start({ isSilent: true });
  worker('worker.waiting');
  actor.send({ type: 'update.accept' });
  await settled();
  clock.increment(activationTimeout);
  clock.increment(activationTimeout);
  expect(done).toEqual(['reload']);
});

test('a newer version than the accepted one is installed first, and one reload leads to it', async () => {
  const { actor, clock, worker, tags, done, endInstallation } = start({ newer: true });
  worker('worker.waiting');
  actor.send({ type: 'update.accept' });
  expect([tags(), done]).toEqual([['applying'], []]);
  await settled();
  expect([tags(), done]).toEqual([['applying'], ['install']]);
  clock.increment(newerInstallTimeout - 1);
  expect([tags(), done]).toEqual([['applying'], ['install']]);
  worker('worker.waiting');
  endInstallation();
  await settled();
  expect([tags(), done]).toEqual([['applying'], ['install', 'activate']]);
  worker('worker.controlling');
  clock.increment(60_000);
  expect([tags(), done]).toEqual([['applying'], ['install', 'activate', 'reload']]);
});

test('the accepted version is activated when the installation of a newer one fails', async () => {
  const { actor, worker, tags, done, endInstallation } = start({ newer: true });
  worker('worker.waiting');
  actor.send({ type: 'update.accept' });
  await settled();
  endInstallation(new Error('a file is missing'));
  await settled();
  expect([tags(), done]).toEqual([['applying'], ['install', 'activate']]);
});

test('the accepted version is activated when the installation of a newer one takes too long', async () => {
  const { actor, clock, worker, tags, done } = start({ newer: true });
  worker('worker.waiting');
  actor.send({ type: 'update.accept' });
  await settled();
  clock.increment(newerInstallTimeout);
  await settled();
  expect([tags(), done]).toEqual([['applying'], ['install', 'activate']]);
});

test('the accepted version is activated at once when the server cannot be asked for a newer one', async () => {
  const { actor, worker, tags, done } = start({ newer: new Error('a captive portal') });
  worker('worker.waiting');
  actor.send({ type: 'update.accept' });
  await settled();
  expect([tags(), done]).toEqual([['applying'], ['activate']]);
});

test('the accepted version is activated when the server does not answer about a newer one', async () => {
  const { actor, clock, worker, tags, done } = start({ newer: null });
  worker('worker.waiting');
  actor.send({ type: 'update.accept' });
  clock.increment(newerCheckTimeout - 1);
  await settled();
  expect([tags(), done]).toEqual([['applying'], []]);
  clock.increment(1);
  await settled();
  expect([tags(), done]).toEqual([['applying'], ['activate']]);
});

test.each([null, true])(
  'a takeover that was accepted in another tab meanwhile causes no reload before the newest version (newer: %s)',
  async (newer) => {
    const { actor, clock, worker, tags, done } = start({ newer, isWaiting: false });
    worker('worker.waiting');
    actor.send({ type: 'update.accept' });
    await settled();
    worker('worker.controlling');
    await settled();
    expect([tags(), done.includes('reload')]).toEqual([['applying'], false]);
    clock.increment(newerInstallTimeout);
    await settled();
    expect(done.filter((step) => step !== 'install')).toEqual(['activate', 'reload']);
  },
);

test.each([null, true])('unsaved changes made before the activation defer the version (newer: %s)', async (newer) => {
  const { actor, clock, worker, tags, done, endInstallation } = start({ newer });
  worker('worker.waiting');
  actor.send({ type: 'update.accept' });
  await settled();
  actor.send({ type: 'changes.unsaved' });
  expect(tags()).toEqual(['deferred']);
  endInstallation();
  worker('worker.waiting');
  await settled();
  clock.increment(60_000);
  await settled();
  expect([tags(), done.includes('activate')]).toEqual([['deferred'], false]);
  actor.send({ type: 'changes.saved' });
  expect(tags()).toEqual(['offered']);
});

test('unsaved changes made after it was activated defer the reload', async () => {
  const { actor, clock, worker, tags, done } = start();
  worker('worker.waiting');
  actor.send({ type: 'update.accept' });
  await settled();
  actor.send({ type: 'changes.unsaved' });
  worker('worker.controlling');
  clock.increment(60_000);
  expect([tags(), done]).toEqual([['deferred'], ['activate']]);
});

test('a version that took over unreported is offered', () => {
  const { worker, tags, done } = start();
  worker('worker.controlling');
  expect([tags(), done]).toEqual([['offered'], []]);
});

test('an accepted version that has taken over already reloads at once', async () => {
  const { actor, worker, done } = start({ isWaiting: false });
  worker('worker.waiting');
  actor.send({ type: 'update.accept' });
  await settled();
  expect(done).toEqual(['activate', 'reload']);
});

test('does not reload when another tab has accepted the version', () => {
  const { worker, tags, done } = start();
  worker('worker.waiting');
  worker('worker.controlling');
  expect([tags(), done]).toEqual([['offered'], []]);
});

test('unsaved changes defer the offer until they are saved', () => {
  const { actor, worker, tags } = start();
  actor.send({ type: 'changes.unsaved' });
  worker('worker.waiting');
  expect([tags(), actor.getSnapshot().can({ type: 'update.accept' })]).toEqual([['deferred'], false]);
  actor.send({ type: 'changes.saved' });
  expect(tags()).toEqual(['offered']);
  actor.send({ type: 'changes.unsaved' });
  expect(tags()).toEqual(['deferred']);
});

test('a dismissed offer comes back with the next version', () => {
  const { actor, worker, tags } = start();
  worker('worker.waiting');
  actor.send({ type: 'update.dismiss' });
  expect(tags()).toEqual(['dismissed']);
  worker('worker.waiting');
  expect(tags()).toEqual(['offered']);
});

test('a version that comes while the first install is announced is offered, and the announcement can be closed', () => {
  const { actor, worker, tags } = start();
  worker('worker.ready');
  actor.send({ type: 'update.dismiss' });
  expect(tags()).toEqual([]);
  worker('worker.ready');
  worker('worker.waiting');
  expect(tags()).toEqual(['offered']);
});

test('changes that were saved before a version comes do not defer it', () => {
  const { actor, worker, tags } = start();
  actor.send({ type: 'changes.unsaved' });
  actor.send({ type: 'changes.saved' });
  worker('worker.waiting');
  expect(tags()).toEqual(['offered']);
});

test('a dismissed version can still be accepted, and changes that are saved again defer no reload', async () => {
  const { actor, worker, tags, done } = start();
  worker('worker.waiting');
  actor.send({ type: 'changes.unsaved' });
  actor.send({ type: 'changes.saved' });
  actor.send({ type: 'update.dismiss' });
  actor.send({ type: 'update.accept' });
  await settled();
  worker('worker.controlling');
  expect([tags(), done]).toEqual([['applying'], ['activate', 'reload']]);
});

test('changes made while a version is offered defer its reload too', async () => {
  const { actor, worker, tags } = start();
  worker('worker.waiting');
  actor.send({ type: 'changes.unsaved' });
  worker('worker.waiting');
  worker('worker.controlling');
  expect(tags()).toEqual(['deferred']);
});

test('a browser that cannot say whether the version waits is not waited for', async () => {
  const { actor, clock, worker, done } = start({ delayedChecks: 1, cannotCheck: true });
  worker('worker.waiting');
  actor.send({ type: 'update.accept' });
  await settled();
  clock.increment(activationTimeout);
  await settled();
  expect(done).toEqual(['activate', 'reload']);
});

test('every state and transition can be reached', () => {
  const events = [
    'worker.ready',
    'worker.waiting',
    'worker.controlling',
    'changes.unsaved',
    'changes.saved',
    'race.opened',
    'race.left',
    'update.accept',
    'update.dismiss',
    'xstate.after.newerCheckTimeout.appUpdate.preparing.checking',
    'xstate.after.newerInstallTimeout.appUpdate.preparing.installing',
    'xstate.done.actor.0.appUpdate.preparing.checking',
    'xstate.done.actor.0.appUpdate.preparing.installing',
    'xstate.error.actor.0.appUpdate.preparing.checking',
    'xstate.error.actor.0.appUpdate.preparing.installing',
    'xstate.after.activationTimeout.appUpdate.applying.activating',
    'xstate.after.activationTimeout.appUpdate.applying.waiting',
    'xstate.after.activationTimeout.appUpdate.applying.checking',
    'xstate.after.readyNotice.appUpdate.ready.shown',
    'xstate.done.actor.0.appUpdate.applying.activating',
    'xstate.done.actor.0.appUpdate.applying.checking',
    'xstate.error.actor.0.appUpdate.applying.activating',
    'xstate.error.actor.0.appUpdate.applying.checking',
  ].flatMap((type) =>
    type.startsWith('xstate.done') ? [true, false].map((output) => ({ type, output })) : [{ type }],
  );
  expect(unreached(appUpdateMachine, { events })).toEqual([]);
});

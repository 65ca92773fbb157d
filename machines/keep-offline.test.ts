import { describe, expect, test } from 'vitest';
import { createActor, type EventFrom, fromCallback, fromPromise } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { keepOfflineMachine, type OfflineCopy, selectPhase } from './keep-offline.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

type CopyEvent = EventFrom<typeof keepOfflineMachine>;

function start(stored: OfflineCopy | null, isRemovalBroken = false, isCheckLate = false) {
  const calls: string[] = [];
  let copy = stored;
  let sendCheck: () => void = () => undefined;
  let sendDownload: (event: CopyEvent) => void = () => undefined;
  const machine = keepOfflineMachine.provide({
    actors: {
      watchCopy: fromCallback(({ sendBack }) => {
        sendCheck = () => sendBack(copy === null ? { type: 'check.failed' } : { type: 'copy.checked', copy });
        if (!isCheckLate) sendCheck();
      }),
      download: fromCallback(({ sendBack }) => {
        calls.push('download');
        sendDownload = sendBack;
        return () => calls.push('end');
      }),
      remove: fromPromise(async () => {
        calls.push('remove');
        if (isRemovalBroken) throw new Error('lost');
        copy = absent;
      }),
    },
  });
  const actor = createActor(machine).start();
  return {
    actor,
    calls,
    phase: () => selectPhase(actor.getSnapshot()),
    progress: () => actor.getSnapshot().context,
    /** The stored copy changes, by this machine's download or elsewhere. */
    store: (changed: OfflineCopy) => {
      copy = changed;
    },
    checkAgain: () => sendCheck(),
    send: (event: CopyEvent) => sendDownload(event),
  };
}

const absent = { isPinned: false, done: 1, total: 3 };
const complete = { isPinned: true, done: 3, total: 3 };
const partial = { isPinned: true, done: 2, total: 3 };

test('downloads an item with its progress and keeps it until it is removed', async () => {
  const { actor, calls, phase, progress, send, store } = start(absent);
  expect(phase()).toBe('absent');
  actor.send({ type: 'copy.download' });
  send({ type: 'copy.progressed', done: 2, total: 3 });
  expect([phase(), progress()]).toEqual(['downloading', { done: 2, total: 3, problem: null }]);
  store(complete);
  send({ type: 'copy.completed' });
  expect([phase(), calls]).toEqual(['complete', ['download', 'end']]);
  actor.send({ type: 'copy.remove' });
  await settled();
  expect([phase(), calls.at(-1)]).toEqual(['absent', 'remove']);
});

test.each(['network', 'storageFull', 'signedOut'] as const)(
  'a download that stops because of %s keeps what is stored, names the problem, and can be tried again',
  (problem) => {
    const { actor, phase, progress, send, store } = start(absent);
    actor.send({ type: 'copy.download' });
    store(partial);
    send({ type: 'copy.failed', problem });
    expect([phase(), progress()]).toEqual(['incomplete', { done: 2, total: 3, problem }]);
    actor.send({ type: 'copy.download' });
    expect([phase(), progress()]).toEqual(['downloading', { done: 2, total: 3, problem: null }]);
  },
);

describe('an item whose download has stopped', () => {
  function startStopped() {
    const started = start(absent);
    started.actor.send({ type: 'copy.download' });
    started.store(partial);
    started.send({ type: 'copy.failed', problem: 'network' });
    return started;
  }

  test('can be removed, and names no problem then', async () => {
    const { actor, calls, phase, progress } = startStopped();
    actor.send({ type: 'copy.remove' });
    await settled();
    expect([phase(), progress().problem, calls.at(-1)]).toEqual(['absent', null, 'remove']);
  });

  test('is complete, without a problem, when the rest was stored elsewhere', () => {
    const { phase, progress, store, checkAgain } = startStopped();
    store(complete);
    checkAgain();
    expect([phase(), progress()]).toEqual(['complete', { done: 3, total: 3, problem: null }]);
  });
});

describe('an item that was kept before', () => {
  test('is complete when all of it is stored', () => {
    expect(start(complete).phase()).toBe('complete');
  });

  test('is incomplete when it has grown since', () => {
    const { phase, progress } = start({ isPinned: true, done: 3, total: 4 });
    expect([phase(), progress()]).toEqual(['incomplete', { done: 3, total: 4, problem: null }]);
  });

  test('is absent once it was removed elsewhere', () => {
    const { phase, store, checkAgain } = start(complete);
    store(absent);
    checkAgain();
    expect(phase()).toBe('absent');
  });

  test('is still complete when its removal fails', async () => {
    const { actor, phase } = start(complete, true);
    actor.send({ type: 'copy.remove' });
    await settled();
    expect(phase()).toBe('complete');
  });
});

test('is complete after a download that skipped what the server no longer has', () => {
  const { actor, phase, send, store } = start(absent);
  actor.send({ type: 'copy.download' });
  store(partial);
  send({ type: 'copy.completed' });
  expect(phase()).toBe('complete');
});

test('downloads an item when that is requested before the check has ended', () => {
  const { actor, phase } = start(absent, false, true);
  expect(phase()).toBe('checking');
  actor.send({ type: 'copy.download' });
  expect(phase()).toBe('downloading');
});

test('cancelling ends the download and checks what is stored', () => {
  const { actor, calls, phase, store } = start(absent);
  actor.send({ type: 'copy.download' });
  store(partial);
  actor.send({ type: 'copy.cancel' });
  expect([calls, phase()]).toEqual([['download', 'end'], 'incomplete']);
});

test('is unsupported on a device that stores nothing', () => {
  expect(start(null).phase()).toBe('unsupported');
});

test('every state and transition can be reached', () => {
  const events = [
    ...[absent, complete, partial].map((copy) => ({ type: 'copy.checked', copy })),
    { type: 'check.failed' },
    { type: 'xstate.done.actor.0.keepOffline.removing' },
    { type: 'xstate.error.actor.0.keepOffline.removing', error: new Error('x') },
    ...['copy.download', 'copy.remove', 'copy.cancel', 'copy.completed'].map((type) => ({ type })),
    { type: 'copy.progressed', done: 2, total: 3 },
    { type: 'copy.failed', problem: 'storageFull' },
  ];
  expect(unreached(keepOfflineMachine, { events })).toEqual([]);
});

import { expect, test } from 'vitest';
import { createActor, type EventFrom, type EventObject, fromCallback, fromPromise } from 'xstate';
import { installOfferCooldown } from '#contract/constants';
import { unreached } from '../tests/machine-coverage.ts';
import { type InstallHistory, installMachine, selectView } from './install.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const now = 1_800_000_000_000;
const firstVisit: InstallHistory = { isInstalled: false, isReturningVisitor: false, dismissedAt: null, now };
const secondVisit = { ...firstVisit, isReturningVisitor: true };

/** Actors that never answer. */
const pending = {
  loadHistory: fromPromise<InstallHistory, undefined>(() => new Promise(() => undefined)),
  watchBrowser: fromCallback<EventObject, undefined>(() => undefined),
};

type InstallEvent = EventFrom<typeof installMachine>;

async function start(
  history: InstallHistory | 'broken',
  method: 'share' | 'menu' = 'menu',
  answer: boolean | 'broken' = true,
  isStorageBroken = history === 'broken',
) {
  const calls: string[] = [];
  let sendBrowserEvent: (event: InstallEvent) => void = () => undefined;
  const machine = installMachine.provide({
    actors: {
      loadHistory: fromPromise(async () => {
        if (history === 'broken') throw new Error('private mode');
        return history;
      }),
      watchBrowser: fromCallback(({ sendBack }) => {
        sendBrowserEvent = sendBack;
      }),
      showPrompt: fromPromise(async () => {
        calls.push('prompt');
        if (answer === 'broken') throw new Error('no prompt');
        return answer;
      }),
      saveDismissal: fromPromise(async () => {
        calls.push('save');
        if (isStorageBroken) throw new Error('private mode');
      }),
    },
  });
  const actor = createActor(machine, { input: { method } }).start();
  await settled();
  return {
    actor,
    calls,
    tags: () => [...actor.getSnapshot().tags],
    view: () => selectView(actor.getSnapshot()),
    method: () => actor.getSnapshot().context.method,
    sendBrowserEvent: (type: 'prompt.received' | 'app.installed') => sendBrowserEvent({ type }),
  };
}

test.each([
  ['a first visit with a prompt', firstVisit, 'menu', true, null],
  ['a second visit with a prompt', secondVisit, 'menu', true, 'banner'],
  ['a second visit without a prompt', secondVisit, 'menu', false, null],
  ['a first visit of an iPhone', firstVisit, 'share', false, null],
  ['a second visit of an iPhone', secondVisit, 'share', false, 'banner'],
  ['the installed app', { ...secondVisit, isInstalled: true }, 'share', true, null],
  ['60 days after a dismissal', { ...secondVisit, dismissedAt: now - installOfferCooldown }, 'menu', true, null],
  [
    'more than 60 days after a dismissal',
    { ...secondVisit, dismissedAt: now - installOfferCooldown - 1 },
    'menu',
    true,
    'banner',
  ],
  ['a device without storage', 'broken', 'share', true, null],
] as const)('%s shows %5$s', async (_, history, method, hasPrompt, view) => {
  const install = await start(history, method);
  if (hasPrompt) install.sendBrowserEvent('prompt.received');
  expect(install.view()).toBe(view);
});

test('installs by the prompt on a first visit when the browser has one', async () => {
  const { actor, calls, tags, method, sendBrowserEvent } = await start(firstVisit);
  sendBrowserEvent('prompt.received');
  actor.send({ type: 'install.start' });
  await settled();
  expect([calls, tags(), method()]).toEqual([['prompt'], [], 'menu']);
  sendBrowserEvent('app.installed');
  expect(tags()).toEqual(['installed']);
});

test('shows instructions when the prompt was accepted, the app is not installed, and installing is started again', async () => {
  const { actor, calls, view, sendBrowserEvent } = await start(firstVisit);
  sendBrowserEvent('prompt.received');
  actor.send({ type: 'install.start' });
  await settled();
  actor.send({ type: 'install.start' });
  expect([calls, view()]).toEqual([['prompt'], 'instructions']);
});

test('does not show the banner again when the browser has another prompt', async () => {
  const { actor, view, sendBrowserEvent } = await start(secondVisit);
  sendBrowserEvent('prompt.received');
  expect(view()).toBe('banner');
  actor.send({ type: 'install.start' });
  await settled();
  sendBrowserEvent('prompt.received');
  expect(view()).toBeNull();
});

test('shows instructions from the banner, and not the banner again', async () => {
  const { actor, view } = await start(secondVisit, 'share');
  actor.send({ type: 'install.start' });
  expect(view()).toBe('instructions');
  actor.send({ type: 'install.close' });
  expect(view()).toBeNull();
});

test('shows instructions on a first visit when the browser has no prompt', async () => {
  const { actor, calls, view, method } = await start(firstVisit, 'share');
  actor.send({ type: 'install.start' });
  expect([calls, view(), method()]).toEqual([[], 'instructions', 'share']);
  actor.send({ type: 'install.close' });
  expect(view()).toBeNull();
});

test('shows instructions when installing is started before the history is loaded', () => {
  const actor = createActor(installMachine.provide({ actors: pending }), { input: { method: 'menu' } }).start();
  actor.send({ type: 'install.start' });
  expect(selectView(actor.getSnapshot())).toBe('instructions');
});

test('shows the prompt when installing is started before the history is loaded', () => {
  const calls: string[] = [];
  const machine = installMachine.provide({
    actors: {
      ...pending,
      watchBrowser: fromCallback(({ sendBack }) => sendBack({ type: 'prompt.received' })),
      showPrompt: fromPromise(async () => calls.push('prompt') > 0),
    },
  });
  createActor(machine, { input: { method: 'menu' } })
    .start()
    .send({ type: 'install.start' });
  expect(calls).toEqual(['prompt']);
});

test('says that the app is installed already when installing is started again', async () => {
  const { actor, view, sendBrowserEvent } = await start(firstVisit);
  sendBrowserEvent('app.installed');
  actor.send({ type: 'install.start' });
  expect(view()).toBe('alreadyInstalled');
  actor.send({ type: 'install.close' });
  expect(view()).toBeNull();
});

test('says so too when the page was opened in the installed app', async () => {
  const { actor, view } = await start({ ...firstVisit, isInstalled: true });
  actor.send({ type: 'install.start' });
  expect(view()).toBe('alreadyInstalled');
});

test('saves that the prompt was declined', async () => {
  const { actor, calls, view, method, sendBrowserEvent } = await start(secondVisit, 'menu', false);
  sendBrowserEvent('prompt.received');
  actor.send({ type: 'install.start' });
  await settled();
  await settled();
  expect([calls, view(), method()]).toEqual([['prompt', 'save'], null, 'menu']);
});

test.each([
  ['', false],
  [', on a device without storage too', true],
])('saves that the banner was dismissed, and the app can still be installed%s', async (_, isStorageBroken) => {
  const { actor, calls, view } = await start(secondVisit, 'share', true, isStorageBroken);
  actor.send({ type: 'install.dismiss' });
  await settled();
  expect([calls, view()]).toEqual([['save'], null]);
  actor.send({ type: 'install.start' });
  expect(view()).toBe('instructions');
});

test('shows instructions when the prompt fails', async () => {
  const { actor, sendBrowserEvent, view, method } = await start(firstVisit, 'menu', 'broken');
  sendBrowserEvent('prompt.received');
  actor.send({ type: 'install.start' });
  await settled();
  expect([view(), method()]).toEqual(['instructions', 'menu']);
});

test('every state and transition can be reached', () => {
  const end = (state: string, kind: string, output?: unknown) => ({
    type: `xstate.${kind}.actor.0.install.${state}`,
    output,
    error: new Error('x'),
  });
  const events = [
    ...['prompt.received', 'app.installed', 'install.start', 'install.dismiss', 'install.close'].map((type) => ({
      type,
    })),
    ...[firstVisit, secondVisit, { ...secondVisit, isInstalled: true }].map((past) => end('loading', 'done', past)),
    end('loading', 'error'),
    end('prompting', 'done', true),
    end('prompting', 'done', false),
    end('prompting', 'error'),
    end('savingDismissal', 'done'),
    end('savingDismissal', 'error'),
  ];
  const found = ['share', 'menu'].map((method) => new Set(unreached(installMachine, { input: { method }, events })));
  expect([...(found[0] ?? [])].filter((name) => found[1]?.has(name))).toEqual([]);
});

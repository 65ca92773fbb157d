import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { installRest } from '#contract/constants';
import { unreached } from '../tests/machine-coverage.ts';
import { type InstallPast, installMachine, selectWay } from './install.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const now = 1_800_000_000_000;
const first: InstallPast = { isInstalled: false, isReturning: false, dismissedAt: null, now };
const second = { ...first, isReturning: true };

async function start(past: InstallPast | 'broken', way: 'share' | 'menu' = 'menu', answer: boolean | 'broken' = true) {
  const done: string[] = [];
  let tell: (event: never) => void = () => undefined;
  const machine = installMachine.provide({
    actors: {
      recall: fromPromise(async () => {
        if (past === 'broken') throw new Error('private mode');
        return past;
      }),
      watchBrowser: fromCallback(({ sendBack }) => {
        tell = sendBack as typeof tell;
      }),
      prompt: fromPromise(async () => {
        done.push('prompt');
        if (answer === 'broken') throw new Error('no prompt');
        return answer;
      }),
      rest: fromPromise(async () => {
        done.push('rest');
      }),
    },
  });
  const actor = createActor(machine, { input: { way } }).start();
  await settled();
  return {
    actor,
    done,
    tags: () => [...actor.getSnapshot().tags],
    way: () => selectWay(actor.getSnapshot()),
    news: (what: 'prompted' | 'installed') => tell({ type: `browser.${what}` } as never),
  };
}

test.each([
  ['a first visit with a prompt', first, 'menu', true, []],
  ['a second visit with a prompt', second, 'menu', true, ['banner']],
  ['a second visit without one', second, 'menu', false, []],
  ['a first visit of an iPhone', first, 'share', false, []],
  ['a second visit of an iPhone', second, 'share', false, ['banner']],
  ['one that is installed', { ...second, isInstalled: true }, 'share', true, ['installed']],
  ['59 days after a no', { ...second, dismissedAt: now - installRest + 86_400_000 }, 'menu', true, []],
  ['61 days after a no', { ...second, dismissedAt: now - installRest - 86_400_000 }, 'menu', true, ['banner']],
  ['a device that remembers nothing', 'broken', 'share', true, []],
] as const)('%s', async (_, past, way, isPrompted, tags) => {
  const install = await start(past, way);
  if (isPrompted) install.news('prompted');
  expect(install.tags()).toEqual(tags);
});

test('the button works on a first visit: by the prompt where there is one, by steps where not', async () => {
  const prompted = await start(first);
  prompted.news('prompted');
  prompted.actor.send({ type: 'install.order' });
  await settled();
  expect([prompted.done, prompted.tags(), prompted.way()]).toEqual([['prompt'], [], 'menu']);
  prompted.news('installed');
  expect(prompted.tags()).toEqual(['installed']);

  const told = await start(first, 'share');
  told.actor.send({ type: 'install.order' });
  expect([told.done, told.tags(), told.way()]).toEqual([[], ['steps'], 'share']);
  told.actor.send({ type: 'install.close' });
  expect(told.tags()).toEqual([]);
});

test('a prompt that is declined is remembered, and so is a banner that is put away', async () => {
  const declined = await start(second, 'menu', false);
  declined.news('prompted');
  declined.actor.send({ type: 'install.order' });
  await settled();
  await settled();
  expect([declined.done, declined.tags()]).toEqual([['prompt', 'rest'], []]);
  const dismissed = await start(second, 'share');
  dismissed.actor.send({ type: 'install.dismiss' });
  await settled();
  expect([dismissed.done, dismissed.tags()]).toEqual([['rest'], []]);
});

test('a prompt that fails leads to the steps', async () => {
  const { actor, news, tags } = await start(first, 'menu', 'broken');
  news('prompted');
  actor.send({ type: 'install.order' });
  await settled();
  expect(tags()).toEqual(['steps']);
});

test('every state and transition can be reached', () => {
  const end = (what: string, kind: string, output?: unknown) => ({
    type: `xstate.${kind}.actor.0.install.${what}`,
    output,
    error: new Error('x'),
  });
  const events = [
    ...['browser.prompted', 'browser.installed', 'install.order', 'install.dismiss', 'install.close'].map((type) => ({
      type,
    })),
    ...[first, second, { ...second, isInstalled: true }].map((past) => end('recalling', 'done', past)),
    end('recalling', 'error'),
    end('prompting', 'done', true),
    end('prompting', 'done', false),
    end('prompting', 'error'),
    end('resting', 'done'),
    end('resting', 'error'),
  ];
  const found = ['share', 'menu'].map((way) => new Set(unreached(installMachine, { input: { way }, events })));
  expect([...(found[0] ?? [])].filter((name) => found[1]?.has(name))).toEqual([]);
});

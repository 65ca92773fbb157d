import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { type Consent, consentMachine, selectConsent } from './consent.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const yes = { analytics: true };
const no = { analytics: false };

async function start(past: Consent | null | 'broken', isNeeded = true, isKeepBroken = false) {
  const done: string[] = [];
  let tell: (event: never) => void = () => undefined;
  const machine = consentMachine.provide({
    actors: {
      recall: fromPromise(async () => {
        if (past === 'broken') throw new Error('no cookies');
        return past;
      }),
      keep: fromPromise(async ({ input }) => {
        done.push(`keep ${input.analytics}`);
        if (isKeepBroken) throw new Error('no cookies');
      }),
      watchTabs: fromCallback(({ sendBack }) => {
        tell = sendBack as typeof tell;
      }),
      countVisits: fromCallback(() => {
        done.push('count');
        return () => done.push('stop');
      }),
      clearTraces: fromPromise(async () => {
        done.push('clear');
      }),
    },
  });
  const actor = createActor(machine, { input: { isNeeded } }).start();
  await settled();
  return {
    actor,
    done,
    tags: () => [...actor.getSnapshot().tags],
    consent: () => selectConsent(actor.getSnapshot()),
    tell: (consent: Consent) => tell({ type: 'consent.changed', consent } as never),
  };
}

describe('a first visit', () => {
  test('is asked, and nothing is counted or cleared before a choice', async () => {
    const { tags, done, consent } = await start(null);
    expect([tags(), done, consent()]).toEqual([['asking'], [], null]);
  });

  test('is asked nothing where there is nothing to ask for; the dialog opens by its link', async () => {
    const { actor, tags, done } = await start(null, false);
    expect(tags()).toEqual([]);
    actor.send({ type: 'consent.open' });
    expect(tags()).toEqual(['asking']);
    actor.send({ type: 'consent.acceptAll' });
    await settled();
    expect([tags(), done]).toEqual([['granted'], ['keep true']]);
  });

  test('that leaves the dialog has chosen nothing', async () => {
    const { actor, tags, done, consent } = await start(null);
    actor.send({ type: 'consent.close' });
    expect([tags(), done, consent()]).toEqual([[], [], null]);
  });

  test('of a browser that keeps no cookies is asked, and its choice holds for the page', async () => {
    const { actor, tags, done } = await start('broken', true, true);
    expect(tags()).toEqual(['asking']);
    actor.send({ type: 'consent.acceptAll' });
    await settled();
    expect([tags(), done]).toEqual([['granted'], ['keep true', 'count']]);
  });
});

test('accepting all counts, rejecting all later stops it and clears', async () => {
  const { actor, tags, done } = await start(null);
  actor.send({ type: 'consent.acceptAll' });
  await settled();
  expect([tags(), done]).toEqual([['granted'], ['keep true', 'count']]);
  actor.send({ type: 'consent.open' });
  expect(tags()).toEqual(expect.arrayContaining(['asking', 'granted']));
  actor.send({ type: 'consent.rejectAll' });
  await settled();
  expect([tags(), done]).toEqual([['refused'], ['keep true', 'count', 'stop', 'keep false', 'clear']]);
});

test.each([
  [yes, 'granted', 'count'],
  [no, 'refused', 'clear'],
] as const)('a selection of %j is %s', async (chosen, tag, last) => {
  const { actor, tags, done, consent } = await start(null);
  actor.send({ type: 'consent.manage' });
  expect(tags()).toEqual(['managing']);
  actor.send({ type: 'consent.acceptSelection', consent: chosen });
  await settled();
  expect([tags(), done.at(-1), consent()]).toEqual([[tag], last, chosen]);
});

test('a choice that was made before is not asked for again', async () => {
  expect((await start(yes)).tags()).toEqual(['granted']);
  const refused = await start(no);
  expect([refused.tags(), refused.done]).toEqual([['refused'], ['clear']]);
});

test('a choice in another tab holds here too', async () => {
  const { tags, done, tell } = await start(null);
  tell(yes);
  expect([tags(), done]).toEqual([['granted'], ['count']]);
  tell(no);
  await settled();
  expect([tags(), done]).toEqual([['refused'], ['count', 'stop', 'clear']]);
});

test('every state and transition can be reached', () => {
  const end = (what: string, kind: string, output?: unknown) => ({
    type: `xstate.${kind}.actor.0.consent.choice.${what}`,
    output,
    error: new Error('x'),
  });
  const events = [
    ...['acceptAll', 'rejectAll', 'manage', 'open', 'close'].map((name) => ({ type: `consent.${name}` })),
    ...[yes, no].flatMap((consent) => [
      { type: 'consent.acceptSelection', consent },
      { type: 'consent.changed', consent },
    ]),
    ...[null, yes, no].map((past) => end('recalling', 'done', past)),
    end('recalling', 'error'),
    end('keeping', 'done'),
    end('keeping', 'error'),
    end('refused', 'done'),
    end('refused', 'error'),
  ];
  const found = [true, false].map((isNeeded) => new Set(unreached(consentMachine, { input: { isNeeded }, events })));
  // `deciding` is left in the step that enters it.
  expect([...(found[0] ?? [])].filter((name) => found[1]?.has(name))).toEqual(['consent.choice.granted.deciding']);
});

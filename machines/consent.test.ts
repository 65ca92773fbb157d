import { describe, expect, test } from 'vitest';
import { createActor, type EventFrom, fromCallback, fromPromise } from 'xstate';
import { unreached } from '../tests/machine-coverage.ts';
import { type Consent, consentMachine, selectDialog } from './consent.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const granted = { analytics: true };
const denied = { analytics: false };

type ConsentEvent = EventFrom<typeof consentMachine>;

async function start(stored: Consent | null | 'broken', isRequired = true, isSavingBroken = false) {
  const calls: string[] = [];
  let send: (event: ConsentEvent) => void = () => undefined;
  const machine = consentMachine.provide({
    actors: {
      loadConsent: fromPromise(async () => {
        if (stored === 'broken') throw new Error('no cookies');
        return stored;
      }),
      saveConsent: fromPromise(async ({ input }) => {
        calls.push(`save ${input.analytics}`);
        if (isSavingBroken) throw new Error('no cookies');
      }),
      watchTabs: fromCallback(({ sendBack }) => {
        send = sendBack;
      }),
      runAnalytics: fromCallback(() => {
        calls.push('start');
        return () => calls.push('stop');
      }),
      clearAnalytics: fromPromise(async () => {
        calls.push('clear');
      }),
    },
  });
  const actor = createActor(machine, { input: { isRequired } }).start();
  await settled();
  return {
    actor,
    calls,
    tags: () => [...actor.getSnapshot().tags],
    consent: () => actor.getSnapshot().context.consent,
    dialog: () => selectDialog(actor.getSnapshot()),
    changeElsewhere: (consent: Consent) => send({ type: 'consent.changed', consent }),
  };
}

describe('on a first visit', () => {
  test('opens the dialog, and neither runs nor clears analytics before a choice', async () => {
    const { tags, calls, consent, dialog } = await start(null);
    expect([tags(), calls, consent(), dialog()]).toEqual([['request'], [], null, 'request']);
  });

  test('opens the dialog on request only when the server has no analytics', async () => {
    const { actor, tags, calls, dialog } = await start(null, false);
    expect([tags(), dialog()]).toEqual([[], null]);
    actor.send({ type: 'dialog.open' });
    expect(dialog()).toBe('request');
    actor.send({ type: 'consent.acceptAll' });
    await settled();
    expect([tags(), calls]).toEqual([['granted'], ['save true']]);
  });

  test('makes no choice when the dialog is closed', async () => {
    const { actor, tags, calls, consent } = await start(null);
    actor.send({ type: 'dialog.close' });
    expect([tags(), calls, consent()]).toEqual([[], [], null]);
  });

  test('applies a choice until the page is left when cookies are blocked', async () => {
    const { actor, tags, calls } = await start('broken', true, true);
    expect(tags()).toEqual(['request']);
    actor.send({ type: 'consent.acceptAll' });
    await settled();
    expect([tags(), calls]).toEqual([['granted'], ['save true', 'start']]);
  });

  test('applies a rejection when cookies are blocked', async () => {
    const { actor, tags, calls, consent } = await start('broken', true, true);
    actor.send({ type: 'consent.rejectAll' });
    await settled();
    expect([tags(), calls, consent()]).toEqual([['denied'], ['save false', 'clear'], denied]);
  });
});

test('starts analytics on accepting all, and stops and clears it on rejecting all later', async () => {
  const { actor, tags, calls, consent } = await start(null);
  actor.send({ type: 'consent.acceptAll' });
  await settled();
  expect([tags(), calls, consent()]).toEqual([['granted'], ['save true', 'start'], granted]);
  actor.send({ type: 'dialog.open' });
  expect(tags()).toEqual(expect.arrayContaining(['request', 'granted']));
  actor.send({ type: 'consent.rejectAll' });
  await settled();
  expect([tags(), calls, consent()]).toEqual([
    ['denied'],
    ['save true', 'start', 'stop', 'save false', 'clear'],
    denied,
  ]);
});

test.each([
  [granted, 'granted', 'start'],
  [denied, 'denied', 'clear'],
] as const)('a selection of %j is %s', async (selection, tag, lastCall) => {
  const { actor, tags, calls, consent, dialog } = await start(null);
  actor.send({ type: 'preferences.open' });
  expect([tags(), dialog()]).toEqual([['preferences'], 'preferences']);
  actor.send({ type: 'consent.acceptSelection', consent: selection });
  await settled();
  expect([tags(), calls.at(-1), consent()]).toEqual([[tag], lastCall, selection]);
});

test.each([
  [granted, 'granted', 'start'],
  [denied, 'denied', 'clear'],
] as const)('applies the stored choice %j, without the dialog', async (stored, tag, call) => {
  const { tags, calls, consent } = await start(stored);
  expect([tags(), calls, consent()]).toEqual([[tag], [call], stored]);
});

test('applies a choice that was made in another tab', async () => {
  const { tags, calls, consent, changeElsewhere } = await start(null);
  changeElsewhere(granted);
  expect([tags(), calls, consent()]).toEqual([['granted'], ['start'], granted]);
  changeElsewhere(denied);
  await settled();
  expect([tags(), calls, consent()]).toEqual([['denied'], ['start', 'stop', 'clear'], denied]);
});

test('every state and transition can be reached', () => {
  const end = (state: string, kind: string, output?: unknown) => ({
    type: `xstate.${kind}.actor.0.consent.choice.${state}`,
    output,
    error: new Error('x'),
  });
  const events = [
    ...['consent.acceptAll', 'consent.rejectAll', 'preferences.open', 'dialog.open', 'dialog.close'].map((type) => ({
      type,
    })),
    ...[granted, denied].flatMap((consent) => [
      { type: 'consent.acceptSelection', consent },
      { type: 'consent.changed', consent },
    ]),
    ...[null, granted, denied].map((stored) => end('loading', 'done', stored)),
    end('loading', 'error'),
    end('saving', 'done'),
    end('saving', 'error'),
    end('denied', 'done'),
    end('denied', 'error'),
  ];
  const walks = [true, false].map((isRequired) => ({ input: { isRequired }, events }));
  expect(unreached(consentMachine, ...walks)).toEqual([]);
});

import { expect, test } from 'vitest';
import { type AnyMachineSnapshot, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { createFailure, type Outcome } from '#contract/api/problem';
import { recordingOf } from '#contract/race/recording';
import { upload } from '../tests/fixtures/session.ts';
import { unreached } from '../tests/machine-coverage.ts';
import {
  type ConvertedFile,
  maxTries,
  passesByItself,
  retryDelay,
  type SendInput,
  type StoredUpload,
  selectCanConfirm,
  selectPhase,
  sendTimeout,
  type UploadEvent,
  uploadMachine,
} from './upload.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const readable: ConvertedFile = {
  upload: upload({}),
  size: 1_600,
  remarks: [],
  isDateGuessed: false,
  isDateInvalid: false,
};
const undated: ConvertedFile = { ...readable, isDateGuessed: true };
const ofTheFuture: ConvertedFile = { ...undated, isDateInvalid: true };
const unreadable: ConvertedFile = { reason: 'the file is empty' };
const answer = (result: StoredUpload['result'], version = '"1-x"'): Outcome<StoredUpload> => ({
  value: { id: '1', result, version, recording: recordingOf(upload({})) },
  version,
});
const created = answer('created');
const kept = answer('kept');
const lost: Outcome<StoredUpload> = { failure: createFailure('unreachable') };
const refusal: Outcome<StoredUpload> = { failure: createFailure('problem', { status: 413 }) };
const busy: Outcome<StoredUpload> = { failure: createFailure('unexpected', { status: 503, retryAfter: 40 }) };
const silence = 'no answer';

interface Given {
  readonly isOnline?: boolean;
  readonly isConfirmed?: boolean;
  readonly conversions?: readonly (ConvertedFile | Error)[];
  readonly answers?: readonly (Outcome<StoredUpload> | Error | typeof silence)[];
}

/** A file with the results of its conversions and requests, in order. It has its turn as soon as it waits for one. */
function start({ isOnline = true, isConfirmed = true, conversions = [readable], answers = [created] }: Given = {}) {
  const calls: string[] = [];
  const requests: (Pick<SendInput, 'key' | 'replaced'> & { startedAt?: string })[] = [];
  let open = 0;
  let watchers = 0;
  let sendNetwork: (event: UploadEvent) => void = () => undefined;
  let slow = 0;
  const clock = new SimulatedClock();
  const machine = uploadMachine.provide({
    actions: {
      reportSlow: () => {
        slow += 1;
      },
    },
    actors: {
      watchNetwork: fromCallback(({ sendBack }) => {
        watchers += 1;
        sendNetwork = sendBack;
        sendBack({ type: isOnline ? 'network.online' : 'network.offline' });
        return () => {
          watchers -= 1;
        };
      }),
      convert: fromPromise(async ({ input }) => {
        expect(input.id).toBe('a');
        calls.push('convert');
        const found = conversions[calls.filter((call) => call === 'convert').length - 1] ?? readable;
        if (found instanceof Error) throw found;
        return found;
      }),
      send: fromPromise(async ({ input: { upload: sent, startedAt, ...request }, signal }) => {
        expect(sent).toEqual(upload({}));
        calls.push('send');
        requests.push(startedAt === null ? request : { ...request, startedAt });
        const found = answers[requests.length - 1] ?? created;
        if (found === silence) {
          open += 1;
          signal.addEventListener('abort', () => {
            open -= 1;
          });
          return new Promise<never>(() => undefined);
        }
        if (found instanceof Error) throw found;
        return found;
      }),
    },
  });
  const actor = createActor(machine, { clock, input: { id: 'a', key: 'key', isConfirmed } }).start();
  const phases: string[] = [];
  const takeTurn = () => {
    if (!actor.getSnapshot().hasTag('queued')) return;
    actor.send({ type: 'upload.start' });
  };
  actor.subscribe((snapshot) => {
    // Once for each phase: a turn that changes nothing would be taken for ever.
    if (phases.at(-1) === selectPhase(snapshot)) return;
    phases.push(selectPhase(snapshot));
    queueMicrotask(takeTurn);
  });
  return {
    calls,
    phases,
    requests,
    phase: () => selectPhase(actor.getSnapshot()),
    state: () => actor.getSnapshot(),
    isActive: () => actor.getSnapshot().hasTag('active'),
    canConfirm: () => selectCanConfirm(actor.getSnapshot()),
    openRequests: () => open,
    networkWatchers: () => watchers,
    slowReports: () => slow,
    begin: async () => {
      takeTurn();
      await settled();
    },
    send: async (
      type: Exclude<UploadEvent['type'], 'upload.start' | 'upload.setStart' | 'network.online' | 'network.offline'>,
    ) => {
      actor.send({ type });
      await settled();
    },
    setStart: async (startedAt: string | null) => {
      actor.send({ type: 'upload.setStart', startedAt });
      await settled();
    },
    setNetwork: async (type: 'network.online' | 'network.offline') => {
      sendNetwork({ type });
      await settled();
    },
    pass: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await settled();
    },
  };
}

test('waits for its turn, is converted, sent and stored', async () => {
  const { begin, calls, phases, phase, state } = start();
  await settled();
  expect([calls, phase()]).toEqual([[], 'queued']);
  await begin();
  expect([phases, calls]).toEqual([
    ['converting', 'sending', 'stored'],
    ['convert', 'send'],
  ]);
  expect([state().context.stored?.result, state().context.converted]).toEqual(['created', readable]);
});

test('is never sent when it is not a session file', async () => {
  const { begin, calls, phase, state } = start({ conversions: [unreadable] });
  await begin();
  expect([phase(), state().context.converted, calls]).toEqual(['unreadable', unreadable, ['convert']]);
});

test('is converted and shown, and never sent before a person confirms it', async () => {
  const { begin, calls, canConfirm, phase, pass, send, setNetwork } = start({ isConfirmed: false });
  expect(canConfirm()).toBe(false);
  await begin();
  expect(canConfirm()).toBe(true);
  await pass(3_600_000);
  await setNetwork('network.offline');
  await setNetwork('network.online');
  await send('upload.retry');
  expect([phase(), calls]).toEqual(['ready', ['convert']]);
  await send('upload.confirm');
  expect([phase(), calls, canConfirm()]).toEqual(['stored', ['convert', 'send'], false]);
});

test('whose date is a guess waits for a person though it was chosen, and is sent with the date that they give', async () => {
  const { begin, requests, phase, send, setStart } = start({ conversions: [undated] });
  await begin();
  expect([phase(), requests]).toEqual(['ready', []]);
  const startedAt = '2026-04-30T19:00:00.000Z';
  await setStart(startedAt);
  expect([phase(), requests]).toEqual(['ready', []]);
  await send('upload.confirm');
  expect([phase(), requests]).toEqual(['stored', [expect.objectContaining({ startedAt })]]);
});

test('whose date a person has entered wrong is not sent until that is put right', async () => {
  const { begin, canConfirm, requests, phase, send, setStart } = start({ conversions: [undated] });
  await begin();
  await setStart(null);
  expect(canConfirm()).toBe(false);
  await send('upload.confirm');
  expect([phase(), requests]).toEqual(['ready', []]);
  const startedAt = '2026-04-30T19:00:00.000Z';
  await setStart(startedAt);
  await send('upload.confirm');
  expect([phase(), requests]).toEqual(['stored', [expect.objectContaining({ startedAt })]]);
});

test('whose guessed date is in the future is not sent until a person gives another one', async () => {
  const { begin, requests, phase, send, setStart } = start({ conversions: [ofTheFuture] });
  await begin();
  await send('upload.confirm');
  expect([phase(), requests]).toEqual(['ready', []]);
  const startedAt = '2026-04-30T19:00:00.000Z';
  await setStart(startedAt);
  await send('upload.confirm');
  expect([phase(), requests]).toEqual(['stored', [expect.objectContaining({ startedAt })]]);
});

test('that is confirmed before it is converted is sent without another question', async () => {
  const { begin, calls, phase, send } = start({ isConfirmed: false });
  await send('upload.confirm');
  await begin();
  expect([phase(), calls]).toEqual(['stored', ['convert', 'send']]);
});

test('is converted without a network, and sent as soon as there is one', async () => {
  const { begin, calls, phase, setNetwork } = start({ isOnline: false });
  await begin();
  expect([phase(), calls]).toEqual(['offline', ['convert']]);
  await setNetwork('network.online');
  expect([phase(), calls]).toEqual(['stored', ['convert', 'send']]);
});

test('is confirmed without a network, and sent as soon as there is one', async () => {
  const { begin, calls, phase, send, setNetwork } = start({ isOnline: false, isConfirmed: false });
  await begin();
  await send('upload.confirm');
  expect([phase(), calls]).toEqual(['offline', ['convert']]);
  await setNetwork('network.online');
  expect([phase(), calls]).toEqual(['stored', ['convert', 'send']]);
});

test('that waits for the server is sent at once by hand, and waits on when that fails', async () => {
  const { begin, phase, requests, send } = start({ isOnline: false, answers: [lost, created] });
  await begin();
  await send('upload.retry');
  expect([phase(), requests.length]).toEqual(['offline', 1]);
  await send('upload.retry');
  expect([phase(), requests.map(({ key }) => key)]).toEqual(['stored', ['key.0', 'key.0']]);
});

test('whose converter did not load without a network is converted at once by hand', async () => {
  const { begin, calls, phase, send } = start({ isOnline: false, conversions: [new Error('not loaded'), readable] });
  await begin();
  expect([phase(), calls]).toEqual(['offline', ['convert']]);
  await send('upload.retry');
  expect([phase(), calls]).toEqual(['offline', ['convert', 'convert']]);
});

test.each([
  ['unreadable', { conversions: [unreadable] }],
  ['stored', {}],
] as const)('that is %s does not follow the network any more', async (expected, given) => {
  const { begin, networkWatchers, phase } = start(given);
  expect(networkWatchers()).toBe(1);
  await begin();
  expect([phase(), networkWatchers()]).toEqual([expected, 0]);
});

test('that was cut while the server can be reached is sent again by itself, with the same key', async () => {
  const { begin, phase, pass, requests, state } = start({ answers: [lost, lost, created] });
  await begin();
  expect([phase(), state().context.failure?.kind]).toEqual(['retrying', 'unreachable']);
  await pass(1_000);
  expect([phase(), requests.length]).toEqual(['retrying', 2]);
  await pass(1_999);
  expect(requests).toHaveLength(2);
  await pass(1);
  expect([phase(), state().context.failure, state().context.tries]).toEqual(['stored', null, 0]);
  expect(requests.map(({ key }) => key)).toEqual(['key.0', 'key.0', 'key.0']);
});

test('is sent again after the time that the server asks for', async () => {
  const { begin, pass, requests } = start({ answers: [busy, created] });
  await begin();
  await pass(39_999);
  expect(requests).toHaveLength(1);
  await pass(1);
  expect(requests).toHaveLength(2);
});

test('is refused after some tries in a row, and sent again by hand', async () => {
  const { begin, phase, pass, requests, send, state } = start({
    answers: Array.from({ length: maxTries }, () => lost),
  });
  await begin();
  for (let tries = 1; tries < maxTries; tries += 1) await pass(retryDelay(tries, null));
  expect([phase(), requests.length, state().context.failure?.kind]).toEqual(['refused', maxTries, 'unreachable']);
  await pass(3_600_000);
  expect(requests).toHaveLength(maxTries);
  await send('upload.retry');
  expect([phase(), new Set(requests.map(({ key }) => key)).size]).toEqual(['stored', 1]);
});

test.each([
  [
    'that was refused after some tries has as many when a person tries again',
    maxTries,
    async ({ send }: ReturnType<typeof start>) => send('upload.retry'),
  ],
  [
    'has as many tries again when the network was lost and is back',
    maxTries - 1,
    async ({ setNetwork }: ReturnType<typeof start>) => {
      await setNetwork('network.offline');
      await setNetwork('network.online');
    },
  ],
])('%s', async (_, failures, resume) => {
  const started = start({ answers: Array.from({ length: failures + maxTries }, () => lost) });
  const { begin, phase, pass, requests } = started;
  await begin();
  for (let tries = 1; tries < failures; tries += 1) await pass(retryDelay(tries, null));
  expect([phase(), requests.length]).toEqual([failures === maxTries ? 'refused' : 'retrying', failures]);
  await resume(started);
  for (let tries = 1; tries < maxTries; tries += 1) {
    expect([phase(), requests.length]).toEqual(['retrying', failures + tries]);
    await pass(retryDelay(tries, null));
  }
  expect([phase(), requests.length]).toEqual(['refused', failures + maxTries]);
});

test('does not wait for its delay when it is sent by hand, or when the network was lost and is back', async () => {
  const { begin, phase, requests, send, setNetwork } = start({ answers: [lost, lost, created] });
  await begin();
  await send('upload.retry');
  expect([phase(), requests.length]).toEqual(['retrying', 2]);
  await setNetwork('network.offline');
  expect(phase()).toBe('offline');
  await setNetwork('network.online');
  expect([phase(), requests.length]).toEqual(['stored', 3]);
});

test('without an answer gives its turn to others after ten seconds, and is given up after a while', async () => {
  const { begin, isActive, openRequests, phase, pass, requests, slowReports } = start({ answers: [silence, created] });
  await begin();
  expect([phase(), isActive()]).toEqual(['sending', true]);
  await pass(9_999);
  expect(isActive()).toBe(true);
  await pass(1);
  expect([phase(), isActive(), openRequests(), slowReports()]).toEqual(['slow', false, 1, 1]);
  await pass(sendTimeout(1_600) - 10_000);
  expect([phase(), openRequests()]).toEqual(['retrying', 0]);
  await pass(1_000);
  expect([phase(), requests.map(({ key }) => key)]).toEqual(['stored', ['key.0', 'key.0']]);
});

test('that never gets an answer is stopped after some tries', async () => {
  const { begin, phase, pass, requests } = start({ answers: Array.from({ length: maxTries }, () => silence) });
  await begin();
  for (let tries = 1; tries <= maxTries; tries += 1) {
    await pass(sendTimeout(1_600));
    await pass(retryDelay(tries, null));
  }
  expect([phase(), requests.length]).toEqual(['stopped', maxTries]);
});

test('that was stopped after some tries has as many when a person tries again', async () => {
  const { begin, phase, pass, requests, send } = start({
    answers: Array.from({ length: 2 * maxTries }, () => silence),
  });
  await begin();
  for (let round = 1; round <= 2; round += 1) {
    for (let tries = 1; tries <= maxTries; tries += 1) {
      await pass(sendTimeout(1_600));
      await pass(retryDelay(tries, null));
    }
    expect([phase(), requests.length]).toEqual(['stopped', round * maxTries]);
    await send('upload.retry');
  }
});

test('that is sent again over a new network waits for the next one only once that is lost', async () => {
  const { begin, phase, setNetwork, requests } = start({ answers: [silence, lost] });
  await begin();
  await setNetwork('network.offline');
  await setNetwork('network.online');
  expect([phase(), requests.length]).toEqual(['retrying', 2]);
  await setNetwork('network.offline');
  expect(phase()).toBe('offline');
});

test('without an answer can be stopped, and sent again with the same key', async () => {
  const { begin, openRequests, phase, pass, requests, send } = start({ answers: [silence, silence, created] });
  await begin();
  await pass(10_000);
  await send('upload.stop');
  expect([phase(), openRequests()]).toEqual(['stopped', 0]);
  await pass(3_600_000);
  expect(requests).toHaveLength(1);
  await send('upload.retry');
  expect([phase(), requests.length]).toEqual(['sending', 2]);
  await pass(10_000);
  await send('upload.retry');
  expect([phase(), openRequests(), new Set(requests.map(({ key }) => key)).size]).toEqual(['stored', 0, 1]);
});

test('is stopped while it waits to be sent again', async () => {
  const { begin, phase, pass, requests, send } = start({ answers: [lost] });
  await begin();
  await send('upload.stop');
  await pass(3_600_000);
  expect([phase(), requests.length]).toEqual(['stopped', 1]);
});

test('is sent again when the network was lost and is back while no answer came', async () => {
  const { begin, openRequests, phase, requests, setNetwork } = start({ answers: [silence, created] });
  await begin();
  await setNetwork('network.online');
  expect(requests).toHaveLength(1);
  await setNetwork('network.offline');
  expect([phase(), requests.length]).toEqual(['sending', 1]);
  await setNetwork('network.online');
  expect([phase(), openRequests(), requests.map(({ key }) => key)]).toEqual(['stored', 0, ['key.0', 'key.0']]);
});

test('of a session that is stored in another version waits for a choice, and can be kept as it is', async () => {
  const { begin, phase, pass, requests, send, state } = start({ answers: [kept] });
  await begin();
  await pass(3_600_000);
  expect([phase(), requests]).toEqual(['conflict', [{ key: 'key.0', replaced: null }]]);
  await send('upload.keep');
  expect([phase(), state().context.stored?.result, requests.length]).toEqual(['stored', 'kept', 1]);
});

test('replaces the version that was seen; when that has changed, the newer one is shown first', async () => {
  const { begin, phase, requests, send, state } = start({
    answers: [kept, answer('kept', '"2-x"'), answer('replaced')],
  });
  await begin();
  await send('upload.replace');
  expect([phase(), state().context.stored?.version]).toEqual(['conflict', '"2-x"']);
  await send('upload.replace');
  expect([phase(), state().context.stored?.result]).toEqual(['stored', 'replaced']);
  expect(requests).toEqual([
    { key: 'key.0', replaced: null },
    { key: 'key.1', replaced: { id: '1', version: '"1-x"' } },
    { key: 'key.2', replaced: { id: '1', version: '"2-x"' } },
  ]);
});

test('replaces nothing unseen: a stored session without a version is shown again, with its version', async () => {
  const unversioned: Outcome<StoredUpload> = {
    value: { id: '1', result: 'kept', version: null, recording: recordingOf(upload({})) },
    version: null,
  };
  const { begin, phase, requests, send, state } = start({ answers: [unversioned, kept, answer('replaced')] });
  await begin();
  await send('upload.replace');
  expect([phase(), state().context.stored?.version]).toEqual(['conflict', '"1-x"']);
  await send('upload.replace');
  expect([phase(), requests.map(({ replaced }) => replaced)]).toEqual([
    'stored',
    [null, null, { id: '1', version: '"1-x"' }],
  ]);
});

test('says why the server refuses it, and is sent again with another key and without being converted again', async () => {
  const { begin, calls, phase, requests, send, state } = start({ answers: [refusal, new Error('bug'), created] });
  await begin();
  expect([phase(), state().context.failure?.status]).toEqual(['refused', 413]);
  await send('upload.retry');
  expect([phase(), state().context.failure?.message]).toEqual(['refused', 'Error: bug']);
  await send('upload.retry');
  expect([phase(), state().context.failure, calls]).toEqual(['stored', null, ['convert', 'send', 'send', 'send']]);
  expect(requests.map(({ key }) => key)).toEqual(['key.0', 'key.1', 'key.1']);
});

test('is converted again when the converter did not load', async () => {
  const online = start({ conversions: [new Error('not loaded'), readable] });
  await online.begin();
  expect([online.phase(), online.state().context.failure]).toEqual([
    'refused',
    expect.objectContaining({ kind: 'internal', message: 'Error: not loaded' }),
  ]);
  await online.send('upload.retry');
  expect(online.phase()).toBe('stored');
  const offline = start({ isOnline: false, conversions: [new Error('not loaded'), readable] });
  await offline.begin();
  expect(offline.phase()).toBe('offline');
  await offline.setNetwork('network.online');
  expect(offline.phase()).toBe('stored');
});

test('every state and transition can be reached', () => {
  const types = ['confirm', 'stop', 'retry', 'keep', 'replace'].map((name) => ({ type: `upload.${name}` }));
  const events = [
    ...types,
    { type: 'upload.start' },
    ...[null, '2026-04-30T19:00:00.000Z'].map((startedAt) => ({ type: 'upload.setStart', startedAt })),
    ...['network.online', 'network.offline'].map((type) => ({ type })),
    ...[readable, undated, unreadable].map((output) => ({ type: 'xstate.done.actor.0.upload.converting', output })),
    ...[created, kept, lost, refusal].map((output) => ({ type: 'xstate.done.actor.0.upload.sending', output })),
    ...['converting', 'sending'].map((state) => ({ type: `xstate.error.actor.0.upload.${state}`, error: 'x' })),
    { type: 'xstate.after.stillWaiting.upload.sending.waiting' },
    { type: 'xstate.after.sendTimeout.upload.sending' },
    { type: 'xstate.after.retryDelay.upload.retrying' },
  ];
  // Tries are counted without an end, and failures and keys lead nowhere else.
  const serializeState = ({ value, context }: AnyMachineSnapshot) => {
    const { isOnline, isConfirmed, converted, startedAt, isStartInvalid, tries } = context;
    return JSON.stringify([
      value,
      isOnline,
      isConfirmed,
      converted,
      startedAt,
      isStartInvalid,
      Math.min(tries, maxTries),
    ]);
  };
  const walks = [true, false].map((isConfirmed) => ({
    input: { id: 'a', key: 'key', isConfirmed },
    events,
    serializeState,
  }));
  expect(unreached(uploadMachine, ...walks)).toEqual([]);
});

test.each([
  ['offline', null, true],
  ['unreachable', null, true],
  ['mismatch', 200, true],
  ['unexpected', null, true],
  ['unexpected', 500, true],
  ['unexpected', 502, true],
  ['unexpected', 408, true],
  ['unexpected', 429, true],
  ['unexpected', 404, false],
  ['problem', 408, true],
  ['problem', 429, true],
  ['problem', 413, false],
  ['problem', 422, false],
  ['outdated', 426, false],
  ['aborted', null, false],
  ['internal', null, false],
] as const)('a file whose upload failed as %s with status %s is sent again by itself: %s', (kind, status, expected) => {
  expect(passesByItself(createFailure(kind, { status }))).toBe(expected);
});

test('a request may take 30 s, and as long as its body takes at 16 kB a second', () => {
  expect([0, 160_000, 16_000_000].map(sendTimeout)).toEqual([30_000, 40_000, 1_030_000]);
});

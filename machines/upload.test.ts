import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { createFailure, type Outcome } from '#contract/problem';
import { upload } from '../tests/fixtures/session.ts';
import { unreached } from '../tests/machine-coverage.ts';
import {
  type ConvertedFile,
  type StoredUpload,
  selectConverted,
  selectFailure,
  selectPhase,
  selectStored,
  type UploadEvent,
  uploadMachine,
} from './upload.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const readable: ConvertedFile = { upload: upload({}), remarks: [] };
const unreadable: ConvertedFile = { reason: 'the file is empty' };
const stored: Outcome<StoredUpload> = { value: { id: '1', isKnown: false }, version: null };
const lost: Outcome<StoredUpload> = { failure: createFailure('unreachable') };
const refusal: Outcome<StoredUpload> = { failure: createFailure('problem', { status: 413 }) };

interface Given {
  readonly isOnline?: boolean;
  readonly conversions?: readonly (ConvertedFile | Error)[];
  readonly answers?: readonly (Outcome<StoredUpload> | Error)[];
}

/** A file with what its conversions and its requests end with, in order. */
function start({ isOnline = true, conversions = [readable], answers = [stored] }: Given = {}) {
  const calls: string[] = [];
  let sendNetwork: (event: UploadEvent) => void = () => undefined;
  const count = (name: string) => calls.filter((call) => call === name).length;
  const machine = uploadMachine.provide({
    actors: {
      watchNetwork: fromCallback(({ sendBack }) => {
        sendNetwork = sendBack;
        sendBack({ type: isOnline ? 'network.online' : 'network.offline' });
      }),
      convert: fromPromise(async () => {
        calls.push('convert');
        const answer = conversions[count('convert') - 1] ?? readable;
        if (answer instanceof Error) throw answer;
        return answer;
      }),
      send: fromPromise(async ({ input }) => {
        expect(input.upload).toEqual(upload({}));
        calls.push('send');
        const answer = answers[count('send') - 1] ?? stored;
        if (answer instanceof Error) throw answer;
        return answer;
      }),
    },
  });
  const actor = createActor(machine).start();
  const phases: string[] = [];
  actor.subscribe((snapshot) => {
    if (phases.at(-1) !== selectPhase(snapshot)) phases.push(selectPhase(snapshot));
  });
  return {
    actor,
    calls,
    phases,
    state: () => actor.getSnapshot(),
    setNetwork: (type: 'network.online' | 'network.offline') => sendNetwork({ type }),
    begin: async () => {
      actor.send({ type: 'upload.start' });
      await settled();
    },
    retry: async () => {
      actor.send({ type: 'upload.retry' });
      await settled();
    },
  };
}

test('waits for its turn, is converted, sent and stored', async () => {
  const { begin, calls, phases, state } = start();
  await settled();
  expect([calls, selectPhase(state())]).toEqual([[], 'queued']);
  await begin();
  expect([phases, calls]).toEqual([
    ['converting', 'sending', 'stored'],
    ['convert', 'send'],
  ]);
  expect([selectStored(state()), selectConverted(state())]).toEqual([{ id: '1', isKnown: false }, readable]);
});

test('is never sent when it is not a session file', async () => {
  const { begin, calls, state } = start({ conversions: [unreadable] });
  await begin();
  expect([selectPhase(state()), selectConverted(state()), calls]).toEqual(['unreadable', unreadable, ['convert']]);
});

test('is converted without a network, waits, and takes its turn again when there is one', async () => {
  const { begin, calls, setNetwork, state } = start({ isOnline: false });
  await begin();
  expect([selectPhase(state()), calls]).toEqual(['offline', ['convert']]);
  setNetwork('network.online');
  expect(selectPhase(state())).toBe('queued');
  await begin();
  expect([selectPhase(state()), calls]).toEqual(['stored', ['convert', 'send']]);
});

test('waits when the network is lost while it is sent, and can be sent again by hand', async () => {
  const { begin, retry, calls, state } = start({ answers: [lost, stored] });
  await begin();
  expect([selectPhase(state()), selectFailure(state())]).toEqual(['offline', null]);
  await retry();
  expect(selectPhase(state())).toBe('queued');
  await begin();
  expect([selectPhase(state()), calls]).toEqual(['stored', ['convert', 'send', 'send']]);
});

test('says why the server refuses it, and is sent again without being converted again', async () => {
  const { begin, retry, calls, state } = start({ answers: [refusal, new Error('bug'), stored] });
  await begin();
  expect([selectPhase(state()), selectFailure(state())?.status]).toEqual(['refused', 413]);
  await retry();
  expect([selectPhase(state()), selectFailure(state())?.kind]).toEqual(['refused', 'internal']);
  await retry();
  expect([selectPhase(state()), selectFailure(state()), calls]).toEqual([
    'stored',
    null,
    ['convert', 'send', 'send', 'send'],
  ]);
});

test('is converted again when the converter did not load', async () => {
  const online = start({ conversions: [new Error('not loaded'), readable] });
  await online.begin();
  expect(selectPhase(online.state())).toBe('refused');
  await online.retry();
  expect(selectPhase(online.state())).toBe('stored');
  const offline = start({ isOnline: false, conversions: [new Error('not loaded'), readable] });
  await offline.begin();
  expect(selectPhase(offline.state())).toBe('offline');
  offline.setNetwork('network.online');
  await offline.begin();
  expect(selectPhase(offline.state())).toBe('stored');
});

test('every state and transition can be reached', () => {
  const events = [
    ...['upload.start', 'upload.retry', 'network.online', 'network.offline'].map((type) => ({ type })),
    ...[readable, unreadable].map((output) => ({ type: 'xstate.done.actor.0.upload.converting', output })),
    ...[stored, lost, refusal].map((output) => ({ type: 'xstate.done.actor.0.upload.sending', output })),
    ...['converting', 'sending'].map((state) => ({ type: `xstate.error.actor.0.upload.${state}`, error: 'x' })),
  ];
  expect(unreached(uploadMachine, { events })).toEqual([]);
});

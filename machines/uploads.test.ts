import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { createFailure, type Outcome } from '#contract/api/problem';
import { recordingOf } from '#contract/race/recording';
import { upload } from '../tests/fixtures/session.ts';
import { type ConvertedFile, type StoredUpload, selectPhase, uploadMachine } from './upload.ts';
import { uploadsMachine } from './uploads.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const file = (id: string) => ({ id, key: `key of ${id}`, isShared: false, isConfirmed: true });
const stored: Outcome<StoredUpload> = {
  value: { id: '1', result: 'created', version: '"1-x"', recording: recordingOf(upload({})) },
  version: '"1-x"',
};
const busy: Outcome<StoredUpload> = { failure: createFailure('unexpected', { status: 503, retryAfter: 1 }) };

/** Large enough that no request is given up within a minute. */
const size = 1_600_000;

/** A queue whose requests the test answers. */
function start() {
  const clock = new SimulatedClock();
  const sent: string[] = [];
  const answers = new Map<string, (outcome: Outcome<StoredUpload>) => void>();
  const forgotten: string[] = [];
  const machine = uploadsMachine.provide({
    actors: {
      receiveFiles: fromCallback(() => undefined),
      upload: uploadMachine.provide({
        actions: { removeFile: ({ context }) => forgotten.push(context.id) },
        actors: {
          watchNetwork: fromCallback(({ sendBack }) => sendBack({ type: 'network.online' })),
          convert: fromPromise(
            async (): Promise<ConvertedFile> => ({
              upload: upload({}),
              size,
              remarks: [],
              isDateGuessed: false,
              isDateInvalid: false,
            }),
          ),
          send: fromPromise(({ input }) => {
            sent.push(input.key);
            return new Promise((resolve) => answers.set(input.key, resolve));
          }),
        },
      }),
    },
  });
  const actor = createActor(machine, { clock }).start();
  return {
    actor,
    sent,
    forgotten,
    add: async (...ids: string[]) => {
      actor.send({ type: 'uploads.add', files: ids.map(file) });
      await settled();
    },
    answer: async (key: string, outcome = stored) => {
      answers.get(key)?.(outcome);
      await settled();
    },
    pass: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await settled();
    },
    phases: () => actor.getSnapshot().context.uploads.map(({ ref }) => selectPhase(ref.getSnapshot())),
  };
}

test('one file after another has its turn, and a file that comes twice is one', async () => {
  const { add, answer, sent, phases, forgotten } = start();
  await add('a', 'b');
  await add('a');
  expect([sent, phases()]).toEqual([['key of a.0'], ['sending', 'queued']]);
  await answer('key of a.0');
  expect([sent, phases(), forgotten]).toEqual([['key of a.0', 'key of b.0'], ['stored', 'sending'], ['a']]);
  await add('b', 'c');
  expect(phases()).toEqual(['stored', 'sending', 'queued']);
});

test('every change of one is a new list', async () => {
  const { actor, add, answer, pass } = start();
  const list = () => actor.getSnapshot().context.uploads;
  await add('a');
  const sending = list();
  await pass(10_000);
  const slow = list();
  await answer('key of a.0');
  expect(new Set([sending, slow, list()]).size).toBe(3);
  expect([slow, list()]).toEqual([sending, sending]);
});

test('one without an answer ends its turn, and at most four requests are open', async () => {
  const { add, pass, phases, answer } = start();
  await add('a', 'b', 'c', 'd', 'e');
  for (let turn = 0; turn < 5; turn += 1) await pass(10_000);
  expect(phases()).toEqual(['slow', 'slow', 'slow', 'slow', 'queued']);
  await answer('key of b.0');
  expect(phases()).toEqual(['slow', 'stored', 'slow', 'slow', 'sending']);
});

test('what has failed comes after what was not tried yet', async () => {
  const { add, answer, pass, sent } = start();
  await add('a', 'b', 'c');
  await answer('key of a.0', busy);
  await pass(1_000);
  await answer('key of b.0');
  await answer('key of c.0');
  expect(sent).toEqual(['key of a.0', 'key of b.0', 'key of c.0', 'key of a.0']);
});

test('one that is removed is stopped, and gives its turn to the next', async () => {
  const { actor, add, sent, phases } = start();
  await add('a', 'b');
  const [removed] = actor.getSnapshot().context.uploads;
  actor.send({ type: 'uploads.remove', id: 'a' });
  await settled();
  expect([sent, phases()]).toEqual([['key of a.0', 'key of b.0'], ['sending']]);
  expect(removed?.ref.getSnapshot().status).toBe('stopped');
});

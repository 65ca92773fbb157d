import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { createFailure, type Failure, type Outcome } from '#contract/api/problem';
import { unreached } from '../tests/machine-coverage.ts';
import { createMutationMachine, type MutationEvent, mutationMachine } from './mutation.ts';

interface Name {
  readonly name: string;
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const ada = { name: 'Ada' };
const eva = { name: 'Eva' };
const saved = (value: string) => ({ value, version: '"1"' });
const lost = { failure: createFailure('unreachable') };
const refusal = {
  failure: createFailure('problem', { status: 422, fieldErrors: [{ path: 'name', message: 'taken' }] }),
};
const limited = (retryAfter: number) => ({ failure: createFailure('problem', { status: 429, retryAfter }) });

/** A form whose submits end as listed; an Error is thrown, and `hangs` gets no answer. */
function start(outcomes: (Outcome<string> | Error | 'hangs')[]) {
  const clock = new SimulatedClock();
  const sent: [name: string, key: string][] = [];
  const log: string[] = [];
  let reportOnline = (): void => undefined;
  const machine = createMutationMachine<Name, string>().provide({
    actors: {
      run: fromPromise(async ({ input: { variables, key } }) => {
        sent.push([variables.name, key]);
        const outcome = outcomes.shift() ?? new Error('no more answers');
        if (outcome instanceof Error) throw outcome;
        return outcome === 'hangs' ? new Promise<Outcome<string>>(() => undefined) : outcome;
      }),
      watchNetwork: fromCallback(({ sendBack }) => {
        reportOnline = () => sendBack({ type: 'network.online' });
      }),
    },
    actions: { reportSlow: () => log.push('slow'), abort: () => log.push('abort') },
  });
  const actor = createActor(machine, { clock }).start();
  const state = () => {
    const snapshot = actor.getSnapshot();
    return {
      tags: [...snapshot.tags],
      failure: snapshot.context.failure,
      secondsLeft: snapshot.context.secondsLeft,
      value: snapshot.context.value,
      isOverdue: snapshot.context.isOverdue,
    };
  };
  const submit = async (variables: Name, key: string) => {
    actor.send({ type: 'form.submit', variables, key });
    await settled();
  };
  const send = (type: Exclude<MutationEvent<Name>['type'], 'form.submit'>) => actor.send({ type });
  const recover = async () => {
    reportOnline();
    await settled();
  };
  return { clock, sent, log, state, submit, send, recover };
}

const idle = { tags: [], failure: null, secondsLeft: 0, value: null, isOverdue: false };

test('is busy while it runs, done with the value after it, and not done once the input changes', async () => {
  const { state, submit, send, sent } = start([saved('a'), saved('b')]);
  expect(state()).toEqual(idle);
  const first = submit(ada, 'k1');
  expect(state()).toEqual({ ...idle, tags: ['busy'] });
  await first;
  expect(state()).toEqual({ ...idle, tags: ['done'], value: 'a' });
  send('form.change');
  expect(state()).toEqual({ ...idle, value: 'a' });
  await submit(ada, 'k2');
  expect(state()).toEqual({ ...idle, tags: ['done'], value: 'b' });
  expect(sent).toEqual([
    ['Ada', 'k1'],
    ['Ada', 'k2'],
  ]);
});

test('ignores a submit while one is running', async () => {
  const { state, submit, sent } = start([saved('a')]);
  await Promise.all([submit(ada, 'k1'), submit(eva, 'k2')]);
  expect(sent).toEqual([['Ada', 'k1']]);
  expect(state()).toEqual({ ...idle, tags: ['done'], value: 'a' });
});

test('keeps a refusal while the input changes, until the next submit', async () => {
  const { state, submit, send } = start([saved('a'), refusal, saved('b')]);
  await submit(ada, 'k1');
  await submit(eva, 'k2');
  const refused = { ...idle, tags: ['refused'], failure: refusal.failure, value: 'a' };
  expect(state()).toEqual(refused);
  send('form.change');
  expect(state()).toEqual(refused);
  const third = submit(eva, 'k3');
  expect(state()).toEqual({ ...idle, tags: ['busy'], value: 'a' });
  await third;
  expect(state()).toEqual({ ...idle, tags: ['done'], value: 'b' });
});

test('refuses with an internal failure when the call throws', async () => {
  const error = new Error('broken');
  const { state, submit } = start([error]);
  await submit(ada, 'k1');
  const failure = createFailure('internal', { message: 'Error: broken', detail: error.stack ?? null });
  expect(state()).toEqual({ ...idle, tags: ['refused'], failure });
});

test('counts Retry-After down, ignores submits until it is over, and stays refused after it', async () => {
  const { clock, state, submit, sent } = start([limited(2.5), saved('a')]);
  await submit(ada, 'k1');
  const { failure } = limited(2.5);
  for (const secondsLeft of [3, 2, 1]) {
    expect(state()).toEqual({ ...idle, tags: ['refused', 'waiting'], failure, secondsLeft });
    await submit(ada, 'ignored');
    clock.increment(1_000);
  }
  expect(state()).toEqual({ ...idle, tags: ['refused'], failure });
  clock.increment(10_000);
  expect(state()).toEqual({ ...idle, tags: ['refused'], failure });
  await submit(ada, 'k2');
  expect(state()).toEqual({ ...idle, tags: ['done'], value: 'a' });
  expect(sent.map(([, key]) => key)).toEqual(['k1', 'k2']);
});

test.each<[string, Failure]>([
  ['no answer', lost.failure],
  ['a server fault with Retry-After', createFailure('unexpected', { status: 503, retryAfter: 1 })],
])('sends the same input with the same key after %s, until it is answered', async (_, failure) => {
  const { clock, submit, sent } = start([{ failure }, new Error('x'), saved('a'), saved('b')]);
  await submit(ada, 'k1');
  clock.increment(1_000);
  await submit({ ...ada }, 'k2');
  await submit(ada, 'k3');
  await submit(ada, 'k4');
  expect(sent.map(([, key]) => key)).toEqual(['k1', 'k1', 'k1', 'k4']);
});

test('keeps the key of a lost answer through a refusal of the second request', async () => {
  const unauthorized = { failure: createFailure('problem', { status: 401 }) };
  const { submit, sent } = start([lost, unauthorized, saved('a')]);
  for (const key of ['k1', 'k2', 'k3']) await submit(ada, key);
  expect(sent.map(([, key]) => key)).toEqual(['k1', 'k1', 'k1']);
});

test('says of a refusal whether an earlier try of the same had no answer', async () => {
  const { submit, state } = start([lost, refusal, refusal]);
  for (const expected of [[lost.failure], [{ ...refusal.failure, isAfterUnanswered: true }]]) {
    await submit(ada, 'k1');
    expect([state().failure]).toEqual(expected);
  }
  await submit(eva, 'k2');
  expect(state().failure).toEqual(refusal.failure);
});

test('takes a new key for another input after a lost answer, and for the first input after that', async () => {
  const { submit, sent } = start([lost, lost, lost]);
  await submit(ada, 'k1');
  await submit(eva, 'k2');
  await submit(ada, 'k3');
  expect(sent.map(([, key]) => key)).toEqual(['k1', 'k2', 'k3']);
});

test('takes a new key for the same input after a refusal', async () => {
  const { submit, sent } = start([refusal, saved('a')]);
  await submit(ada, 'k1');
  await submit(ada, 'k2');
  expect(sent.map(([, key]) => key)).toEqual(['k1', 'k2']);
});

test('forgets everything when it is reset, also the answer of a submit that is running', async () => {
  const { state, submit, send, sent } = start([lost, saved('a'), saved('b')]);
  await submit(ada, 'k1');
  send('form.reset');
  expect(state()).toEqual(idle);
  const second = submit(ada, 'k2');
  send('form.reset');
  await second;
  expect(state()).toEqual(idle);
  await submit(ada, 'k3');
  expect(sent.map(([, key]) => key)).toEqual(['k1', 'k2', 'k3']);
});

test('without an answer checks the network after 3 s, and says after 10 s that it still waits', async () => {
  const { clock, log, state, submit } = start(['hangs']);
  await submit(ada, 'k1');
  clock.increment(2_999);
  expect(log).toEqual([]);
  clock.increment(1);
  expect(log).toEqual(['slow']);
  clock.increment(6_999);
  expect(state()).toEqual({ ...idle, tags: ['busy'] });
  clock.increment(1);
  expect(state()).toEqual({ ...idle, tags: ['busy'], isOverdue: true });
});

test('that is stopped aborts the request, says so, and keeps its key for the same input', async () => {
  const { clock, log, state, submit, send, sent } = start(['hangs', saved('a')]);
  await submit(ada, 'k1');
  clock.increment(10_000);
  send('form.stop');
  expect(state()).toEqual({ ...idle, tags: ['refused'], failure: createFailure('aborted') });
  expect(log).toEqual(['slow', 'abort']);
  await submit(ada, 'k2');
  expect(state()).toEqual({ ...idle, tags: ['done'], value: 'a' });
  expect(sent.map(([, key]) => key)).toEqual(['k1', 'k1']);
});

test('that is sent again aborts the first request, keeps the key, and waits another 10 s', async () => {
  const { clock, log, state, submit, send, sent } = start(['hangs', 'hangs', saved('a')]);
  await submit(ada, 'k1');
  clock.increment(10_000);
  send('form.resend');
  await settled();
  expect(state()).toEqual({ ...idle, tags: ['busy'] });
  clock.increment(9_999);
  expect(state().isOverdue).toBe(false);
  clock.increment(1);
  expect(state().isOverdue).toBe(true);
  send('form.resend');
  await settled();
  expect(state()).toEqual({ ...idle, tags: ['done'], value: 'a' });
  expect(log.filter((entry) => entry === 'abort').length).toBe(2);
  expect(sent.map(([, key]) => key)).toEqual(['k1', 'k1', 'k1']);
});

test('that was sent again may have been applied the first time, whatever is answered', async () => {
  const { submit, send, sent } = start(['hangs', refusal, saved('a')]);
  await submit(ada, 'k1');
  send('form.resend');
  await settled();
  await submit(ada, 'k2');
  expect(sent.map(([, key]) => key)).toEqual(['k1', 'k1', 'k1']);
});

test('without an answer is sent again with its key when the network is back, and not without a submit', async () => {
  const { state, submit, sent, recover } = start(['hangs', saved('a')]);
  await recover();
  expect(sent).toEqual([]);
  await submit(ada, 'k1');
  await recover();
  await recover();
  expect(state()).toEqual({ ...idle, tags: ['done'], value: 'a' });
  expect(sent.map(([, key]) => key)).toEqual(['k1', 'k1']);
});

test('that was sent again and is not answered either is no refusal after an unanswered one', async () => {
  const { state, submit, recover } = start(['hangs', lost]);
  await submit(ada, 'k1');
  await recover();
  expect(state().failure).toEqual(lost.failure);
});

test('a failure by the network ends when the network is back, another does not, and the key stays', async () => {
  const { state, submit, sent, recover } = start([lost, refusal, saved('a')]);
  await submit(ada, 'k1');
  expect(state().failure).toEqual(lost.failure);
  await recover();
  expect(state()).toEqual(idle);
  await submit(ada, 'k2');
  await recover();
  expect(state().failure).toEqual({ ...refusal.failure, isAfterUnanswered: true });
  await submit(ada, 'k3');
  expect(sent.map(([, key]) => key)).toEqual(['k1', 'k1', 'k1']);
});

test('every state and transition can be reached', () => {
  const answered = (output: Outcome<string>) => ({ type: 'xstate.done.actor.0.mutation.running', output });
  const events = [
    { type: 'form.submit', variables: ada, key: 'k1' },
    { type: 'form.change' },
    { type: 'form.reset' },
    { type: 'form.stop' },
    { type: 'form.resend' },
    { type: 'network.online' },
    answered(saved('a')),
    answered(refusal),
    answered(lost),
    answered(limited(2)),
    { type: 'xstate.error.actor.0.mutation.running', error: new Error('x') },
    { type: 'xstate.after.second.mutation.waiting' },
    { type: 'xstate.after.slowRequestDelay.mutation.running' },
    { type: 'xstate.after.overdueDelay.mutation.running' },
  ];
  expect(unreached(mutationMachine, { events })).toEqual([]);
});

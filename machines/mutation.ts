import { assign, setup } from 'xstate';
import type { Failure, Outcome } from '#contract/api/problem';
import { overdueDelay, slowRequestDelay } from '#contract/constants';
import { listening, promised } from './actor-types.ts';
import { type Attempt, mayBeApplied, nextAttempt } from './attempt.ts';
import { errorOf, eventOf } from './event-params.ts';
import { isOfNetwork, stoppedRequest } from './failure-kinds.ts';
import type { NetworkEvent } from './network-event.ts';
import { unexpectedError } from './unexpected-error.ts';

interface Context<Variables, Value> {
  readonly failure: Failure | null;
  /** Seconds until it may be submitted again, from Retry-After. */
  readonly secondsLeft: number;
  readonly value: Value | null;
  /** The server has not answered for ten seconds. */
  readonly isOverdue: boolean;
  /** The submit that is running, or the last one, if the server may have applied it although it failed. */
  readonly attempt: Attempt<Variables> | null;
}

/** `key` is a fresh id for the Idempotency-Key; the machine decides whether it is used. */
interface Submit<Variables> {
  readonly variables: Variables;
  readonly key: string;
}

export type MutationEvent<Variables> =
  | ({ readonly type: 'form.submit' } & Submit<Variables>)
  /** The input was changed. */
  | { readonly type: 'form.change' }
  | { readonly type: 'form.reset' }
  /** Ends the wait for an answer that does not come, or sends the same once more. */
  | { readonly type: 'form.stop' | 'form.resend' }
  | Pick<NetworkEvent, 'type'>;

/**
 * One form: busy, done, or refused with a reason. A refusal with Retry-After is counted down and cannot be submitted
 * until then. A refusal stays until the next submit, so that a form whose submit failed never counts as saved; only one by
 * the network ends with its cause. A submit without an answer is sent again, with its key, when the network was lost.
 */
export function createMutationMachine<Variables, Value>() {
  type WithOutcome = { readonly outcome: Outcome<Value> };
  const outcomeOf = ({ event }: { event: { output: Outcome<Value> } }): WithOutcome => ({ outcome: event.output });
  const setOutcome = { type: 'setOutcome', params: outcomeOf } as const;
  return setup({
    types: {
      context: {} as Context<Variables, Value>,
      events: {} as MutationEvent<Variables>,
      tags: {} as 'busy' | 'done' | 'refused' | 'waiting',
    },
    actors: {
      run: promised<Outcome<Value>, Submit<Variables>>('run'),
      /** Sends `network.online` and `network.offline`. */
      watchNetwork: listening('watchNetwork'),
    },
    guards: {
      hasFailed: (_, { outcome }: WithOutcome) => 'failure' in outcome,
      mustWait: (_, { outcome }: WithOutcome) => 'failure' in outcome && (outcome.failure.retryAfter ?? 0) > 0,
      isLastSecond: ({ context }) => context.secondsLeft <= 1,
      hasNetworkFailure: ({ context }) => context.failure !== null && isOfNetwork(context.failure),
    },
    actions: {
      startAttempt: assign(({ context }, { variables, key }: Submit<Variables>) => ({
        failure: null,
        attempt: nextAttempt(context.attempt, variables, key),
      })),
      setOutcome: assign(({ context }, { outcome }: WithOutcome) =>
        'failure' in outcome
          ? {
              failure: refusalOf(context.attempt, outcome.failure),
              secondsLeft: Math.ceil(outcome.failure.retryAfter ?? 0),
              attempt: repeatableAttempt(context.attempt, outcome.failure),
            }
          : { value: outcome.value, attempt: null },
      ),
      setError: assign((_, { error }: { error: unknown }) => ({ failure: unexpectedError(error) })),
      countDown: assign(({ context }) => ({ secondsLeft: context.secondsLeft - 1 })),
      reset: assign(() => initialContext),
      markResent: assign(({ context: { attempt } }) =>
        attempt === null ? {} : { attempt: { ...attempt, isResent: true } },
      ),
      setStopped: assign({ failure: stoppedRequest }),
      clearFailure: assign({ failure: null }),
      setOverdue: assign({ isOverdue: true }),
      clearOverdue: assign({ isOverdue: false }),
      /** Provided by the app: starts a check of the network. */
      reportSlow: () => undefined,
      /** Provided by the app: aborts the request that is running. */
      abort: () => undefined,
    },
    delays: { slowRequestDelay, overdueDelay, second: 1_000 },
  }).createMachine({
    id: 'mutation',
    context: initialContext,
    initial: 'idle',
    invoke: { src: 'watchNetwork' },
    on: { 'form.reset': { target: '.idle', actions: 'reset' } },
    states: {
      idle: {
        on: { 'form.submit': start },
      },
      running: {
        tags: 'busy',
        exit: 'clearOverdue',
        after: { slowRequestDelay: { actions: 'reportSlow' }, overdueDelay: { actions: 'setOverdue' } },
        on: {
          'form.stop': { target: 'refused', actions: ['abort', 'setStopped'] },
          'form.resend': sendAgain,
          'network.online': sendAgain,
        },
        invoke: {
          src: 'run',
          input: ({ context }) => submitOf(context),
          onDone: [
            { guard: { type: 'mustWait', params: outcomeOf }, target: 'waiting', actions: setOutcome },
            { guard: { type: 'hasFailed', params: outcomeOf }, target: 'refused', actions: setOutcome },
            { target: 'done', actions: setOutcome },
          ],
          onError: { target: 'refused', actions: { type: 'setError', params: errorOf } },
        },
      },
      refused: {
        tags: 'refused',
        on: {
          'form.submit': start,
          'network.online': { guard: 'hasNetworkFailure', target: 'idle', actions: 'clearFailure' },
        },
      },
      waiting: {
        tags: ['refused', 'waiting'],
        after: {
          second: [
            { guard: 'isLastSecond', target: 'refused', actions: 'countDown' },
            { target: 'waiting', reenter: true, actions: 'countDown' },
          ],
        },
      },
      done: {
        tags: 'done',
        on: { 'form.change': 'idle', 'form.submit': start },
      },
    },
  });
}

const initialContext = { failure: null, secondsLeft: 0, value: null, isOverdue: false, attempt: null };

const start = { target: 'running', actions: { type: 'startAttempt', params: eventOf } } as const;
const sendAgain = { target: 'running', reenter: true, actions: ['abort', 'markResent'] } as const;

/** The machine without its types, for the diagram. */
export const mutationMachine = createMutationMachine<unknown, unknown>();

function refusalOf(attempt: Attempt<unknown> | null, failure: Failure): Failure {
  return attempt?.isResent === true && failure.kind === 'problem' ? { ...failure, isAfterUnanswered: true } : failure;
}

function repeatableAttempt<Variables>(attempt: Attempt<Variables> | null, failure: Failure): Attempt<Variables> | null {
  return attempt !== null && mayBeApplied(attempt, failure) ? attempt : null;
}

/** Entering `running` always starts an attempt first. */
function submitOf<Variables>({ attempt }: Context<Variables, unknown>): Submit<Variables> {
  if (attempt === null) throw new Error('nothing was submitted');
  return { variables: attempt.sent, key: attempt.key };
}

import { shallowEqual, useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { v4 as createId } from 'uuid';
import { fromPromise } from 'xstate';
import { createFailure, type Failure, type Outcome } from '#contract/problem';
import { createMutationMachine, selectFailure, selectSecondsLeft, selectValue } from '#machines/mutation';
import { useConnectivity } from './connectivity.tsx';

/** One form: what it is doing, why it was refused, and how to submit it. */
export interface Mutation<Variables, Value> {
  readonly submit: (variables: Variables) => void;
  /** The input was changed: a success is not shown any more. */
  readonly change: () => void;
  readonly reset: () => void;
  readonly isBusy: boolean;
  readonly isDone: boolean;
  /** What the last successful submit returned. */
  readonly value: Value | null;
  readonly failure: Failure | null;
  /** Seconds until it may be submitted again. */
  readonly secondsLeft: number;
}

interface MutationOptions<Variables, Value> {
  /** `key` is the Idempotency-Key of this attempt. */
  readonly run: (variables: Variables, key: string) => Promise<Outcome<Value>>;
  readonly onDone?: (value: Value, variables: Variables) => void;
}

/** A form that writes something. */
export function useMutation<Variables, Value>(options: MutationOptions<Variables, Value>): Mutation<Variables, Value> {
  const connectivity = useConnectivity();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [machine] = useState(() =>
    createMutationMachine<Variables, Value>().provide({
      actors: {
        run: fromPromise(async ({ input }) => {
          const { run, onDone } = latest.current;
          const outcome = await run(input.variables, input.key).catch(failureOfLoading);
          if ('failure' in outcome) return { failure: withNetwork(outcome.failure, connectivity.status()) };
          onDone?.(outcome.value, input.variables);
          return outcome;
        }),
      },
    }),
  );
  const ref = useActorRef(machine);
  const state = useSelector(
    ref,
    (snapshot) => ({
      isBusy: snapshot.hasTag('busy'),
      isDone: snapshot.hasTag('done'),
      value: selectValue(snapshot),
      failure: selectFailure(snapshot),
      secondsLeft: selectSecondsLeft(snapshot),
    }),
    shallowEqual,
  );
  return {
    ...state,
    submit: (variables) => ref.send({ type: 'form.submit', variables, key: createId() }),
    change: () => ref.send({ type: 'form.change' }),
    reset: () => ref.send({ type: 'form.reset' }),
  };
}

/** A chunk that cannot be loaded is a network failure; anything else is a bug. */
function failureOfLoading(error: unknown): { readonly failure: Failure } {
  if (/dynamically imported module|importing a module|auth service could not be fetched/i.test(String(error)))
    return { failure: createFailure('unreachable', { detail: String(error) }) };
  throw error;
}

/** The words of a form and those of the network status must agree. */
export function withNetwork(failure: Failure, status: string): Failure {
  return failure.kind === 'unreachable' && status === 'offline' ? { ...failure, kind: 'offline' } : failure;
}

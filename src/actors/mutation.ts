import { shallowEqual, useActorRef, useSelector } from '@xstate/react';
import { useEffectEvent, useState } from 'react';
import { v4 as createId } from 'uuid';
import { fromPromise } from 'xstate';
import { createFailure, type Failure, type Outcome } from '#contract/api/problem';
import type { NetworkStatus } from '#machines/connectivity';
import { isOfNetwork } from '#machines/failure-kinds';
import { createMutationMachine } from '#machines/mutation';
import { isChunkMissing } from '../browser/missing-chunk.ts';
import { useConnectivity, useNetworkStatus } from './connectivity.ts';
import { type Wait, waitOf } from './wait.ts';
import { watchNetwork } from './watch-network.ts';

/** One form: its state, its failure, and its submit. */
export interface Mutation<Variables, Value> {
  readonly submit: (variables: Variables) => void;
  /** The input was changed: a success is not shown any more. */
  readonly change: () => void;
  readonly reset: () => void;
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly value: Value | null;
  readonly failure: Failure | null;
  /** Seconds until it may be submitted again. */
  readonly secondsLeft: number;
  /** Set while an answer does not come. */
  readonly wait: Wait | null;
}

interface MutationOptions<Variables, Value> {
  /** `key` is the Idempotency-Key of this attempt; `signal` is aborted when the user stops it or it is sent again. */
  readonly run: (variables: Variables, key: string, signal: AbortSignal) => Promise<Outcome<Value>>;
  readonly onDone?: (value: Value, variables: Variables) => void;
}

/** A form that writes something. */
export function useMutation<Variables, Value>(options: MutationOptions<Variables, Value>): Mutation<Variables, Value> {
  const connectivity = useConnectivity();
  const network = useNetworkStatus();
  const request = useRequest();
  const run = useEffectEvent(options.run);
  const onDone = useEffectEvent((value: Value, variables: Variables) => options.onDone?.(value, variables));
  const [machine] = useState(() =>
    createMutationMachine<Variables, Value>().provide({
      actors: {
        run: fromPromise(async ({ input }) => {
          const signal = request.start();
          const outcome = await run(input.variables, input.key, signal).catch((error) => {
            const failure = failureOfLoading(error);
            // It was not a call, so it is reported here.
            connectivity.reportCall(failure);
            return { failure };
          });
          if (signal.aborted) return { failure: createFailure('aborted') };
          if (!('failure' in outcome)) onDone(outcome.value, input.variables);
          return outcome;
        }),
        watchNetwork: watchNetwork(connectivity),
      },
      actions: { reportSlow: connectivity.reportSlow, abort: request.abort },
    }),
  );
  const ref = useActorRef(machine);
  const state = useSelector(
    ref,
    (snapshot) => ({
      isBusy: snapshot.hasTag('busy'),
      isDone: snapshot.hasTag('done'),
      value: snapshot.context.value,
      failure: snapshot.context.failure,
      secondsLeft: snapshot.context.secondsLeft,
      isOverdue: snapshot.context.isOverdue,
    }),
    shallowEqual,
  );
  const { isOverdue, ...rest } = state;
  return {
    ...rest,
    failure: state.failure === null ? null : withNetwork(state.failure, network),
    wait: waitOf(state.isBusy, isOverdue, network, {
      stop: () => ref.send({ type: 'form.stop' }),
      resend: () => ref.send({ type: 'form.resend' }),
    }),
    submit: (variables) => ref.send({ type: 'form.submit', variables, key: createId() }),
    change: () => ref.send({ type: 'form.change' }),
    reset: () => ref.send({ type: 'form.reset' }),
  };
}

/** The request of a form. A page that is left does not end it: only the user does. */
export function useRequest(): { readonly start: () => AbortSignal; readonly abort: () => void } {
  const [request] = useState(() => {
    let controller = new AbortController();
    return {
      start: () => {
        controller = new AbortController();
        return controller.signal;
      },
      abort: () => controller.abort(),
    };
  });
  return request;
}

/** A chunk that cannot be loaded is a network failure; anything else is a bug. */
function failureOfLoading(error: unknown): Failure {
  if (isChunkMissing(error) || /auth service could not be fetched/i.test(String(error)))
    return createFailure('unreachable', { detail: String(error) });
  throw error;
}

/** The words of a form and of the network status must agree: the network status comes first. */
export function withNetwork(failure: Failure, network: NetworkStatus): Failure {
  if (network === 'online' || !isOfNetwork(failure)) return failure;
  if (network === 'captive') return { ...failure, kind: 'mismatch' };
  return network === 'faulty' ? { ...failure, kind: 'unexpected', status: 503 } : { ...failure, kind: network };
}

import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import type { AuthFailure, AuthOutcome } from '#contract/auth';
import { selectRefusal, selectWait, submissionMachine } from '#machines/submission';

type Order = () => Promise<AuthOutcome<unknown>>;

/** One form: what it is doing, why it was refused, and how to send it. */
export interface Submission {
  readonly send: (order: Order) => void;
  readonly changed: () => void;
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly failure: AuthFailure | null;
  /** Seconds until it may be sent again. */
  readonly wait: number;
}

/** A form that is sent by whatever order it is given. */
export function useSubmission(): Submission {
  const [machine] = useState(() =>
    submissionMachine.provide({ actors: { send: fromPromise(({ input }) => orderIn(input.values)()) } }),
  );
  const ref = useActorRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  return {
    send: (values) => ref.send({ type: 'form.send', values }),
    changed: () => ref.send({ type: 'form.changed' }),
    isBusy: snapshot.hasTag('busy'),
    isDone: snapshot.hasTag('done'),
    failure: selectRefusal(snapshot),
    wait: selectWait(snapshot),
  };
}

/** `send` above is the only one who fills the values of this machine. */
function orderIn(values: unknown): Order {
  return values as Order;
}

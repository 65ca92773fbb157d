import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { type Answer, availabilityMachine, selectAnswer } from '#machines/availability';
import { useApi } from './api.tsx';

/** Asks about a name while it is typed. */
export function useAvailability(): { typed: (name: string) => void; answer: Answer | null; isAsking: boolean } {
  const api = useApi();
  const [machine] = useState(() =>
    availabilityMachine.provide({
      actors: {
        ask: fromPromise(({ input, signal }) => api.checkUsername(signal, { query: { username: input.name } })),
      },
    }),
  );
  const ref = useActorRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  return {
    typed: (name) => ref.send({ type: 'name.typed', name }),
    answer: selectAnswer(snapshot),
    isAsking: snapshot.hasTag('asking'),
  };
}

import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { availabilityMachine } from '#machines/availability';
import { useApi } from './api.ts';

/** Checks whether a name is available while it is typed. */
export function useAvailability() {
  const api = useApi();
  const [machine] = useState(() =>
    availabilityMachine.provide({
      actors: {
        check: fromPromise(async ({ input, signal }) => {
          const outcome = await api.checkUsername({ query: { username: input.name }, signal });
          if ('failure' in outcome) throw new Error(outcome.failure.message);
          return outcome.value;
        }),
      },
    }),
  );
  const ref = useActorRef(machine);
  return {
    change: (name: string) => ref.send({ type: 'name.change', name }),
    answer: useSelector(ref, ({ context }) => context.answer),
    isChecking: useSelector(ref, (snapshot) => snapshot.hasTag('checking')),
  };
}

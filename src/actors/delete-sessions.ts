import type { Failure, Outcome } from '#contract/api/problem';
import { deleteSession } from '#contract/calls/edit-session';
import { useMutation } from './mutation.ts';
import { useWrite } from './write.ts';

/** Deletes own sessions. `onDeleted` is called with the ids of those that are deleted, also where others are refused. */
export function useDeleteSessions(onDeleted: (ids: readonly string[]) => void, onDone?: () => void) {
  const send = useWrite(deleteSession);
  return useMutation({
    run: async (ids: readonly string[], _, signal): Promise<Outcome<undefined>> => {
      // Side by side: one without an answer holds up no other.
      const failures = await Promise.all(
        ids.map(async (id) => failureOf(await send({ entity: { id }, params: { id }, signal }))),
      );
      onDeleted(ids.filter((_, index) => failures[index] === null));
      const failure = failures.find((each) => each !== null) ?? null;
      return failure === null ? { value: undefined, version: null } : { failure };
    },
    ...(onDone === undefined ? {} : { onDone }),
  });
}

/** Why the session is still stored; null also when another request has deleted it. */
function failureOf(outcome: Outcome<undefined>): Failure | null {
  if (!('failure' in outcome)) return null;
  return outcome.failure.status === 404 ? null : outcome.failure;
}

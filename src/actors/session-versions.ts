import { affectedReads } from '#contract/dependencies';
import type { Outcome } from '#contract/problem';
import type { Session } from '#contract/session';
import { useApi } from './api.tsx';
import { type Mutation, useMutation } from './mutation.ts';
import { useQueryCache } from './read.tsx';

/** A version that is stored again, in exchange for the version of the session that is shown beside it. */
export interface Restoration {
  readonly versionId: string;
  readonly ifMatch: string | null;
}

/** Restores an earlier version of an own session. */
export function useSessionRestore(id: string): Mutation<Restoration, Session> {
  const api = useApi();
  const queries = useQueryCache();
  const resource = { name: 'getSession', params: { id } } as const;
  return useMutation<Restoration, Session>({
    run: async ({ versionId, ifMatch }, idempotencyKey, signal): Promise<Outcome<Session>> => {
      const outcome = await api.restoreSession({ params: { id, versionId }, ifMatch, idempotencyKey, signal });
      if ('failure' in outcome) {
        // The session has changed since it was shown: what is stored now is shown instead.
        if (outcome.failure.status === 412) queries.invalidate(affectedReads('restoreSession', { params: { id } }));
        return outcome;
      }
      queries.put(resource, outcome.value, outcome.version);
      queries.invalidate(affectedReads('restoreSession', { params: { id } }), resource);
      return outcome;
    },
  });
}

import type { AnswerOf, CallName } from '#contract/api/calls';
import type { QueryCache, Resource } from '../queries/query-cache.ts';

/**
 * Calls the listener with the entity of a read whenever a write, in any tab, has changed it. Returns how to stop.
 * `version` is the ETag of the entity.
 */
export function watchRead<Name extends CallName>(
  queries: Pick<QueryCache, 'subscribe' | 'fetch'>,
  resource: Resource<Name>,
  listener: (value: AnswerOf<Name>, version: string | null) => void,
): () => void {
  const stopped = new AbortController();
  const stop = queries.subscribe(resource, (event) => {
    if (event.type === 'updated') return listener(answerOf<Name>(event.copy.value), event.copy.version);
    queries
      .fetch(resource, stopped.signal, false)
      .then((fetched) => {
        if ('copy' in fetched && !stopped.signal.aborted)
          listener(answerOf<Name>(fetched.copy.value), fetched.copy.version);
      })
      // Whoever edits the entity finds out when it is saved.
      .catch(() => undefined);
  });
  return () => {
    stopped.abort();
    stop();
  };
}

/** Values of the cache were parsed by the answer schema of their call. */
function answerOf<Name extends CallName>(value: unknown): AnswerOf<Name> {
  return value as AnswerOf<Name>;
}

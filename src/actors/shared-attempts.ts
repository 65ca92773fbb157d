import type { Outcome } from '#contract/api/problem';
import { isOfNetwork } from '#machines/failure-kinds';

/**
 * Runs something that is waited for by a page that may come later, or be drawn anew: one attempt at a time. It is made again
 * where no answer of the auth service has come; what that itself has said is final, because a code works once.
 */
export function shareAttempts(run: (signal: AbortSignal) => Promise<Outcome<null>>) {
  let current: { readonly controller: AbortController; readonly outcome: Promise<Outcome<null>> } | null = null;
  const start = () => {
    if (current !== null) return current;
    const controller = new AbortController();
    current = { controller, outcome: run(controller.signal) };
    return current;
  };
  return {
    start,
    join: async (signal: AbortSignal): Promise<Outcome<null>> => {
      const attempt = start();
      const end = () => {
        if (current === attempt) current = null;
      };
      signal.addEventListener('abort', () => {
        attempt.controller.abort();
        end();
      });
      const outcome = await attempt.outcome;
      if ('failure' in outcome && isOfNetwork(outcome.failure)) end();
      return outcome;
    },
  };
}

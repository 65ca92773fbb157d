import type { Failure } from '#contract/api/problem';

/** Tries in a row, while the server can be reached, before a person is asked. */
export const maxTries = 6;

const shortestDelay = 1_000;
const longestDelay = 30_000;
/** A request is given up after this time, and the time that its body takes on a slow line, in ms and bytes per ms. */
const timeout = 30_000;
const slowLine = 16;

/** How long to wait before the next try, in ms. */
export function retryDelay(tries: number, failure: Failure | null): number {
  const backoff = Math.min(longestDelay, shortestDelay * 2 ** Math.max(0, tries - 1));
  return Math.max(backoff, (failure?.retryAfter ?? 0) * 1_000);
}

/** How long a request with a body of this size may take, in ms. */
export function sendTimeout(size: number): number {
  return timeout + size / slowLine;
}

/** Whether the same request may succeed later: no answer came, or one that is not about its content. */
export function passesByItself({ kind, status }: Failure): boolean {
  switch (kind) {
    case 'offline':
    case 'unreachable':
    case 'mismatch':
      return true;
    case 'unexpected':
      return status === null || status >= 500 || status === 408 || status === 429;
    case 'problem':
      return status === 408 || status === 429;
    case 'outdated':
    case 'aborted':
    case 'internal':
      return false;
  }
}

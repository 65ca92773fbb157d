import { NetworkLimiter } from '../http/limits/network-limiter.ts';
import { Problem } from '../http/problem.ts';
import type { RequestKind } from '../routes/request-kind.ts';
import type { CreateLimiter } from '../storage/limiters.ts';

/** Counts requests for each client. @throws Problem 429 beyond the limits of a minute. */
export function createRequestCounter(
  create: CreateLimiter,
  limits: { readonly changes: number; readonly searches: number },
): (kind: RequestKind, address: string) => Promise<void> {
  const limiters = {
    change: new NetworkLimiter(create, 'change', limits.changes, 60),
    search: new NetworkLimiter(create, 'search', limits.searches, 60),
  };
  return async (kind, address) => {
    const seconds = await limiters[kind].consume(address);
    if (seconds === 0) return;
    const headers = { 'Retry-After': String(seconds) };
    throw new Problem(429, 'Too Many Requests', `Too many requests: try again in ${seconds} s.`, { headers });
  };
}

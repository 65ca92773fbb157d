import type { FastifyBaseLogger } from 'fastify';

/** Refused requests are logged at most this often, in ms. */
const interval = 1_000;

const counts = new WeakMap<FastifyBaseLogger, { refused: number }>();
const totals = new WeakMap<FastifyBaseLogger, number>();

/** The requests that a server has refused because there were too many. */
export function refusedBy(log: FastifyBaseLogger): number {
  return totals.get(log) ?? 0;
}

/** Counts a request that was refused because there were too many: one line a second says how many. */
export function countRefusal(log: FastifyBaseLogger): void {
  totals.set(log, refusedBy(log) + 1);
  const count = counts.get(log);
  if (count !== undefined) {
    count.refused += 1;
    return;
  }
  const begun = { refused: 1 };
  counts.set(log, begun);
  setTimeout(() => {
    counts.delete(log);
    log.warn(begun, 'requests were refused: too many at the same time');
  }, interval).unref();
}

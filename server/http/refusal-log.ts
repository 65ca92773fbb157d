import type { FastifyBaseLogger } from 'fastify';

/** Refused requests are logged at most this often, in ms. */
const interval = 1_000;

const counts = new WeakMap<FastifyBaseLogger, { refused: number }>();

/** Counts a request that was refused because there were too many: one line a second says how many. */
export function countRefusal(log: FastifyBaseLogger): void {
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

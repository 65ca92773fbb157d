import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { deleteExpired, type RetentionRun } from '../domain/retention.ts';
import type { Measured } from '../http/metrics.ts';
import type { Storage } from '../storage/open-storage.ts';

interface Dependencies {
  readonly storage: Storage;
  readonly now: () => Date;
  readonly live: {
    /** Runs work at an interval in ms; returns what ends it. */
    readonly every: (milliseconds: number, work: () => void) => () => void;
    readonly elapsed: () => number;
  };
}

/** In ms: between two runs, and after one that has left something. */
const pauses = { afterAll: 60 * 60_000, afterSome: 60_000 };

/** Deletes expired data: after the start, and then every hour. */
export function deleteRegularly(app: FastifyInstance, { storage, now, live }: Dependencies): readonly Measured[] {
  const total = { deleted: 0, failures: 0 };
  let isRunning = false;
  let last: RetentionRun = { deleted: 0, isDone: false, next: 0, finished: 0 };
  let endedAt = Number.NEGATIVE_INFINITY;
  const work = async () => {
    if (isRunning || now().getTime() - endedAt < (last.isDone ? pauses.afterAll : pauses.afterSome)) return;
    isRunning = true;
    try {
      const pause = (time: number) => sleep(time);
      last = await deleteExpired({ storage, now, elapsed: live.elapsed, pause, from: last });
      total.deleted += last.deleted;
    } catch (error) {
      total.failures += 1;
      app.log.warn({ err: error }, 'what has expired was not deleted');
    } finally {
      isRunning = false;
      endedAt = now().getTime();
    }
  };
  app.addHook('onListen', async () => void work());
  const stop = live.every(pauses.afterSome, () => void work());
  app.addHook('onClose', async () => stop());
  return [
    { name: 'pitboard_expired_rows_total', help: 'Rows deleted because they had expired', read: () => total.deleted },
    {
      name: 'pitboard_retention_failures_total',
      help: 'Runs in which what has expired could not be deleted',
      read: () => total.failures,
    },
  ];
}

import { retentionTime } from '#contract/values/retention';
import { deleteOldest, type Expiring, expiring } from '../storage/expired-rows.ts';
import { workAlone } from '../storage/leases.ts';
import type { Storage } from '../storage/open-storage.ts';

/** In ms: what one transaction is made for, and what all of a run may take. A second less what a slow disk may add. */
const retentionBounds = { slice: 25, run: 900 };
/** Rows of a transaction: at first, and at least and at most. */
const rows = { first: 100, least: 10, most: 5_000 };

interface Dependencies {
  readonly storage: Pick<Storage, 'database' | 'transaction'>;
  readonly now: () => Date;
  readonly elapsed: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** The position and state of the previous run. */
  readonly from?: Pick<RetentionRun, 'next' | 'finished'>;
}

/** The result of a run. `isDone`: no expired data is left; false also while another server deletes. */
export interface RetentionRun {
  readonly deleted: number;
  readonly isDone: boolean;
  /** The table that the next run begins with. */
  readonly next: number;
  /** How many tables before that, one after the other, have nothing left: a slow database needs several runs for all. */
  readonly finished: number;
}

/**
 * Deletes expired data, in transactions that each block the others for a moment only, until none is left or the time of a run
 * is used up. One of several servers does it.
 */
export async function deleteExpired(dependencies: Dependencies): Promise<RetentionRun> {
  const { next = 0, finished = 0 } = dependencies.from ?? {};
  let result: RetentionRun = { deleted: 0, isDone: false, next, finished };
  const now = dependencies.now();
  await workAlone(dependencies.storage, 'retention', async () => {
    result = await runSlices(dependencies, now);
  });
  return result;
}

async function runSlices(dependencies: Dependencies, now: Date): Promise<RetentionRun> {
  const { elapsed, pause, from } = dependencies;
  let [deleted, spent, longest] = [0, 0, 0];
  let finished = from?.finished ?? 0;
  for (let index = from?.next ?? 0; finished < expiring.length; index += 1, finished += 1) {
    const each = expiring[index % expiring.length];
    if (each === undefined) break;
    const before = new Date(now.getTime() - retentionTime(each.retained)).toISOString();
    let limit = rows.first;
    // A table that had no turn is the first of the next run.
    let hasBegun = false;
    for (let found = limit; found === limit; ) {
      // The next one may take longer than any before it.
      if (spent + 2 * longest > retentionBounds.run)
        return {
          ...{ deleted, isDone: false, next: (hasBegun ? index + 1 : index) % expiring.length },
          finished: hasBegun ? 0 : finished,
        };
      hasBegun = true;
      const begun = elapsed();
      found = await deleteSlice(dependencies, each, { before, limit });
      const took = elapsed() - begun;
      deleted += found;
      spent += took;
      longest = Math.max(longest, took);
      if (found < limit) break;
      limit = nextLimit(limit, took);
      found = limit;
      await pause(took);
    }
  }
  return { deleted, isDone: true, next: 0, finished: 0 };
}

function deleteSlice({ storage }: Dependencies, each: Expiring, slice: { before: string; limit: number }) {
  return storage.transaction((transaction) => deleteOldest(transaction, each, slice));
}

/** The number of rows that take one slice of time. */
function nextLimit(limit: number, took: number): number {
  const fitting = Math.floor((limit * retentionBounds.slice) / Math.max(1, took));
  return Math.min(rows.most, limit * 2, Math.max(rows.least, fitting));
}

import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { idempotencyLifetime } from '#contract/constants';
import { invalid, refused } from '../problem.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { idempotencyKeys } from '../storage/tables.ts';

/** An answer that can be given again. */
export interface StoredAnswer {
  readonly version: number | null;
  readonly text: string;
}

/** @throws Problem 400 for a key that no client of ours makes. */
export function keyIn(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    throw invalid([{ path: 'Idempotency-Key', message: 'must have 1 to 200 visible ASCII characters' }]);
  }
  return header;
}

/** What was asked, so that a key is not used for two things. */
export function digestOf(address: string, body: unknown): string {
  return createHash('sha256')
    .update(address)
    .update('\n')
    .update(JSON.stringify(body ?? null))
    .digest('base64url');
}

/**
 * Does the work once for each user and key, in the transaction of the work itself: a second request, at the same time
 * or within 24 h, waits for the first and gets its answer.
 * @throws Problem 422 when the key was used for another request.
 */
export async function once(
  transaction: Transaction,
  request: { readonly userId: string; readonly key: string; readonly digest: string; readonly now: string },
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const { userId, key, digest, now } = request;
  const oldest = new Date(Date.parse(now) - idempotencyLifetime).toISOString();
  await transaction.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, oldest));
  const mine = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
  // The row of a transaction still at work makes this statement wait for its end.
  const taken = await transaction
    .insert(idempotencyKeys)
    .values({ userId, key, request: digest, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (taken.length === 0) {
    const [stored] = await transaction.select().from(idempotencyKeys).where(mine);
    if (stored?.request !== digest || stored.answer === null) {
      throw refused(422, 'Unprocessable Content', 'This Idempotency-Key was used for another request.');
    }
    return stored.answer;
  }
  const answer = await work();
  await transaction.update(idempotencyKeys).set({ answer }).where(mine);
  return answer;
}

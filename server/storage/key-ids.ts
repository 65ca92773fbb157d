import { notInArray, sql } from 'drizzle-orm';
import { keyIds } from './auth-tables.ts';
import type { Storage } from './open-storage.ts';

/**
 * Replaces the stored ids of a server's keys. Without a common id with the stored ones nothing changes, and the result is
 * false. Keys that were rotated have one in common with those before.
 */
export function replaceKeyIds(
  { transaction: transact }: Storage,
  ids: readonly string[],
  acceptsStrangers: boolean,
): Promise<boolean> {
  return transact(async (transaction) => {
    // Two servers that start at once would both find none.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('pitboard keys'))`);
    const stored = await transaction.select().from(keyIds);
    const isKnown = stored.length === 0 || stored.some(({ id }) => ids.includes(id));
    if (!isKnown && !acceptsStrangers) return false;
    await transaction.delete(keyIds).where(notInArray(keyIds.id, [...ids]));
    await transaction
      .insert(keyIds)
      .values(ids.map((id) => ({ id })))
      .onConflictDoNothing();
    return true;
  });
}

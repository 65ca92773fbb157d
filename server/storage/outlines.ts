import { eq } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { trackOutlines } from './tables.ts';

export type OutlineRow = typeof trackOutlines.$inferSelect;

/** The outline of a track, or null. */
export async function findOutline(transaction: Transaction, trackId: number): Promise<OutlineRow | null> {
  const [row] = await transaction.select().from(trackOutlines).where(eq(trackOutlines.trackId, trackId));
  return row ?? null;
}

/** Stores the outline of a track. */
export async function writeOutline(transaction: Transaction, row: OutlineRow): Promise<void> {
  const { trackId: _, ...changes } = row;
  await transaction
    .insert(trackOutlines)
    .values(row)
    .onConflictDoUpdate({ target: trackOutlines.trackId, set: changes });
}

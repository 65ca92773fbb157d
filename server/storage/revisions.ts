import { desc, eq, inArray, max } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { seasonRevisions } from './tables.ts';

export type RevisionRow = typeof seasonRevisions.$inferSelect;

/** The latest official standings of a season, without the standings themselves; null when there are none. */
export async function findLatestRevision(
  transaction: Transaction,
  seasonId: string,
): Promise<Omit<RevisionRow, 'standings'> | null> {
  const { number, note, author, publishedAt, digest } = seasonRevisions;
  const [row] = await transaction
    .select({ seasonId: seasonRevisions.seasonId, number, note, author, publishedAt, digest })
    .from(seasonRevisions)
    .where(eq(seasonRevisions.seasonId, seasonId))
    .orderBy(desc(seasonRevisions.number))
    .limit(1);
  return row ?? null;
}

/** The numbers of the latest official standings of these seasons, by season id. */
export async function listLatestNumbers(
  transaction: Transaction,
  seasonIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await transaction
    .select({ seasonId: seasonRevisions.seasonId, number: max(seasonRevisions.number) })
    .from(seasonRevisions)
    .where(inArray(seasonRevisions.seasonId, [...seasonIds]))
    .groupBy(seasonRevisions.seasonId);
  return new Map(rows.map(({ seasonId, number }) => [seasonId, number ?? 1]));
}

/** All official standings of a season, newest first. */
export function listRevisionRows(transaction: Transaction, seasonId: string): Promise<RevisionRow[]> {
  return transaction
    .select()
    .from(seasonRevisions)
    .where(eq(seasonRevisions.seasonId, seasonId))
    .orderBy(desc(seasonRevisions.number));
}

/** Stores new official standings. */
export async function insertRevision(transaction: Transaction, row: RevisionRow): Promise<void> {
  await transaction.insert(seasonRevisions).values(row);
}

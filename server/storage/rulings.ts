import { and, asc, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { rulings, seasons, sessions } from './tables.ts';
import { countsInSeason } from './visibility.ts';

export type RulingRow = typeof rulings.$inferSelect;

/** Rulings of a season on sessions that are not private there, oldest first. */
export function listRulings(transaction: Transaction, seasonId: string): Promise<RulingRow[]> {
  return transaction
    .select(getTableColumns(rulings))
    .from(rulings)
    .innerJoin(seasons, eq(seasons.id, rulings.seasonId))
    .innerJoin(sessions, eq(sessions.id, rulings.sessionId))
    .where(and(eq(rulings.seasonId, seasonId), countsInSeason()))
    .orderBy(asc(rulings.madeAt), asc(rulings.id));
}

/** Number of rulings of a season; withdrawn ones and those on deleted sessions included, which may come back. */
export function countRulings(transaction: Transaction, seasonId: string): Promise<number> {
  return transaction.$count(rulings, eq(rulings.seasonId, seasonId));
}

/** Stores new rulings. */
export async function insertRulings(transaction: Transaction, rows: (typeof rulings.$inferInsert)[]): Promise<void> {
  await transaction.insert(rulings).values(rows);
}

/** Marks a ruling of a season as withdrawn. Returns false when the season has no such ruling in force. */
export async function withdrawRulingRow(
  transaction: Transaction,
  { seasonId, id }: { readonly seasonId: string; readonly id: string },
  withdrawnAt: string,
): Promise<boolean> {
  const stored = transaction.select({ id: sessions.id }).from(sessions).where(isNull(sessions.deletedAt));
  const isMeant = and(eq(rulings.id, id), eq(rulings.seasonId, seasonId), inArray(rulings.sessionId, stored));
  const withdrawn = await transaction
    .update(rulings)
    .set({ withdrawnAt })
    .where(and(isMeant, isNull(rulings.withdrawnAt)))
    .returning({ id: rulings.id });
  return withdrawn.length > 0;
}

import { and, desc, eq } from 'drizzle-orm';
import type { Standings } from '#contract/entities/season';
import type { Transaction } from './open-storage.ts';
import { seasonRevisions } from './tables.ts';

export type RevisionRow = typeof seasonRevisions.$inferSelect;
export type LatestRevisionRow = Omit<RevisionRow, 'standings'>;

/** The latest official standings of a season, without the standings themselves; null when there are none. */
export async function findLatestRevision(
  transaction: Transaction,
  seasonId: string,
): Promise<LatestRevisionRow | null> {
  const { number, note, author, publishedAt, digest } = seasonRevisions;
  const [row] = await transaction
    .select({ seasonId: seasonRevisions.seasonId, number, note, author, publishedAt, digest })
    .from(seasonRevisions)
    .where(eq(seasonRevisions.seasonId, seasonId))
    .orderBy(desc(seasonRevisions.number))
    .limit(1);
  return row ?? null;
}

/** All official standings of a season, newest first. */
export function listRevisionRows(transaction: Transaction, seasonId: string): Promise<RevisionRow[]> {
  return transaction
    .select()
    .from(seasonRevisions)
    .where(eq(seasonRevisions.seasonId, seasonId))
    .orderBy(desc(seasonRevisions.number));
}

type RevisionKey = Pick<RevisionRow, 'seasonId' | 'number'>;

const isRevision = ({ seasonId, number }: RevisionKey) =>
  and(eq(seasonRevisions.seasonId, seasonId), eq(seasonRevisions.number, number));

/** Standings as they were published. @throws Error when there are none with this number. */
export async function findPublishedStandings(transaction: Transaction, key: RevisionKey): Promise<Standings> {
  const [row] = await transaction
    .select({ standings: seasonRevisions.standings })
    .from(seasonRevisions)
    .where(isRevision(key));
  if (row === undefined) throw new Error('the official standings do not exist');
  return row.standings;
}

/** Whether official standings with this number and of this time exist. */
export async function isPublished(
  transaction: Transaction,
  { publishedAt, ...key }: RevisionKey & Pick<RevisionRow, 'publishedAt'>,
): Promise<boolean> {
  const found = await transaction.$count(
    seasonRevisions,
    and(isRevision(key), eq(seasonRevisions.publishedAt, publishedAt)),
  );
  return found > 0;
}

/** Deletes official standings. */
export async function deleteRevision(transaction: Transaction, key: RevisionKey): Promise<void> {
  await transaction.delete(seasonRevisions).where(isRevision(key));
}

/** Stores new official standings. */
export async function insertRevision(transaction: Transaction, row: RevisionRow): Promise<void> {
  await transaction.insert(seasonRevisions).values(row);
}

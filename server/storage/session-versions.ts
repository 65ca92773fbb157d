import { and, desc, eq, getTableColumns, gt, inArray, isNull, max, notInArray, sql } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import type { DriverRow } from './session-drivers.ts';
import { sessionDrivers, sessions, sessionVersions, type VersionColumns } from './tables.ts';

/** A version of a session without its detail. */
export type VersionRow = Omit<typeof sessionVersions.$inferSelect, 'detail'>;

const { detail: _, ...listed } = getTableColumns(sessionVersions);

/** Stores a version beside its session. */
export async function insertVersion(transaction: Transaction, row: typeof sessionVersions.$inferInsert): Promise<void> {
  await transaction.insert(sessionVersions).values(row);
}

/** Stores the present content of a session as a replaced version. */
export async function copyToVersion(
  transaction: Transaction,
  sessionId: string,
  { id, storedAt }: Pick<VersionRow, 'id' | 'storedAt'>,
): Promise<void> {
  const {
    id: _,
    userId: __,
    version: ___,
    createdAt: ____,
    raceControl: _____,
    visibility: ______,
    keyHash: _______,
    deletedAt: ________,
    detail,
    ...chosen
  } = getTableColumns(sessions);
  const isSession = eq(sessions.id, sessionId);
  const [columns] = await transaction.select(chosen).from(sessions).where(isSession);
  if (columns === undefined) return;
  const { sessionId: _________, ...driver } = getTableColumns(sessionDrivers);
  const drivers = await transaction.select(driver).from(sessionDrivers).where(eq(sessionDrivers.sessionId, sessionId));
  const copied = sql`(select ${detail} from ${sessions} where ${isSession})`;
  await transaction
    .insert(sessionVersions)
    .values({ id, sessionId, reason: 'replaced', storedAt, columns, drivers, detail: copied });
}

/** The versions of a session that were stored after an instant, newest first. */
export function listVersionRows(transaction: Transaction, sessionId: string, after: string): Promise<VersionRow[]> {
  return transaction
    .select(listed)
    .from(sessionVersions)
    .where(and(eq(sessionVersions.sessionId, sessionId), gt(sessionVersions.storedAt, after)))
    .orderBy(desc(sessionVersions.storedAt), desc(sessionVersions.id));
}

/** The versions of all sessions of a user that were stored after an instant. */
export function listVersionIds(
  transaction: Transaction,
  userId: string,
  after: string,
): Promise<Pick<VersionRow, 'id' | 'sessionId' | 'storedAt'>[]> {
  return transaction
    .select({ id: sessionVersions.id, sessionId: sessionVersions.sessionId, storedAt: sessionVersions.storedAt })
    .from(sessionVersions)
    .innerJoin(sessions, eq(sessions.id, sessionVersions.sessionId))
    .where(and(eq(sessions.userId, userId), isNull(sessions.deletedAt), gt(sessionVersions.storedAt, after)))
    .orderBy(desc(sessionVersions.storedAt));
}

/** When the newest version of each of these sessions was stored, if that is after an instant. */
export async function findNewestVersions(
  transaction: Transaction,
  sessionIds: readonly string[],
  after: string,
): Promise<ReadonlyMap<string, string>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await transaction
    .select({ sessionId: sessionVersions.sessionId, storedAt: max(sessionVersions.storedAt) })
    .from(sessionVersions)
    .where(and(inArray(sessionVersions.sessionId, [...sessionIds]), gt(sessionVersions.storedAt, after)))
    .groupBy(sessionVersions.sessionId);
  return new Map(rows.flatMap(({ sessionId, storedAt }) => (storedAt === null ? [] : [[sessionId, storedAt]])));
}

/** A version of a session that was stored after an instant, with its detail; null when there is none. */
export async function findVersion(
  transaction: Transaction,
  { id, sessionId }: Pick<VersionRow, 'id' | 'sessionId'>,
  after: string,
): Promise<{ columns: VersionColumns; drivers: readonly DriverRow[]; detail: Uint8Array } | null> {
  const { columns, drivers, detail } = getTableColumns(sessionVersions);
  const isVersion = and(eq(sessionVersions.id, id), eq(sessionVersions.sessionId, sessionId));
  const [row] = await transaction
    .select({ columns, drivers, detail })
    .from(sessionVersions)
    .where(and(isVersion, gt(sessionVersions.storedAt, after)));
  return row ?? null;
}

/** Deletes a version. */
export async function deleteVersion(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(sessionVersions).where(eq(sessionVersions.id, id));
}

/** Deletes all but the newest versions of a session. */
export async function deleteOlderVersions(transaction: Transaction, sessionId: string, bound: number): Promise<void> {
  const isOfSession = eq(sessionVersions.sessionId, sessionId);
  const newest = transaction
    .select({ id: sessionVersions.id })
    .from(sessionVersions)
    .where(isOfSession)
    .orderBy(desc(sessionVersions.storedAt), desc(sessionVersions.id))
    .limit(bound);
  await transaction.delete(sessionVersions).where(and(isOfSession, notInArray(sessionVersions.id, newest)));
}

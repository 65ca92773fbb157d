import { and, count, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Driver, SessionSummary } from '#contract/session';
import type { Transaction } from './open-storage.ts';
import { profiles, sessionDrivers, sessions } from './tables.ts';

const { detail: _, createdAt: __, ...listed } = getTableColumns(sessions);

/** Columns of a session in a list. */
export const summaryColumns = { ...listed, userName: profiles.username };

type SummaryRow = Omit<typeof sessions.$inferSelect, 'detail' | 'createdAt'> & { userName: string | null };

/** Enumerations went in through the contract, so the numbers that come out are theirs. */
function enumerated<Value extends number | null>(value: number | null): Value {
  return value as Value;
}

/** A row as the contract's summary. */
export function summaryOf(row: SummaryRow): SessionSummary {
  const { version: _, driverLaps: __, ...columns } = row;
  return {
    ...columns,
    sessionId: row.id,
    weekendId: row.weekendLinkIdentifier === null ? null : `${row.userId}.${row.weekendLinkIdentifier}`,
    trackId: enumerated(row.trackId),
    sessionType: enumerated(row.sessionType),
    startWeather: enumerated(row.startWeather),
    sessionStatus: enumerated(row.sessionStatus),
  };
}

/** Sessions that meet a condition, newest first. */
export async function listSummaries(
  transaction: Transaction,
  condition: SQL | undefined,
  limit: number,
  offset = 0,
): Promise<SessionSummary[]> {
  const rows = await transaction
    .select(summaryColumns)
    .from(sessions)
    .leftJoin(profiles, eq(profiles.id, sessions.userId))
    .where(condition)
    .orderBy(desc(sessions.sessionStartTime), desc(sessions.id))
    .limit(limit)
    .offset(offset);
  return rows.map(summaryOf);
}

/** How many sessions meet a condition. */
export async function countSessions(transaction: Transaction, condition: SQL | undefined): Promise<number> {
  const [row] = await transaction.select({ total: count() }).from(sessions).where(condition);
  return row?.total ?? 0;
}

/** Conditions by which sessions are listed. */
export const sessionsWhere = {
  ofUser: (userId: string): SQL => eq(sessions.userId, userId),
  ofTracksAndTypes: (userId: string, tracks: readonly number[], types: readonly number[]): SQL | undefined =>
    and(
      eq(sessions.userId, userId),
      tracks.length > 0 ? inArray(sessions.trackId, [...tracks]) : undefined,
      types.length > 0 ? inArray(sessions.sessionType, [...types]) : undefined,
    ),
  ofWeekend: (userId: string, link: number): SQL | undefined =>
    and(eq(sessions.userId, userId), eq(sessions.weekendLinkIdentifier, link)),
  withIds: (ids: readonly string[]): SQL => inArray(sessions.id, [...ids]),
};

/** A session with its detail and the name of its owner. */
export async function findSession(transaction: Transaction, id: string) {
  const [row] = await transaction
    .select({ ...summaryColumns, detail: sessions.detail })
    .from(sessions)
    .leftJoin(profiles, eq(profiles.id, sessions.userId))
    .where(eq(sessions.id, id));
  return row ?? null;
}

/** Only what changes with the bytes of a session, to see whether kept ones are still true. */
export async function findSessionStamp(transaction: Transaction, id: string) {
  const [row] = await transaction
    .select({ version: sessions.version, userName: profiles.username })
    .from(sessions)
    .leftJoin(profiles, eq(profiles.id, sessions.userId))
    .where(eq(sessions.id, id));
  return row ?? null;
}

type SessionRow = typeof sessions.$inferInsert;

/** Locks the session that a user's game made, if it is stored. */
export async function lockSessionOfGame(transaction: Transaction, userId: string, internalSessionId: string) {
  const [row] = await transaction
    .select({ id: sessions.id, version: sessions.version, status: sessions.sessionStatus, laps: sessions.driverLaps })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.internalSessionId, internalSessionId)))
    .for('update');
  return row ?? null;
}

/** Locks a session by its id. */
export async function lockSession(transaction: Transaction, id: string) {
  const [row] = await transaction
    .select({ id: sessions.id, version: sessions.version, ownerId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.id, id))
    .for('update');
  return row ?? null;
}

/** Stores a new session; false when the user's game has one stored already. */
export async function insertSession(transaction: Transaction, row: SessionRow): Promise<boolean> {
  const written = await transaction.insert(sessions).values(row).onConflictDoNothing().returning({ id: sessions.id });
  return written.length > 0;
}

/** Puts a more complete session in the place of a stored one. */
export async function replaceSession(transaction: Transaction, id: string, row: SessionRow): Promise<void> {
  const { id: _, createdAt: __, version: ___, ...changed } = row;
  await transaction
    .update(sessions)
    .set({ ...changed, version: sql`${sessions.version} + 1` })
    .where(eq(sessions.id, id));
  await transaction.delete(sessionDrivers).where(eq(sessionDrivers.sessionId, id));
}

/** Removes a session; its drivers and its places in events go with it. */
export async function removeSession(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(sessions).where(eq(sessions.id, id));
}

/** Stores one row for each driver. */
export async function insertDrivers(
  transaction: Transaction,
  sessionId: string,
  drivers: readonly Driver[],
): Promise<void> {
  if (drivers.length === 0) return;
  await transaction.insert(sessionDrivers).values(
    drivers.map((driver) => ({
      sessionId,
      carIndex: driver.carIndex,
      name: driver.name,
      team: driver.team,
      startingPosition: driver.startingPosition,
      finishingPosition: driver.finishingPosition ?? driver.position,
      resultStatus: driver.resultStatus,
      bestLapTimeMs: driver.bestLapTimeMs,
      totalRaceTime: driver.totalRaceTime,
      totalPenaltiesSeconds: driver.totalPenaltiesSeconds,
      numberOfLaps: driver.numberOfLaps,
    })),
  );
}

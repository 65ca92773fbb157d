import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { PodiumPlace } from '#contract/entities/session';
import type { Transaction } from './open-storage.ts';
import { sessionDrivers, sessions } from './tables.ts';

/** A driver that the owner of the session has renamed. */
export interface RenamedDriver {
  readonly carIndex: number;
  readonly name: string;
  /** The name in the upload. */
  readonly recordedName: string;
}

/** The renamed drivers of a session. */
export async function listRenamed(transaction: Transaction, sessionId: string): Promise<RenamedDriver[]> {
  const rows = await transaction
    .select({
      carIndex: sessionDrivers.carIndex,
      name: sessionDrivers.name,
      recordedName: sessionDrivers.recordedName,
    })
    .from(sessionDrivers)
    .where(and(eq(sessionDrivers.sessionId, sessionId), isNotNull(sessionDrivers.recordedName)));
  return rows.map((row) => ({ ...row, recordedName: row.recordedName ?? row.name }));
}

/** Renames a driver of a session and keeps the recorded name. Returns false when there is no such car. */
export async function renameDriverRow(
  transaction: Transaction,
  { sessionId, carIndex }: { readonly sessionId: string; readonly carIndex: number },
  name: string,
): Promise<boolean> {
  const renamed = await transaction
    .update(sessionDrivers)
    .set({ name, recordedName: sql`coalesce(${sessionDrivers.recordedName}, ${sessionDrivers.name})` })
    .where(and(eq(sessionDrivers.sessionId, sessionId), eq(sessionDrivers.carIndex, carIndex)))
    .returning({ carIndex: sessionDrivers.carIndex });
  return renamed.length > 0;
}

/** Stores a changed detail with its podium, and increments the version of the session. */
export async function updateDetail(
  transaction: Transaction,
  id: string,
  changes: { readonly detail: Uint8Array; readonly podium: PodiumPlace[] },
): Promise<void> {
  await transaction
    .update(sessions)
    .set({ ...changes, version: sql`${sessions.version} + 1` })
    .where(eq(sessions.id, id));
}

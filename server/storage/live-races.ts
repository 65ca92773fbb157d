import { and, asc, desc, eq, getTableColumns, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { livePast, liveSessions, profiles } from './tables.ts';

export type LiveRow = typeof liveSessions.$inferSelect;

const columns = { ...getTableColumns(liveSessions), userName: profiles.username };

const resumed = {
  ...getTableColumns(liveSessions),
  userName: sql<string | null>`(select username from ${profiles} where ${profiles.id} = ${liveSessions.userId})`,
};

/** A live race with the name of its user, or null. */
export async function findLive(transaction: Transaction, id: string) {
  const [row] = await transaction
    .select(columns)
    .from(liveSessions)
    .leftJoin(profiles, eq(profiles.id, liveSessions.userId))
    .where(eq(liveSessions.id, id));
  return row ?? null;
}

/** The user whose recorder has registered a live race, and the hash of the viewers' key; or null. */
export async function findRegistration(
  transaction: Transaction,
  id: string,
): Promise<Pick<LiveRow, 'userId' | 'keyHash'> | null> {
  const [row] = await transaction
    .select({ userId: liveSessions.userId, keyHash: liveSessions.keyHash })
    .from(liveSessions)
    .where(eq(liveSessions.id, id));
  return row ?? null;
}

/** Locks a live race; events that name it can still be stored. */
export async function lockLive(transaction: Transaction, id: string): Promise<LiveRow | null> {
  const [row] = await transaction.select().from(liveSessions).where(eq(liveSessions.id, id)).for('no key update');
  return row ?? null;
}

/** How many live races of a user have not ended. */
export async function countLiveOf(transaction: Transaction, userId: string): Promise<number> {
  return transaction.$count(liveSessions, and(eq(liveSessions.userId, userId), isNull(liveSessions.endedAt)));
}

/** Locks the oldest live race of a user that was registered before an instant and has got nothing since; null without one. */
export async function lockUnusedLive(
  transaction: Transaction,
  { userId, before }: { readonly userId: string; readonly before: string },
): Promise<Pick<LiveRow, 'id' | 'epoch'> | null> {
  const isUnused = and(
    isNull(liveSessions.endedAt),
    isNull(liveSessions.lastDataAt),
    lt(liveSessions.startedAt, before),
  );
  const [row] = await transaction
    .select({ id: liveSessions.id, epoch: liveSessions.epoch })
    .from(liveSessions)
    .where(and(eq(liveSessions.userId, userId), isUnused))
    .orderBy(liveSessions.startedAt)
    .limit(1)
    .for('no key update');
  return row ?? null;
}

/** Stores a new registration. Returns false when the id is taken. */
export async function insertLive(transaction: Transaction, row: typeof liveSessions.$inferInsert): Promise<boolean> {
  const rows = await transaction
    .insert(liveSessions)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: liveSessions.id });
  return rows.length > 0;
}

/** Changes a registration or its state. */
export async function updateLive(
  transaction: Transaction,
  id: string,
  change: Partial<Omit<LiveRow, 'id' | 'userId'>>,
): Promise<void> {
  await transaction.update(liveSessions).set(change).where(eq(liveSessions.id, id));
}

/** Changes the state of a live race if it is still in an epoch. Returns whether it is. */
export async function updateLiveState(
  transaction: Transaction,
  { id, epoch }: Pick<LiveRow, 'id' | 'epoch'>,
  change: Pick<LiveRow, 'seq' | 'lastDataAt' | 'document'>,
): Promise<boolean> {
  const rows = await transaction
    .update(liveSessions)
    .set(change)
    .where(and(eq(liveSessions.id, id), eq(liveSessions.epoch, epoch)))
    .returning({ id: liveSessions.id });
  return rows.length > 0;
}

/** Stores the end of a live race if it is still in an epoch. Returns whether it is. */
export async function endEpoch(
  transaction: Transaction,
  { id, epoch }: Pick<LiveRow, 'id' | 'epoch'>,
  change: Pick<LiveRow, 'endedAt' | 'sessionId' | 'document'>,
): Promise<boolean> {
  const rows = await transaction
    .update(liveSessions)
    .set(change)
    .where(and(eq(liveSessions.id, id), eq(liveSessions.epoch, epoch)))
    .returning({ id: liveSessions.id });
  return rows.length > 0;
}

/** Begins a new epoch of a live race that has not ended, by its id or token, and returns it with the name of its user. */
export async function claimLive(
  transaction: Transaction,
  key: { readonly id: string } | { readonly tokenHash: string },
) {
  const isMeant = 'id' in key ? eq(liveSessions.id, key.id) : eq(liveSessions.tokenHash, key.tokenHash);
  const [row] = await transaction
    .update(liveSessions)
    .set({ epoch: sql`${liveSessions.epoch} + 1` })
    .where(and(isMeant, isNull(liveSessions.endedAt)))
    .returning(resumed);
  return row ?? null;
}

/** Begins a new epoch, with another token, of the live races that a recorder has registered. */
export async function revokeLiveOf(transaction: Transaction, recorderId: string, tokenHash: string) {
  return transaction
    .update(liveSessions)
    .set({ epoch: sql`${liveSessions.epoch} + 1`, tokenHash, recorderId: null })
    .where(and(eq(liveSessions.recorderId, recorderId), isNull(liveSessions.endedAt)))
    .returning(resumed);
}

/** The id of the live race that a user registered last and that has not ended, or null. */
export async function findLatestLiveOf(transaction: Transaction, userId: string): Promise<string | null> {
  const [row] = await transaction
    .select({ id: liveSessions.id })
    .from(liveSessions)
    .where(and(eq(liveSessions.userId, userId), isNull(liveSessions.endedAt)))
    .orderBy(desc(liveSessions.startedAt))
    .limit(1);
  return row?.id ?? null;
}

/** The ids of the live races without a message since an instant. */
export async function listSilentLive(transaction: Transaction, before: string): Promise<string[]> {
  const lastMessageAt = sql<string>`coalesce(${liveSessions.lastDataAt}, ${liveSessions.startedAt})`;
  const rows = await transaction
    .select({ id: liveSessions.id })
    .from(liveSessions)
    .where(and(isNull(liveSessions.endedAt), lt(lastMessageAt, before)));
  return rows.map(({ id }) => id);
}

/** Begins a new epoch of every live race that has not ended, and returns them with the names of their users. */
export async function resumeLive(transaction: Transaction) {
  return transaction
    .update(liveSessions)
    .set({ epoch: sql`${liveSessions.epoch} + 1` })
    .where(isNull(liveSessions.endedAt))
    .returning(resumed);
}

/** Stores what viewers of a live race were shown at an instant. */
export async function insertLivePast(transaction: Transaction, row: typeof livePast.$inferInsert): Promise<void> {
  await transaction.insert(livePast).values(row).onConflictDoNothing();
}

/** What viewers of a live race were shown, oldest first. */
export function listLivePast(transaction: Transaction, liveId: string) {
  return transaction
    .select({ at: livePast.at, document: livePast.document })
    .from(livePast)
    .where(eq(livePast.liveId, liveId))
    .orderBy(asc(livePast.at));
}

/** Deletes what viewers of a live race were shown. */
export async function deletePastOf(transaction: Transaction, liveId: string): Promise<void> {
  await transaction.delete(livePast).where(eq(livePast.liveId, liveId));
}

/** Deletes what viewers of all live races were shown up to an instant. */
export async function deleteLivePast(transaction: Transaction, until: string): Promise<void> {
  await transaction.delete(livePast).where(lte(livePast.at, until));
}

import { and, count, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { deleteLogins, findUser, updateUserRow } from './accounts.ts';
import { authUsers } from './auth-tables.ts';
import type { Transaction } from './open-storage.ts';
import { deletePairingCode } from './pairing-codes.ts';
import { blockedUsers, livePast, liveSessions, profiles, sessions } from './tables.ts';

/** A user as an operator sees one. */
export interface ListedUser {
  readonly id: string;
  readonly name: string | null;
  /** The address or number to log in with; null with hosted sign-in. */
  readonly login: string | null;
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
  readonly blockedAt: string | null;
  readonly sessions: number;
  readonly bytes: number;
}

/** The newest users, or those whose name, address, number or id has a text. */
export async function listUsers(transaction: Transaction, search: string, limit: number): Promise<ListedUser[]> {
  const id = sql<string>`coalesce(${authUsers.id}, ${profiles.id})`;
  const createdAt = sql`coalesce(${authUsers.createdAt}, ${profiles.createdAt})`.mapWith(authUsers.createdAt);
  const has = (value: unknown) => sql`strpos(lower(${value}::text), ${search.toLowerCase()}) > 0`;
  const rows = await transaction
    .select({
      ...{ id, name: profiles.username, email: authUsers.email, phone: authUsers.phone, createdAt },
      ...{ lastSignInAt: authUsers.lastSignInAt, blockedAt: blockedUsers.blockedAt },
    })
    .from(authUsers)
    .fullJoin(profiles, eq(profiles.id, authUsers.id))
    .leftJoin(blockedUsers, eq(blockedUsers.userId, id))
    .where(search === '' ? undefined : or(has(profiles.username), has(authUsers.email), has(authUsers.phone), has(id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  const stored = await transaction
    .select({ userId: sessions.userId, sessions: count(), bytes: sql`sum(octet_length(detail))`.mapWith(Number) })
    .from(sessions)
    .where(
      and(
        isNull(sessions.deletedAt),
        inArray(
          sessions.userId,
          rows.map((row) => row.id),
        ),
      ),
    )
    .groupBy(sessions.userId);
  return rows.map(({ email, phone, ...row }) => {
    const { sessions: number = 0, bytes = 0 } = stored.find(({ userId }) => userId === row.id) ?? {};
    return { ...row, login: email ?? (phone === null ? null : `+${phone}`), sessions: number, bytes };
  });
}

/** Whether there is such a user. */
export async function isUser(transaction: Transaction, id: string): Promise<boolean> {
  const [account] = await transaction.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.id, id));
  const [profile] = await transaction.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, id));
  return (account ?? profile) !== undefined;
}

const never = '9999-12-31T00:00:00.000Z';

/**
 * Blocks a user: no token of theirs is valid, and the races that their recorders publish end. The sessions stay until the
 * block is lifted, so that the service can say why it refuses them.
 */
export async function insertBlock(transaction: Transaction, userId: string, blockedAt: string): Promise<void> {
  await transaction.insert(blockedUsers).values({ userId, blockedAt }).onConflictDoNothing();
  await setBannedUntil(transaction, userId, never);
  await deletePairingCode(transaction, userId);
  await transaction
    .update(liveSessions)
    .set({ endedAt: blockedAt, epoch: sql`${liveSessions.epoch} + 1`, document: null })
    .where(and(eq(liveSessions.userId, userId), isNull(liveSessions.endedAt)));
  const races = transaction.select({ id: liveSessions.id }).from(liveSessions).where(eq(liveSessions.userId, userId));
  await transaction.delete(livePast).where(inArray(livePast.liveId, races));
}

/** Lifts a block: the user can log in again. Does nothing to a user who is not blocked. */
export async function deleteBlock(transaction: Transaction, userId: string): Promise<void> {
  const lifted = await transaction.delete(blockedUsers).where(eq(blockedUsers.userId, userId)).returning();
  if (lifted.length === 0) return;
  await deleteLogins(transaction, userId, 'all');
  await setBannedUntil(transaction, userId, null);
}

/** Users of a Supabase project have no row here. */
async function setBannedUntil(transaction: Transaction, userId: string, bannedUntil: string | null): Promise<void> {
  if ((await findUser(transaction, userId)) !== null) await updateUserRow(transaction, userId, { bannedUntil });
}

/** Whether a user is blocked. */
export async function isBlocked(transaction: Transaction, userId: string): Promise<boolean> {
  const rows = await transaction.select().from(blockedUsers).where(eq(blockedUsers.userId, userId));
  return rows.length > 0;
}

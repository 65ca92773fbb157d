import { and, eq, gte, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { authSessions, authUsers, flows, type MailKind, mailTokens, refreshTokens } from './auth-tables.ts';
import { LostRace } from './failures.ts';
import type { Transaction } from './open-storage.ts';
import { deletePairingCode } from './pairing-codes.ts';

export type UserRow = typeof authUsers.$inferSelect;
export type SessionRow = typeof authSessions.$inferSelect;
export type RefreshRow = typeof refreshTokens.$inferSelect;
export type MailTokenRow = typeof mailTokens.$inferSelect;
export type FlowRow = typeof flows.$inferSelect;

async function first<Row>(rows: Promise<Row[]>): Promise<Row | null> {
  return (await rows)[0] ?? null;
}

/** A user by id. */
export function findUser(transaction: Transaction, id: string): Promise<UserRow | null> {
  return first(transaction.select().from(authUsers).where(eq(authUsers.id, id)));
}

/** The sessions of a user that have not ended, oldest first. */
export function listUserSessions(transaction: Transaction, userId: string): Promise<SessionRow[]> {
  return transaction
    .select()
    .from(authSessions)
    .where(eq(authSessions.userId, userId))
    .orderBy(authSessions.createdAt, authSessions.id);
}

/** A user by e-mail address (lower case) or phone number (digits only). */
export function findUserByLogin(
  transaction: Transaction,
  key: { email?: string; phone?: string },
): Promise<UserRow | null> {
  if (key.email !== undefined) return first(transaction.select().from(authUsers).where(eq(authUsers.email, key.email)));
  return first(
    transaction
      .select()
      .from(authUsers)
      .where(eq(authUsers.phone, key.phone ?? '')),
  );
}

/** Inserts a user. Returns null when the address or number is taken. */
export function insertUser(transaction: Transaction, row: typeof authUsers.$inferInsert): Promise<UserRow | null> {
  return first(transaction.insert(authUsers).values(row).onConflictDoNothing().returning());
}

type UserChanges = Partial<typeof authUsers.$inferInsert>;

/**
 * Updates a user. Another address or password, and a block, end all tokens that were mailed before, and the change of the
 * address that they would have confirmed. @throws LostRace when the user does not exist.
 */
export async function updateUserRow(transaction: Transaction, id: string, changes: UserChanges): Promise<UserRow> {
  const isLoginChanged = 'email' in changes || 'passwordHash' in changes || 'bannedUntil' in changes;
  if (isLoginChanged) await deleteMailTokens(transaction, id);
  const all = isLoginChanged ? { newEmail: null, isHalfChanged: false, ...changes } : changes;
  const row = await first(transaction.update(authUsers).set(all).where(eq(authUsers.id, id)).returning());
  if (row === null) throw new LostRace('a user that was read in this transaction was deleted');
  return row;
}

/** Deletes a user without a confirmed address or number: earlier releases stored them so. */
export async function deleteUnconfirmedUser(
  transaction: Transaction,
  key: { email?: string; phone?: string },
): Promise<void> {
  const isUnconfirmed = and(isNull(authUsers.emailConfirmedAt), isNull(authUsers.phoneConfirmedAt));
  const isLogin = key.email === undefined ? eq(authUsers.phone, key.phone ?? '') : eq(authUsers.email, key.email);
  await transaction.delete(authUsers).where(and(isLogin, isUnconfirmed));
}

/** Stores a session. */
export async function insertAuthSession(transaction: Transaction, row: SessionRow): Promise<void> {
  await transaction.insert(authSessions).values(row);
}

/** A session by id. */
export function findAuthSession(transaction: Transaction, id: string): Promise<SessionRow | null> {
  return first(transaction.select().from(authSessions).where(eq(authSessions.id, id)));
}

/** Locks a session, so that its refreshes run one after the other. @throws when it stays locked for 5 s. */
export async function lockAuthSession(transaction: Transaction, id: string): Promise<SessionRow | null> {
  await transaction.execute(sql`set local lock_timeout = '5s'`);
  return first(transaction.select().from(authSessions).where(eq(authSessions.id, id)).for('update'));
}

/** Stores when a session was last refreshed, and the key that signed its access token then. */
export async function setRefreshed(
  transaction: Transaction,
  id: string,
  changes: { readonly refreshedAt: string; readonly signedBy: string },
): Promise<void> {
  await transaction.update(authSessions).set(changes).where(eq(authSessions.id, id));
}

/** Stores a key for the sessions of releases that stored none. */
export async function setMissingKey(transaction: Transaction, signedBy: string): Promise<void> {
  await transaction.update(authSessions).set({ signedBy }).where(isNull(authSessions.signedBy));
}

/**
 * Deletes one session of a user, all of them, or all except one, with their refresh tokens. Where others end, the code that
 * would connect a recorder ends too: one of them may have asked for it.
 */
export async function deleteAuthSessions(
  transaction: Transaction,
  userId: string,
  which: { only: string } | { except: string } | 'all',
): Promise<void> {
  const ofUser = eq(authSessions.userId, userId);
  if (which === 'all' || 'except' in which) await deletePairingCode(transaction, userId);
  if (which === 'all') await transaction.delete(authSessions).where(ofUser);
  else if ('only' in which) await transaction.delete(authSessions).where(and(ofUser, eq(authSessions.id, which.only)));
  else await transaction.delete(authSessions).where(and(ofUser, ne(authSessions.id, which.except)));
}

/** Stores a refresh token. */
export async function insertRefreshToken(transaction: Transaction, row: RefreshRow): Promise<void> {
  await transaction.insert(refreshTokens).values(row);
}

/** A refresh token by hash. */
export function findRefreshToken(transaction: Transaction, hash: string): Promise<RefreshRow | null> {
  return first(transaction.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)));
}

/** The refresh token of a session that has no successor yet. */
export function findActiveRefreshToken(transaction: Transaction, sessionId: string): Promise<RefreshRow | null> {
  const isActive = and(eq(refreshTokens.sessionId, sessionId), eq(refreshTokens.isRevoked, false));
  return first(transaction.select().from(refreshTokens).where(isActive));
}

/** Revokes a refresh token and stores its encrypted successor. */
export async function setSuccessor(
  transaction: Transaction,
  row: { hash: string; child: Uint8Array; now: string },
): Promise<void> {
  await transaction
    .update(refreshTokens)
    .set({ isRevoked: true, child: row.child, updatedAt: row.now })
    .where(eq(refreshTokens.hash, row.hash));
}

/** Deletes the encrypted successors of all tokens rotated before an instant, except one. */
export async function clearSuccessors(
  transaction: Transaction,
  sessionId: string,
  { except, before }: { except: string; before: string },
): Promise<void> {
  await transaction
    .update(refreshTokens)
    .set({ child: null })
    .where(
      and(
        eq(refreshTokens.sessionId, sessionId),
        isNotNull(refreshTokens.child),
        ne(refreshTokens.hash, except),
        lt(refreshTokens.updatedAt, before),
      ),
    );
}

/** Stores a token of a mail. It replaces the user's previous token of the same kind. */
export async function replaceMailToken(transaction: Transaction, row: typeof mailTokens.$inferInsert): Promise<void> {
  await transaction
    .insert(mailTokens)
    .values(row)
    .onConflictDoUpdate({ target: [mailTokens.userId, mailTokens.kind], set: { attempts: 0, flowId: null, ...row } });
}

/** A token of a mail, by its hash or by user and kind. */
export function findMailToken(
  transaction: Transaction,
  by: { hash: string } | { userId: string; kind: MailKind },
): Promise<MailTokenRow | null> {
  const where =
    'hash' in by ? eq(mailTokens.hash, by.hash) : and(eq(mailTokens.userId, by.userId), eq(mailTokens.kind, by.kind));
  return first(transaction.select().from(mailTokens).where(where));
}

/** Deletes a token. Returns true for only one of several concurrent calls. */
export async function consumeMailToken(transaction: Transaction, row: MailTokenRow): Promise<boolean> {
  const deleted = await transaction
    .delete(mailTokens)
    .where(and(eq(mailTokens.userId, row.userId), eq(mailTokens.kind, row.kind), eq(mailTokens.hash, row.hash)))
    .returning({ kind: mailTokens.kind });
  return deleted.length > 0;
}

/** The tokens of a kind since an instant that were mailed to an address. Several users may change to one address. */
export async function listMailTokens(
  transaction: Transaction,
  { kind, address, since }: { readonly kind: MailKind; readonly address: string; readonly since: string },
): Promise<MailTokenRow[]> {
  return transaction
    .select()
    .from(mailTokens)
    .where(and(eq(mailTokens.address, address), eq(mailTokens.kind, kind), gte(mailTokens.createdAt, since)))
    .orderBy(mailTokens.hash);
}

/** Deletes all tokens that were mailed to a user, and the codes that redeemed links were exchanged for. */
async function deleteMailTokens(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(mailTokens).where(eq(mailTokens.userId, userId));
  await transaction.delete(flows).where(and(eq(flows.userId, userId), isNotNull(flows.codeHash)));
}

/** Stores a PKCE flow. */
export async function insertFlow(transaction: Transaction, row: FlowRow): Promise<void> {
  await transaction.insert(flows).values(row);
}

/** Stores the code that the client exchanges. A flow gets only one. */
export async function setFlowCode(transaction: Transaction, id: string, codeHash: string): Promise<void> {
  await transaction
    .update(flows)
    .set({ codeHash })
    .where(and(eq(flows.id, id), isNull(flows.codeHash)));
}

/** A PKCE flow by the hash of its code. */
export function findFlow(transaction: Transaction, codeHash: string): Promise<FlowRow | null> {
  return first(transaction.select().from(flows).where(eq(flows.codeHash, codeHash)));
}

/** Deletes a flow. Returns true for only one of several concurrent calls. */
export async function consumeFlow(transaction: Transaction, id: string): Promise<boolean> {
  const deleted = await transaction.delete(flows).where(eq(flows.id, id)).returning({ id: flows.id });
  return deleted.length > 0;
}

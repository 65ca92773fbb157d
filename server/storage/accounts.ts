import { and, eq, gte, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { authUsers, flows, logins, type MailKind, mailTokens, refreshTokens } from './auth-tables.ts';
import { LostRace } from './failures.ts';
import type { Transaction } from './open-storage.ts';
import { deletePairingCode } from './pairing-codes.ts';

export type UserRow = typeof authUsers.$inferSelect;
export type LoginRow = typeof logins.$inferSelect;
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

/** The logins of a user that have not ended, oldest first. */
export function listLogins(transaction: Transaction, userId: string): Promise<LoginRow[]> {
  return transaction.select().from(logins).where(eq(logins.userId, userId)).orderBy(logins.createdAt, logins.id);
}

/** A user by e-mail address (lower case) or phone number (digits only). */
export function findUserByIdentifier(
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
  const areCredentialsChanged = 'email' in changes || 'passwordHash' in changes || 'bannedUntil' in changes;
  if (areCredentialsChanged) await deleteMailTokens(transaction, id);
  const all = areCredentialsChanged ? { newEmail: null, isHalfChanged: false, ...changes } : changes;
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
  const hasIdentifier = key.email === undefined ? eq(authUsers.phone, key.phone ?? '') : eq(authUsers.email, key.email);
  await transaction.delete(authUsers).where(and(hasIdentifier, isUnconfirmed));
}

/** Stores a login. */
export async function insertLogin(transaction: Transaction, row: LoginRow): Promise<void> {
  await transaction.insert(logins).values(row);
}

/** A login by id. */
export function findLogin(transaction: Transaction, id: string): Promise<LoginRow | null> {
  return first(transaction.select().from(logins).where(eq(logins.id, id)));
}

/** Locks a login, so that its refreshes run one after the other. @throws when it stays locked for 5 s. */
export async function lockLogin(transaction: Transaction, id: string): Promise<LoginRow | null> {
  await transaction.execute(sql`set local lock_timeout = '5s'`);
  return first(transaction.select().from(logins).where(eq(logins.id, id)).for('update'));
}

/** Stores when a login was last refreshed, and the key that signed its access token then. */
export async function setRefreshed(
  transaction: Transaction,
  id: string,
  changes: { readonly refreshedAt: string; readonly signedBy: string },
): Promise<void> {
  await transaction.update(logins).set(changes).where(eq(logins.id, id));
}

/** Stores a key for the logins of releases that stored none. */
export async function setMissingKey(transaction: Transaction, signedBy: string): Promise<void> {
  await transaction.update(logins).set({ signedBy }).where(isNull(logins.signedBy));
}

/**
 * Deletes one login of a user, all of them, or all except one, with their refresh tokens. Where others end, the code that
 * would connect a recorder ends too: one of them may have asked for it.
 */
export async function deleteLogins(
  transaction: Transaction,
  userId: string,
  which: { only: string } | { except: string } | 'all',
): Promise<void> {
  const ofUser = eq(logins.userId, userId);
  if (which === 'all' || 'except' in which) await deletePairingCode(transaction, userId);
  if (which === 'all') await transaction.delete(logins).where(ofUser);
  else if ('only' in which) await transaction.delete(logins).where(and(ofUser, eq(logins.id, which.only)));
  else await transaction.delete(logins).where(and(ofUser, ne(logins.id, which.except)));
}

/** Stores a refresh token. */
export async function insertRefreshToken(transaction: Transaction, row: RefreshRow): Promise<void> {
  await transaction.insert(refreshTokens).values(row);
}

/** A refresh token by hash. */
export function findRefreshToken(transaction: Transaction, hash: string): Promise<RefreshRow | null> {
  return first(transaction.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)));
}

/** The refresh token of a login that has no successor yet. */
export function findActiveRefreshToken(transaction: Transaction, loginId: string): Promise<RefreshRow | null> {
  const isActive = and(eq(refreshTokens.loginId, loginId), eq(refreshTokens.isRevoked, false));
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
  loginId: string,
  { except, before }: { except: string; before: string },
): Promise<void> {
  await transaction
    .update(refreshTokens)
    .set({ child: null })
    .where(
      and(
        eq(refreshTokens.loginId, loginId),
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

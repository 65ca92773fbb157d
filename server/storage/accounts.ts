import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { authSessions, authUsers, flows, type MailKind, mailTokens, refreshTokens } from './auth-tables.ts';
import type { Transaction } from './open-storage.ts';

export type UserRow = typeof authUsers.$inferSelect;
export type SessionRow = typeof authSessions.$inferSelect;
export type RefreshRow = typeof refreshTokens.$inferSelect;
export type MailTokenRow = typeof mailTokens.$inferSelect;
export type FlowRow = typeof flows.$inferSelect;

async function first<Row>(rows: Promise<Row[]>): Promise<Row | null> {
  return (await rows)[0] ?? null;
}

export function findUser(transaction: Transaction, id: string): Promise<UserRow | null> {
  return first(transaction.select().from(authUsers).where(eq(authUsers.id, id)));
}

/** By what they sign in with; an address is lower case, a number digits alone. */
export function findUserBy(transaction: Transaction, key: { email?: string; phone?: string }): Promise<UserRow | null> {
  if (key.email !== undefined) return first(transaction.select().from(authUsers).where(eq(authUsers.email, key.email)));
  return first(
    transaction
      .select()
      .from(authUsers)
      .where(eq(authUsers.phone, key.phone ?? '')),
  );
}

/** Who is about to have this address, or has it. */
export function findUserOfChange(transaction: Transaction, email: string): Promise<UserRow | null> {
  const isChanging = or(eq(authUsers.newEmail, email), eq(authUsers.email, email));
  return first(
    transaction
      .select()
      .from(authUsers)
      .where(and(isChanging, sql`${authUsers.newEmail} is not null`)),
  );
}

/** Null when the address or number is taken in the same moment. */
export function insertUser(transaction: Transaction, row: typeof authUsers.$inferInsert): Promise<UserRow | null> {
  return first(transaction.insert(authUsers).values(row).onConflictDoNothing().returning());
}

/** @throws Error when the user is gone. */
export async function changeUser(
  transaction: Transaction,
  id: string,
  changes: Partial<typeof authUsers.$inferInsert>,
): Promise<UserRow> {
  const row = await first(transaction.update(authUsers).set(changes).where(eq(authUsers.id, id)).returning());
  if (row === null) throw new Error('a user is gone who was there in the same transaction');
  return row;
}

export async function insertAuthSession(transaction: Transaction, row: SessionRow): Promise<void> {
  await transaction.insert(authSessions).values(row);
}

export function findAuthSession(transaction: Transaction, id: string): Promise<SessionRow | null> {
  return first(transaction.select().from(authSessions).where(eq(authSessions.id, id)));
}

/** Two refreshes of one session wait for each other, five seconds at most. @throws when it stays locked. */
export async function lockAuthSession(transaction: Transaction, id: string): Promise<SessionRow | null> {
  await transaction.execute(sql`set local lock_timeout = '5s'`);
  return first(transaction.select().from(authSessions).where(eq(authSessions.id, id)).for('update'));
}

export async function touchAuthSession(transaction: Transaction, id: string, now: string): Promise<void> {
  await transaction.update(authSessions).set({ refreshedAt: now }).where(eq(authSessions.id, id));
}

/** Ends one session, all of a user, or all but one; their tokens go with them. */
export async function deleteAuthSessions(
  transaction: Transaction,
  userId: string,
  which: { only: string } | { but: string } | 'all',
): Promise<void> {
  const ofUser = eq(authSessions.userId, userId);
  if (which === 'all') await transaction.delete(authSessions).where(ofUser);
  else if ('only' in which) await transaction.delete(authSessions).where(and(ofUser, eq(authSessions.id, which.only)));
  else await transaction.delete(authSessions).where(and(ofUser, ne(authSessions.id, which.but)));
}

export async function insertRefreshToken(transaction: Transaction, row: RefreshRow): Promise<void> {
  await transaction.insert(refreshTokens).values(row);
}

export function findRefreshToken(transaction: Transaction, hash: string): Promise<RefreshRow | null> {
  return first(transaction.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)));
}

export function findActiveToken(transaction: Transaction, sessionId: string): Promise<RefreshRow | null> {
  const isActive = and(eq(refreshTokens.sessionId, sessionId), eq(refreshTokens.isRevoked, false));
  return first(transaction.select().from(refreshTokens).where(isActive));
}

export async function rotateToken(
  transaction: Transaction,
  row: { hash: string; child: Uint8Array; now: string },
): Promise<void> {
  await transaction
    .update(refreshTokens)
    .set({ isRevoked: true, child: row.child, updatedAt: row.now })
    .where(eq(refreshTokens.hash, row.hash));
}

/** A sealed child that no rule can ask for any more is erased. */
export async function eraseChildren(
  transaction: Transaction,
  sessionId: string,
  { but, before }: { but: string; before: string },
): Promise<void> {
  await transaction
    .update(refreshTokens)
    .set({ child: null })
    .where(
      and(eq(refreshTokens.sessionId, sessionId), ne(refreshTokens.hash, but), lt(refreshTokens.updatedAt, before)),
    );
}

/** One active of each kind: a new one takes the place of the old. */
export async function putMailToken(transaction: Transaction, row: typeof mailTokens.$inferInsert): Promise<void> {
  await transaction
    .insert(mailTokens)
    .values({ attempts: 0, ...row })
    .onConflictDoUpdate({ target: [mailTokens.userId, mailTokens.kind], set: { attempts: 0, flowId: null, ...row } });
}

export function findMailToken(
  transaction: Transaction,
  by: { hash: string } | { userId: string; kind: MailKind },
): Promise<MailTokenRow | null> {
  const where =
    'hash' in by ? eq(mailTokens.hash, by.hash) : and(eq(mailTokens.userId, by.userId), eq(mailTokens.kind, by.kind));
  return first(transaction.select().from(mailTokens).where(where));
}

/** Takes a token, once: of two that come at once the second gets nothing. */
export async function takeMailToken(transaction: Transaction, row: MailTokenRow): Promise<boolean> {
  const taken = await transaction
    .delete(mailTokens)
    .where(and(eq(mailTokens.userId, row.userId), eq(mailTokens.kind, row.kind), eq(mailTokens.hash, row.hash)))
    .returning({ kind: mailTokens.kind });
  return taken.length > 0;
}

export async function countAttempt(transaction: Transaction, row: MailTokenRow): Promise<void> {
  await transaction
    .update(mailTokens)
    .set({ attempts: sql`${mailTokens.attempts} + 1` })
    .where(eq(mailTokens.hash, row.hash));
}

export async function deleteMailTokens(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(mailTokens).where(eq(mailTokens.userId, userId));
}

export async function insertFlow(transaction: Transaction, row: FlowRow): Promise<void> {
  await transaction.insert(flows).values(row);
}

export async function giveFlowCode(transaction: Transaction, id: string, codeHash: string): Promise<void> {
  await transaction
    .update(flows)
    .set({ codeHash })
    .where(and(eq(flows.id, id), isNull(flows.codeHash)));
}

export function findFlow(transaction: Transaction, codeHash: string): Promise<FlowRow | null> {
  return first(transaction.select().from(flows).where(eq(flows.codeHash, codeHash)));
}

/** Takes a flow, once. */
export async function takeFlow(transaction: Transaction, id: string): Promise<boolean> {
  const taken = await transaction.delete(flows).where(eq(flows.id, id)).returning({ id: flows.id });
  return taken.length > 0;
}

import { v7 } from 'uuid';
import {
  changeUser,
  deleteAuthSessions,
  eraseChildren,
  findActiveToken,
  findRefreshToken,
  findUser,
  insertAuthSession,
  insertRefreshToken,
  lockAuthSession,
  type RefreshRow,
  rotateToken,
  type SessionRow,
  touchAuthSession,
  type UserRow,
} from '../storage/accounts.ts';
import type { Method } from '../storage/auth-tables.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { AuthError, invalid } from './auth-error.ts';
import { type AuthContext, ago, instantOf } from './context.ts';
import { hashOf, randomToken, seal, unseal } from './secrets.ts';
import { appMetadataOf, userMetadataOf, userView } from './user-view.ts';

/** A session as the client reads it. */
export interface SessionView {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: Record<string, unknown>;
}

/** Signs a user in: a new session with its first refresh token. */
export async function startSession(
  context: AuthContext,
  transaction: Transaction,
  userId: string,
  method: string,
): Promise<SessionView> {
  const now = instantOf(context);
  const user = await changeUser(transaction, userId, { lastSignInAt: now, updatedAt: now });
  const methods: Method[] = [{ method, timestamp: Math.floor(context.now().getTime() / 1_000) }];
  const session = { id: v7(), userId, methods, createdAt: now, refreshedAt: now };
  await insertAuthSession(transaction, session);
  const token = randomToken();
  await insertRefreshToken(transaction, tokenRow(hashOf(token), session.id, null, now));
  context.audit(`signed in by ${method}`, userId);
  return viewOf(context, user, session, token);
}

function tokenRow(hash: string, sessionId: string, parent: string | null, now: string): RefreshRow {
  return { hash, sessionId, parent, isRevoked: false, child: null, createdAt: now, updatedAt: now };
}

async function viewOf(
  { keys, options, issuer, now }: AuthContext,
  user: UserRow,
  session: SessionRow,
  refreshToken: string,
): Promise<SessionView> {
  const issuedAt = Math.floor(now().getTime() / 1_000);
  const expiresAt = issuedAt + options.tokenLifetime;
  const claims = {
    iss: issuer,
    sub: user.id,
    aud: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: appMetadataOf(user),
    user_metadata: userMetadataOf(user),
    role: 'authenticated',
    aal: 'aal1',
    amr: session.methods,
    session_id: session.id,
    is_anonymous: false,
  };
  return {
    access_token: await keys.sign(claims, { issuedAt, expiresAt }),
    token_type: 'bearer',
    expires_in: options.tokenLifetime,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userView(user),
  };
}

const notFound = () => new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

/**
 * Changes a refresh token for the next one. The parent of the active token always gets that very token (a lost answer,
 * a second tab), an older one does so for a few seconds; anything older ends the session, since it was stolen or copied.
 */
export async function refreshSession(context: AuthContext, token: unknown): Promise<SessionView> {
  if (typeof token !== 'string' || !/^([\w-]{43}|[a-z\d]{12})$/.test(token))
    throw invalid('Refresh token is not valid');
  const outcome = await context.storage.transaction(async (transaction) => {
    const found = await findRefreshToken(transaction, hashOf(token));
    const session = found === null ? null : await lockAuthSession(transaction, found.sessionId);
    // Read again under the lock: another request may have rotated it meanwhile.
    const row = session === null ? null : await findRefreshToken(transaction, hashOf(token));
    const user = session === null ? null : await findUser(transaction, session.userId);
    if (session === null || row === null || user === null) return notFound();
    const refusal = refusalOf(context, user, session);
    if (refusal !== null) return refusal;
    const next = row.isRevoked
      ? await childOf(context, transaction, row, token)
      : await rotate(context, transaction, row, token);
    if (next === null) {
      // Committed, although the answer is an error.
      await deleteAuthSessions(transaction, user.id, { only: session.id });
      context.audit('a used refresh token came again: session ended', user.id);
      return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
    }
    await touchAuthSession(transaction, session.id, instantOf(context));
    return viewOf(context, user, session, next);
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

function refusalOf(context: AuthContext, user: UserRow, session: SessionRow): AuthError | null {
  const { sessionLifetime, sessionInactivity } = context.options;
  if (isBanned(context, user)) return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  const expired = 'Invalid Refresh Token: Session Expired';
  if (sessionLifetime !== null && session.createdAt < ago(context, sessionLifetime))
    return new AuthError(400, 'session_expired', expired);
  if (sessionInactivity !== null && session.refreshedAt < ago(context, sessionInactivity))
    return new AuthError(400, 'session_expired', `${expired} (Inactivity)`);
  return null;
}

/** Is the user kept out for now? */
export function isBanned(context: AuthContext, { bannedUntil }: UserRow): boolean {
  return bannedUntil !== null && bannedUntil > instantOf(context);
}

async function rotate(context: AuthContext, transaction: Transaction, row: RefreshRow, token: string): Promise<string> {
  const now = instantOf(context);
  const child = randomToken();
  await rotateToken(transaction, { hash: row.hash, child: seal(token, child), now });
  await insertRefreshToken(transaction, tokenRow(hashOf(child), row.sessionId, row.hash, now));
  const before = ago(context, context.options.reuseInterval);
  await eraseChildren(transaction, row.sessionId, { but: row.hash, before });
  return child;
}

/** The active token, for who holds its parent or, for a few seconds, an older one; null when it may not be had. */
async function childOf(
  context: AuthContext,
  transaction: Transaction,
  row: RefreshRow,
  token: string,
): Promise<string | null> {
  const active = await findActiveToken(transaction, row.sessionId);
  if (active === null) return null;
  const isRecent = row.updatedAt >= ago(context, context.options.reuseInterval);
  if (active.parent !== row.hash && !isRecent) return null;
  let [held, holder]: [string, RefreshRow | null] = [token, row];
  while (holder !== null && holder.hash !== active.hash) {
    if (holder.child === null) return null;
    held = unseal(held, holder.child);
    holder = await findRefreshToken(transaction, hashOf(held));
  }
  return holder === null ? null : held;
}

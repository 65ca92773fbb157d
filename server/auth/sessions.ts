import { v7 } from 'uuid';
import { transactTwice } from '../domain/transact-twice.ts';
import {
  clearSuccessors,
  deleteAuthSessions,
  findActiveRefreshToken,
  findRefreshToken,
  findUser,
  insertAuthSession,
  insertRefreshToken,
  lockAuthSession,
  type RefreshRow,
  type SessionRow,
  setMissingKey,
  setRefreshed,
  setSuccessor,
  type UserRow,
  updateUserRow,
} from '../storage/accounts.ts';
import type { Method } from '../storage/auth-tables.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { decryptSuccessor, encryptSuccessor, hashToken, randomToken } from '../tokens/secrets.ts';
import { AuthError, invalid } from './auth-error.ts';
import { type AuthContext, currentInstant, secondsAgo } from './context.ts';
import { fittingClaimsOf } from './token-size.ts';
import { userView } from './user-view.ts';

/** A session in the format of the client. */
export interface SessionView {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: Record<string, unknown>;
}

/** Creates a session with its first refresh token. @throws AuthError 403 for a user who is blocked. */
export async function startSession(
  context: AuthContext,
  transaction: Transaction,
  userId: string,
  method: string,
): Promise<SessionView> {
  const now = currentInstant(context);
  const user = await updateUserRow(transaction, userId, { lastSignInAt: now, updatedAt: now });
  if (isBanned(context, user)) throw userBanned();
  const methods: Method[] = [{ method, timestamp: Math.floor(context.now().getTime() / 1_000) }];
  const session = { id: v7(), userId, methods, signedBy: context.keys.id, createdAt: now, refreshedAt: now };
  await insertAuthSession(transaction, session);
  const token = randomToken();
  await insertRefreshToken(transaction, createTokenRow(hashToken(token), session.id, null, now));
  context.audit(`signed in by ${method}`, userId);
  return createView(context, user, session, token);
}

function createTokenRow(hash: string, sessionId: string, parent: string | null, now: string): RefreshRow {
  return { hash, sessionId, parent, isRevoked: false, child: null, createdAt: now, updatedAt: now };
}

async function createView(
  context: AuthContext,
  user: UserRow,
  session: SessionRow,
  refreshToken: string,
): Promise<SessionView> {
  const { keys, options, issuer, now } = context;
  const issuedAt = Math.floor(now().getTime() / 1_000);
  const expiresAt = issuedAt + options.tokenLifetime;
  const claims = {
    iss: issuer,
    sub: user.id,
    aud: 'authenticated',
    ...fittingClaimsOf(context, user),
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

const tokenNotFound = () =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

/**
 * Exchanges a refresh token for the next one. The direct predecessor of the active token always gets the active token,
 * because a response may be lost and two tabs may refresh at once. An older token gets it for a few seconds after its
 * rotation. After that its use ends the session, because the token was probably stolen.
 */
export async function refreshSession(context: AuthContext, token: unknown): Promise<SessionView> {
  if (typeof token !== 'string' || !/^([\w-]{43}|[a-z\d]{12})$/.test(token))
    throw invalid('Refresh token is not valid');
  const outcome = await transactTwice(context.storage, async (transaction) => {
    const found = await findRefreshToken(transaction, hashToken(token));
    const session = found === null ? null : await lockAuthSession(transaction, found.sessionId);
    // Another request may have rotated the token before the lock was acquired.
    const row = session === null ? null : await findRefreshToken(transaction, hashToken(token));
    const user = session === null ? null : await findUser(transaction, session.userId);
    if (session === null || row === null || user === null) return tokenNotFound();
    const sessionError = checkSession(context, user, session);
    if (sessionError !== null) return sessionError;
    const next = row.isRevoked
      ? await findActiveSuccessor(context, transaction, row, token)
      : await rotate(context, transaction, row, token);
    if (next === null) {
      // The error is returned, not thrown, so that this deletion is committed.
      await deleteAuthSessions(transaction, user.id, { only: session.id });
      context.audit('refresh token reused: session ended', user.id);
      return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
    }
    await setRefreshed(transaction, session.id, { refreshedAt: currentInstant(context), signedBy: context.keys.id });
    return createView(context, user, session, next);
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

function checkSession(context: AuthContext, user: UserRow, session: SessionRow): AuthError | null {
  const { sessionLifetime, sessionInactivity } = context.options;
  if (isBanned(context, user)) return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  const expired = 'Invalid Refresh Token: Session Expired';
  // The operator has replaced the keys twice since: that ends all sessions.
  if (session.signedBy !== null && !context.keys.published.keys.some(({ kid }) => kid === session.signedBy))
    return new AuthError(400, 'session_expired', `${expired} (Signing Key Replaced)`);
  if (sessionLifetime !== null && session.createdAt < secondsAgo(context, sessionLifetime))
    return new AuthError(400, 'session_expired', expired);
  if (sessionInactivity !== null && session.refreshedAt < secondsAgo(context, sessionInactivity))
    return new AuthError(400, 'session_expired', `${expired} (Inactivity)`);
  return null;
}

/** Makes the sessions of releases that stored no key end with the present one. */
export function adoptSessions({ storage, keys }: AuthContext): Promise<void> {
  return setMissingKey(storage.database, keys.id);
}

/** 403: an operator has blocked the user. */
export function userBanned(): AuthError {
  return new AuthError(403, 'user_banned', 'User is banned');
}

/** Returns whether the user is banned at the moment. */
export function isBanned(context: AuthContext, { bannedUntil }: UserRow): boolean {
  return bannedUntil !== null && bannedUntil > currentInstant(context);
}

async function rotate(context: AuthContext, transaction: Transaction, row: RefreshRow, token: string): Promise<string> {
  const now = currentInstant(context);
  const successor = randomToken();
  await setSuccessor(transaction, { hash: row.hash, child: encryptSuccessor(token, successor), now });
  await insertRefreshToken(transaction, createTokenRow(hashToken(successor), row.sessionId, row.hash, now));
  const before = secondsAgo(context, context.options.reuseInterval);
  await clearSuccessors(transaction, row.sessionId, { except: row.hash, before });
  return successor;
}

/** Decrypts the chain of successors of a revoked token up to the active token. Null when the token is too old. */
async function findActiveSuccessor(
  context: AuthContext,
  transaction: Transaction,
  row: RefreshRow,
  token: string,
): Promise<string | null> {
  const active = await findActiveRefreshToken(transaction, row.sessionId);
  if (active === null) return null;
  const isRecent = row.updatedAt >= secondsAgo(context, context.options.reuseInterval);
  if (active.parent !== row.hash && !isRecent) return null;
  let [current, currentRow]: [string, RefreshRow | null] = [token, row];
  while (currentRow !== null && currentRow.hash !== active.hash) {
    if (currentRow.child === null) return null;
    current = decryptSuccessor(current, currentRow.child);
    currentRow = await findRefreshToken(transaction, hashToken(current));
  }
  return currentRow === null ? null : current;
}

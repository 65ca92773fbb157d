import { v7 } from 'uuid';
import { transactTwice } from '../domain/transact-twice.ts';
import {
  clearSuccessors,
  deleteLogins,
  findActiveRefreshToken,
  findRefreshToken,
  findUser,
  insertLogin,
  insertRefreshToken,
  type LoginRow,
  lockLogin,
  type RefreshRow,
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

/** A login in the format of the client. */
export interface LoginResponse {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: Record<string, unknown>;
}

/** Creates a login with its first refresh token. @throws AuthError 403 for a user who is blocked. */
export async function startLogin(
  context: AuthContext,
  transaction: Transaction,
  userId: string,
  method: string,
): Promise<LoginResponse> {
  const now = currentInstant(context);
  const user = await updateUserRow(transaction, userId, { lastSignInAt: now, updatedAt: now });
  if (isBanned(context, user)) throw userBanned();
  const methods: Method[] = [{ method, timestamp: Math.floor(context.now().getTime() / 1_000) }];
  const login = { id: v7(), userId, methods, signedBy: context.keys.id, createdAt: now, refreshedAt: now };
  await insertLogin(transaction, login);
  const token = randomToken();
  await insertRefreshToken(transaction, createTokenRow(hashToken(token), login.id, null, now));
  context.audit(`signed in by ${method}`, userId);
  return createView(context, user, login, token);
}

function createTokenRow(hash: string, loginId: string, parent: string | null, now: string): RefreshRow {
  return { hash, loginId, parent, isRevoked: false, child: null, createdAt: now, updatedAt: now };
}

async function createView(
  context: AuthContext,
  user: UserRow,
  login: LoginRow,
  refreshToken: string,
): Promise<LoginResponse> {
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
    amr: login.methods,
    session_id: login.id,
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
 * rotation. After that its use ends the login, because the token was probably stolen.
 */
export async function refreshLogin(context: AuthContext, token: unknown): Promise<LoginResponse> {
  if (typeof token !== 'string' || !/^([\w-]{43}|[a-z\d]{12})$/.test(token))
    throw invalid('Refresh token is not valid');
  const outcome = await transactTwice(context.storage, async (transaction) => {
    const found = await findRefreshToken(transaction, hashToken(token));
    const login = found === null ? null : await lockLogin(transaction, found.loginId);
    // Another request may have rotated the token before the lock was acquired.
    const row = login === null ? null : await findRefreshToken(transaction, hashToken(token));
    const user = login === null ? null : await findUser(transaction, login.userId);
    if (login === null || row === null || user === null) return tokenNotFound();
    const loginError = checkLogin(context, user, login);
    if (loginError !== null) return loginError;
    const next = row.isRevoked
      ? await findActiveSuccessor(context, transaction, row, token)
      : await rotate(context, transaction, row, token);
    if (next === null) {
      // The error is returned, not thrown, so that this deletion is committed.
      await deleteLogins(transaction, user.id, { only: login.id });
      context.audit('refresh token reused: login ended', user.id);
      return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
    }
    await setRefreshed(transaction, login.id, { refreshedAt: currentInstant(context), signedBy: context.keys.id });
    return createView(context, user, login, next);
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

function checkLogin(context: AuthContext, user: UserRow, login: LoginRow): AuthError | null {
  const { loginLifetime, loginInactivity } = context.options;
  if (isBanned(context, user)) return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  const expired = 'Invalid Refresh Token: Session Expired';
  // The operator has replaced the keys twice since: that ends all logins.
  if (login.signedBy !== null && !context.keys.published.keys.some(({ kid }) => kid === login.signedBy))
    return new AuthError(400, 'session_expired', `${expired} (Signing Key Replaced)`);
  if (loginLifetime !== null && login.createdAt < secondsAgo(context, loginLifetime))
    return new AuthError(400, 'session_expired', expired);
  if (loginInactivity !== null && login.refreshedAt < secondsAgo(context, loginInactivity))
    return new AuthError(400, 'session_expired', `${expired} (Inactivity)`);
  return null;
}

/** Makes the logins of releases that stored no key end with the present one. */
export function adoptLogins({ storage, keys }: AuthContext): Promise<void> {
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
  await insertRefreshToken(transaction, createTokenRow(hashToken(successor), row.loginId, row.hash, now));
  const before = secondsAgo(context, context.options.reuseInterval);
  await clearSuccessors(transaction, row.loginId, { except: row.hash, before });
  return successor;
}

/** Decrypts the chain of successors of a revoked token up to the active token. Null when the token is too old. */
async function findActiveSuccessor(
  context: AuthContext,
  transaction: Transaction,
  row: RefreshRow,
  token: string,
): Promise<string | null> {
  const active = await findActiveRefreshToken(transaction, row.loginId);
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

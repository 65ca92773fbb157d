import { v4 } from 'uuid';
import {
  consumeMailToken,
  findMailToken,
  findUser,
  findUserByLogin,
  findUserByNewEmail,
  incrementAttempts,
  type MailTokenRow,
  setFlowCode,
  type UserRow,
  updateUserRow,
} from '../storage/accounts.ts';
import type { MailKind } from '../storage/auth-tables.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { AuthError } from './auth-error.ts';
import { emailExists, setLogin } from './claim-login.ts';
import { type AuthContext, currentInstant, secondsAgo } from './context.ts';
import { hashCode, hashToken, isEqualHash } from './secrets.ts';

/** Kinds of mail by the type that a client names. A Map: a plain object would also answer for `toString`. */
const kindsByType: ReadonlyMap<string, readonly MailKind[]> = new Map([
  ['signup', ['signup']],
  ['email', ['signup']],
  ['recovery', ['recovery']],
  ['email_change', ['email_change', 'email_change_current']],
  ['sms', ['sms']],
]);

/** The result of redeeming a link or a code. */
export interface Redeemed {
  readonly user: UserRow;
  /** The other address must confirm the change too. */
  readonly isPartial: boolean;
  /** The code that the client exchanges for a session; null outside of a PKCE flow. */
  readonly authCode: string | null;
}

const invalidLink = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
const invalidCode = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
const maxAttempts = 5;

/** Redeems the token of a link, once. @throws AuthError 403. */
export async function redeemLink(
  context: AuthContext,
  transaction: Transaction,
  type: string,
  token: string,
): Promise<Redeemed> {
  const row = await findMailToken(transaction, { hash: hashToken(token) });
  const isKind = row !== null && (kindsByType.get(type) ?? []).includes(row.kind);
  if (row === null || !isKind || isExpired(context, row)) throw invalidLink();
  if (!(await consumeMailToken(transaction, row))) throw invalidLink();
  return redeem(context, transaction, row);
}

/**
 * Redeems a code that the user typed; five wrong codes invalidate it. Returns an error instead of throwing it, so that
 * the transaction that counts the attempt is committed.
 */
export async function redeemCode(
  context: AuthContext,
  transaction: Transaction,
  { type, address, code }: { readonly type: string; readonly address: string; readonly code: string },
): Promise<Redeemed | AuthError> {
  const login = type === 'sms' || type === 'phone_change' ? { phone: address } : { email: address };
  const user =
    type === 'email_change'
      ? await findUserByNewEmail(transaction, address)
      : await findUserByLogin(transaction, login);
  if (user === null) return invalidCode();
  const codeHash = hashCode(context.keys.secret, address, code);
  for (const kind of kindsByType.get(type) ?? []) {
    const row = await findMailToken(transaction, { userId: user.id, kind });
    if (row === null || isExpired(context, row) || row.attempts >= maxAttempts) continue;
    if (isEqualHash(row.codeHash, codeHash) && (await consumeMailToken(transaction, row)))
      return redeem(context, transaction, row);
    await incrementAttempts(transaction, row);
  }
  return invalidCode();
}

/** Redeems the code that was mailed to confirm a change of the password. Returns whether it is valid. */
export async function redeemNonce(
  context: AuthContext,
  transaction: Transaction,
  user: UserRow,
  nonce: string,
): Promise<boolean> {
  const row = await findMailToken(transaction, { userId: user.id, kind: 'reauthentication' });
  if (row === null || isExpired(context, row) || row.attempts >= maxAttempts) return false;
  const isRight = isEqualHash(row.codeHash, hashCode(context.keys.secret, user.email ?? '', nonce));
  if (!isRight) await incrementAttempts(transaction, row);
  return isRight && consumeMailToken(transaction, row);
}

function isExpired(context: AuthContext, row: MailTokenRow): boolean {
  return row.createdAt < secondsAgo(context, context.options.mailLifetime);
}

async function redeem(context: AuthContext, transaction: Transaction, row: MailTokenRow): Promise<Redeemed> {
  const before = await findUser(transaction, row.userId);
  if (before === null) throw invalidLink();
  const { user, isPartial } = await confirm(context, transaction, before, row.kind);
  let authCode: string | null = null;
  if (row.flowId !== null && !isPartial) {
    authCode = v4();
    await setFlowCode(transaction, row.flowId, hashToken(authCode));
  }
  return { user, isPartial, authCode };
}

/** Stores what a token of this kind confirms. */
async function confirm(
  context: AuthContext,
  transaction: Transaction,
  user: UserRow,
  kind: MailKind,
): Promise<{ user: UserRow; isPartial: boolean }> {
  const now = currentInstant(context);
  const update = (changes: Parameters<typeof updateUserRow>[2]) =>
    updateUserRow(transaction, user.id, { ...changes, updatedAt: now });
  switch (kind) {
    case 'signup':
    case 'recovery':
      return { user: await update({ emailConfirmedAt: user.emailConfirmedAt ?? now }), isPartial: false };
    case 'sms':
      return { user: await update({ phoneConfirmedAt: user.phoneConfirmedAt ?? now }), isPartial: false };
    case 'email_change':
    case 'email_change_current': {
      if (user.newEmail === null) throw invalidLink();
      if (context.options.bothConfirmEmail && user.email !== null && !user.isHalfChanged)
        return { user: await update({ isHalfChanged: true }), isPartial: true };
      const other = await findUserByLogin(transaction, { email: user.newEmail });
      if (other !== null) throw emailExists();
      const email = { email: user.newEmail, newEmail: null, isHalfChanged: false, emailConfirmedAt: now };
      return { user: await setLogin(transaction, user.id, { ...email, updatedAt: now }), isPartial: false };
    }
    case 'reauthentication':
      throw invalidLink();
  }
}

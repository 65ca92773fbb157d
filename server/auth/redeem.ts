import { v4 } from 'uuid';
import {
  consumeMailToken,
  deleteLogins,
  findMailToken,
  findUser,
  listMailTokens,
  type MailTokenRow,
  setFlowCode,
  type UserRow,
  updateUserRow,
} from '../storage/accounts.ts';
import type { MailKind } from '../storage/auth-tables.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { findSignUp, listSignUps, type SignUpRow } from '../storage/sign-ups.ts';
import { hashToken } from '../tokens/secrets.ts';
import { AuthError } from './auth-error.ts';
import { judgeCode } from './code-guesses.ts';
import { type AuthContext, currentInstant, secondsAgo } from './context.ts';
import { setIdentifier } from './identifiers.ts';
import { redeemSignUp } from './pending-sign-ups.ts';

/** Kinds of mail by the type that a client names. A Map: a plain object would also answer for `toString`. */
const kindsByType: ReadonlyMap<string, readonly MailKind[]> = new Map([
  ['signup', ['signup']],
  ['email', ['signup']],
  ['recovery', ['recovery']],
  ['email_change', ['email_change', 'email_change_current']],
  ['sms', ['sms']],
]);

/** The token of a link, and the device that redeems it, where the app says which. */
export interface LinkProof {
  readonly type: string;
  readonly token: string;
  readonly deviceHash: string | null;
}

interface CodeProof {
  readonly type: string;
  readonly address: string;
  readonly code: string;
  readonly deviceHash: string | null;
}

/** The result of redeeming a link or a code. */
export interface Redeemed {
  readonly user: UserRow;
  /** The other address must confirm the change too. */
  readonly isPartial: boolean;
  /** The address that the account had before a change that this completes; null otherwise. */
  readonly previousEmail: string | null;
  /** The code that the client exchanges for a login; null outside of a PKCE flow. */
  readonly authCode: string | null;
}

const invalidLink = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
const invalidCode = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');

/** Redeems the token of a link, once. @throws AuthError 403. */
export async function redeemLink(
  context: AuthContext,
  transaction: Transaction,
  { type, token, deviceHash }: LinkProof,
): Promise<Redeemed> {
  const hash = hashToken(token);
  const since = secondsAgo(context, context.options.mailLifetime);
  const kinds = kindsByType.get(type) ?? [];
  const isValid = (row: { kind: MailKind; createdAt: string } | null) =>
    row !== null && kinds.includes(row.kind) && row.createdAt >= since;
  const ofAccount = await findMailToken(transaction, { hash });
  if (ofAccount !== null && isValid(ofAccount)) return redeem(context, transaction, ofAccount);
  const signUp = await findSignUp(transaction, hash);
  const created =
    signUp !== null && isValid(signUp) ? await redeemSignUp(context, transaction, signUp, deviceHash) : null;
  if (created === null) throw invalidLink();
  return { ...created, isPartial: false, previousEmail: null };
}

/**
 * Redeems a code that the user typed. Returns an error instead of throwing it, so that the transaction that counts a wrong
 * one is committed.
 */
export async function redeemCode(
  context: AuthContext,
  transaction: Transaction,
  { type, address, code, deviceHash }: CodeProof,
): Promise<Redeemed | AuthError> {
  const since = secondsAgo(context, context.options.mailLifetime);
  for (const kind of kindsByType.get(type) ?? []) {
    const guess = { kind, subject: address, address, code };
    const token = await judgeCode(context, transaction, guess, () => listTokens(transaction, { kind, address, since }));
    if (token === null) continue;
    if ('userId' in token) return redeem(context, transaction, token);
    const created = await redeemSignUp(context, transaction, token, deviceHash);
    if (created !== null) return { ...created, isPartial: false, previousEmail: null };
  }
  return invalidCode();
}

/** The tokens of a kind since an instant whose codes were sent to an address: of accounts, and of sign-ups. */
async function listTokens(
  transaction: Transaction,
  { kind, address, since }: { readonly kind: MailKind; readonly address: string; readonly since: string },
): Promise<(MailTokenRow | SignUpRow)[]> {
  const ofAccounts = await listMailTokens(transaction, { kind, address, since });
  if (kind !== 'signup' && kind !== 'recovery' && kind !== 'sms') return ofAccounts;
  return [...ofAccounts, ...(await listSignUps(transaction, { kind, address, since }))];
}

/** Redeems the code that was mailed to confirm a change of the password. Returns whether it is valid. */
export async function redeemNonce(
  context: AuthContext,
  transaction: Transaction,
  user: UserRow,
  nonce: string,
): Promise<boolean> {
  const kind = 'reauthentication';
  const row = await findMailToken(transaction, { userId: user.id, kind });
  const isExpired =
    row === null || row.address !== user.email || row.createdAt < secondsAgo(context, context.options.mailLifetime);
  const guess = { kind, subject: user.id, address: user.email ?? '', code: nonce } as const;
  const token = await judgeCode(context, transaction, guess, async () => (isExpired ? [] : [row]));
  return token !== null && consumeMailToken(transaction, token);
}

async function redeem(context: AuthContext, transaction: Transaction, row: MailTokenRow): Promise<Redeemed> {
  const before = await findUser(transaction, row.userId);
  if (before === null || row.address !== addressFor(row.kind, before)) throw invalidLink();
  if (!(await consumeMailToken(transaction, row))) throw invalidLink();
  const { user, isPartial } = await confirm(context, transaction, before, row.kind);
  let authCode: string | null = null;
  if (row.flowId !== null && !isPartial) {
    authCode = v4();
    await setFlowCode(transaction, row.flowId, hashToken(authCode));
  }
  const previousEmail = user.email === before.email ? null : before.email;
  return { user, isPartial, previousEmail, authCode };
}

/** The address that a token of this kind must have been mailed to: the present one, or the one that the account changes to. */
function addressFor(kind: MailKind, { email, newEmail }: UserRow): string | null {
  return kind === 'email_change' ? newEmail : email;
}

/** Stores the change that a token of this kind confirms. */
async function confirm(
  context: AuthContext,
  transaction: Transaction,
  user: UserRow,
  kind: MailKind,
): Promise<{ user: UserRow; isPartial: boolean }> {
  const now = currentInstant(context);
  switch (kind) {
    case 'recovery':
      return { user: await proveEmail(context, transaction, user), isPartial: false };
    case 'email_change':
    case 'email_change_current': {
      if (user.newEmail === null) throw invalidLink();
      if (context.options.bothConfirmEmail && user.email !== null && !user.isHalfChanged) {
        const half = { isHalfChanged: true, updatedAt: now };
        return { user: await updateUserRow(transaction, user.id, half), isPartial: true };
      }
      const changes = { newEmail: null, isHalfChanged: false, emailConfirmedAt: now, isEmailUnproven: false };
      const identifier = { email: user.newEmail };
      return {
        user: await setIdentifier(transaction, user.id, identifier, { ...changes, updatedAt: now }),
        isPartial: false,
      };
    }
    // Codes for a new password are redeemed with it. The release before stored sign-ups here, with what strangers chose.
    case 'reauthentication':
    case 'signup':
    case 'sms':
      throw invalidLink();
  }
}

/**
 * Stores that an address belongs to its user. The first confirmation removes passwords, logins and profile data from
 * before: another person may have signed up with the address.
 */
async function proveEmail(context: AuthContext, transaction: Transaction, user: UserRow): Promise<UserRow> {
  const now = currentInstant(context);
  if (user.emailConfirmedAt !== null && !user.isEmailUnproven)
    return updateUserRow(transaction, user.id, { updatedAt: now });
  await deleteLogins(transaction, user.id, 'all');
  context.audit('address proved for the first time: password and logins ended', user.id);
  const cleared = { passwordHash: null, userMetadata: {} };
  const confirmed = { emailConfirmedAt: now, isEmailUnproven: false, updatedAt: now };
  return updateUserRow(transaction, user.id, { ...cleared, ...confirmed });
}

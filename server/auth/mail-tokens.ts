import { v4 } from 'uuid';
import {
  changeUser,
  countAttempt,
  findMailToken,
  findUser,
  findUserBy,
  findUserOfChange,
  giveFlowCode,
  insertFlow,
  type MailTokenRow,
  putMailToken,
  takeMailToken,
  type UserRow,
} from '../storage/accounts.ts';
import type { MailKind } from '../storage/auth-tables.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { AuthError, invalid } from './auth-error.ts';
import { type AuthContext, ago, instantOf } from './context.ts';
import { mailOf } from './mails.ts';
import { codeHashOf, hashOf, isSame, randomCode, randomToken } from './secrets.ts';

/** The challenge of a client that will exchange a code itself (PKCE). */
export interface Challenge {
  readonly challenge: string;
  readonly isHashed: boolean;
}

/** Reads the challenge of a request. @throws AuthError 400 for half of one, or one that cannot be right. */
export function challengeOf(body: Record<string, unknown>): Challenge | null {
  const challenge = body['code_challenge'] || null;
  const method = body['code_challenge_method'] || null;
  if (challenge === null && method === null) return null;
  if (typeof challenge !== 'string' || typeof method !== 'string')
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (!/^[\w.~-]{43,128}$/.test(challenge)) throw invalid('code challenge has to be between 43 and 128 characters');
  const name = method.toLowerCase();
  if (name !== 's256' && name !== 'plain') throw invalid(`Invalid code_challenge_method: ${method.slice(0, 20)}`);
  return { challenge, isHashed: name === 's256' };
}

interface Wanted {
  readonly kind: Exclude<MailKind, 'sms'>;
  readonly to: string;
  readonly redirectTo: string;
  readonly challenge: Challenge | null;
}

const methods: Partial<Record<MailKind, string>> = {
  signup: 'email/signup',
  recovery: 'recovery',
  email_change: 'email_change',
  email_change_current: 'email_change',
};

/** The type that a link of this kind names to the client. */
function typeOf(kind: MailKind): string {
  return kind === 'email_change_current' ? 'email_change' : kind;
}

/** Makes link and code of a mail, stores their hashes and answers how to send it, once the transaction is through. */
export async function prepareMail(
  context: AuthContext,
  transaction: Transaction,
  user: UserRow,
  { kind, to, redirectTo, challenge }: Wanted,
): Promise<() => void> {
  const createdAt = instantOf(context);
  const flowId = challenge === null ? null : v4();
  if (challenge !== null && flowId !== null) {
    const method = methods[kind] ?? kind;
    await insertFlow(transaction, { id: flowId, userId: user.id, ...challenge, method, codeHash: null, createdAt });
  }
  const token = `${challenge === null ? '' : 'pkce_'}${randomToken()}`;
  const code = randomCode();
  const codeHash = codeHashOf(context.keys.secret, to, code);
  await putMailToken(transaction, { userId: user.id, kind, hash: hashOf(token), codeHash, flowId, createdAt });
  const link = kind === 'reauthentication' ? null : linkOf(context, token, kind, redirectTo);
  return () => {
    void context.limits.sent();
    context.mailer.send(mailOf({ kind, to, link, code }));
  };
}

function linkOf({ options, issuer }: AuthContext, token: string, kind: MailKind, redirectTo: string): string {
  const type = typeOf(kind);
  if (options.mailLink === 'verify') {
    const query = new URLSearchParams({ token, type, redirect_to: redirectTo });
    return `${issuer}/verify?${query}`;
  }
  const url = new URL(redirectTo);
  url.searchParams.set('token_hash', token);
  url.searchParams.set('type', type);
  return url.href;
}

const kindsOf: Readonly<Record<string, readonly MailKind[]>> = {
  signup: ['signup'],
  email: ['signup'],
  recovery: ['recovery'],
  email_change: ['email_change', 'email_change_current'],
  sms: ['sms'],
};

/** What a proof has done. */
export interface Proof {
  readonly user: UserRow;
  readonly kind: MailKind;
  /** Only one of the two addresses of a change has agreed so far. */
  readonly isHalf: boolean;
  /** The code that the client exchanges, when a verifier waits for it. */
  readonly authCode: string | null;
}

const badLink = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
const badCode = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
const mostAttempts = 5;

/** Takes the token of a link, once, and does what it stands for. @throws AuthError 403. */
export async function proveByLink(
  context: AuthContext,
  transaction: Transaction,
  type: string,
  token: string,
): Promise<Proof> {
  const row = await findMailToken(transaction, { hash: hashOf(token) });
  const isKind = row !== null && (kindsOf[type] ?? []).includes(row.kind);
  if (row === null || !isKind || isOld(context, row) || !(await takeMailToken(transaction, row))) throw badLink();
  return fulfil(context, transaction, row);
}

/**
 * Takes a code that was typed. Five wrong ones burn it; so that they are counted, the refusal is an answer here, for the
 * caller to throw after the transaction.
 */
export async function proveByCode(
  context: AuthContext,
  transaction: Transaction,
  type: string,
  address: string,
  code: string,
): Promise<Proof | AuthError> {
  const isPhone = type === 'sms';
  const user =
    type === 'email_change'
      ? await findUserOfChange(transaction, address)
      : await findUserBy(transaction, isPhone ? { phone: address } : { email: address });
  if (user === null) return badCode();
  const codeHash = codeHashOf(context.keys.secret, address, code);
  for (const kind of kindsOf[type] ?? []) {
    const row = await findMailToken(transaction, { userId: user.id, kind });
    if (row === null || isOld(context, row) || row.attempts >= mostAttempts) continue;
    if (isSame(row.codeHash, codeHash) && (await takeMailToken(transaction, row)))
      return fulfil(context, transaction, row);
    await countAttempt(transaction, row);
  }
  return badCode();
}

/** Is this the code that was mailed to confirm a change of the password? It works once. */
export async function isReauthenticated(
  context: AuthContext,
  transaction: Transaction,
  user: UserRow,
  nonce: string,
): Promise<boolean> {
  const row = await findMailToken(transaction, { userId: user.id, kind: 'reauthentication' });
  if (row === null || isOld(context, row) || row.attempts >= mostAttempts) return false;
  const isRight = isSame(row.codeHash, codeHashOf(context.keys.secret, user.email ?? '', nonce));
  if (!isRight) await countAttempt(transaction, row);
  return isRight && takeMailToken(transaction, row);
}

function isOld(context: AuthContext, row: MailTokenRow): boolean {
  return row.createdAt < ago(context, context.options.mailLifetime);
}

async function fulfil(context: AuthContext, transaction: Transaction, row: MailTokenRow): Promise<Proof> {
  const before = await findUser(transaction, row.userId);
  if (before === null) throw badLink();
  const now = instantOf(context);
  const { user, isHalf } = await apply(context, transaction, before, row.kind, now);
  let authCode: string | null = null;
  if (row.flowId !== null && !isHalf) {
    authCode = v4();
    await giveFlowCode(transaction, row.flowId, hashOf(authCode));
  }
  return { user, kind: row.kind, isHalf, authCode };
}

async function apply(
  { options }: AuthContext,
  transaction: Transaction,
  user: UserRow,
  kind: MailKind,
  now: string,
): Promise<{ user: UserRow; isHalf: boolean }> {
  const change = (changes: Parameters<typeof changeUser>[2]) =>
    changeUser(transaction, user.id, { ...changes, updatedAt: now });
  switch (kind) {
    case 'signup':
    case 'recovery':
      return { user: await change({ emailConfirmedAt: user.emailConfirmedAt ?? now }), isHalf: false };
    case 'sms':
      return { user: await change({ phoneConfirmedAt: user.phoneConfirmedAt ?? now }), isHalf: false };
    case 'email_change':
    case 'email_change_current': {
      if (user.newEmail === null) throw badLink();
      if (options.bothConfirmEmail && user.email !== null && !user.isHalfChanged)
        return { user: await change({ isHalfChanged: true }), isHalf: true };
      const other = await findUserBy(transaction, { email: user.newEmail });
      if (other !== null) throw emailExists();
      const email = { email: user.newEmail, newEmail: null, isHalfChanged: false, emailConfirmedAt: now };
      return { user: await change(email), isHalf: false };
    }
    case 'reauthentication':
      throw badLink();
  }
}

/** 422: the address belongs to another account. */
export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}

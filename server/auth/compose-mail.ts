import { v4 } from 'uuid';
import { insertFlow, replaceMailToken, type UserRow } from '../storage/accounts.ts';
import type { MailKind } from '../storage/auth-tables.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { hashCode, hashToken, randomCode, randomToken } from '../tokens/secrets.ts';
import { AuthError, tooMany } from './auth-error.ts';
import type { Challenge } from './challenge.ts';
import { type AuthContext, currentInstant } from './context.ts';
import type { MailShare } from './limits.ts';
import { writeMail } from './mails.ts';

/** A mail with a link and a code. */
export interface MailRequest {
  readonly kind: Exclude<MailKind, 'sms'>;
  readonly to: string;
  readonly redirectTo: string;
  readonly challenge: Challenge | null;
}

/** The hashes of the secrets of a message, and the function that sends it. */
export interface ComposedMessage {
  readonly hash: string;
  readonly codeHash: string;
  readonly createdAt: string;
  readonly send: () => void;
}

/**
 * Composes a mail. Null when its recipient gets no more this hour: then nothing may change, because the secrets
 * that were mailed before must stay valid. `isSent`: false for a mail that only counts.
 */
export async function composeMail(
  context: AuthContext,
  { kind, to, redirectTo, challenge }: MailRequest,
  { isSent, share }: { readonly isSent: boolean; readonly share: MailShare },
): Promise<ComposedMessage | null> {
  if (!(await context.limits.claimMessage({ kind, to, isSent, share }))) {
    context.audit('mail held back, too many in this hour', null);
    return null;
  }
  const token = `${challenge === null ? '' : 'pkce_'}${randomToken()}`;
  const code = randomCode();
  const link = kind === 'reauthentication' ? null : createLink(context, token, kind, redirectTo);
  return {
    hash: hashToken(token),
    codeHash: hashCode(context.keys.secret, to, code),
    createdAt: currentInstant(context),
    send: () => context.mailer.send(writeMail({ kind, to, link, code })),
  };
}

/**
 * Stores the hashes of a new link and code of an account. Returns a function that sends the mail after the transaction, or
 * null when it must not be sent: then nothing has changed.
 */
export async function prepareMail(
  context: AuthContext,
  transaction: Transaction,
  { id: userId }: UserRow,
  request: MailRequest,
): Promise<(() => void) | null> {
  const mail = await composeMail(context, request, { isSent: true, share: 'members' });
  if (mail === null) return null;
  const { kind, to, challenge } = request;
  const { send, ...stored } = mail;
  const flowId = challenge === null ? null : v4();
  if (challenge !== null && flowId !== null) {
    const flow = { ...challenge, method: methodOf(kind), codeHash: null, createdAt: mail.createdAt };
    await insertFlow(transaction, { id: flowId, userId, ...flow });
  }
  await replaceMailToken(transaction, { userId, kind, address: to, flowId, ...stored });
  return send;
}

/** For a member, whose account is no secret to them. @throws AuthError 429. */
export function requireSent(send: (() => void) | null): () => void {
  if (send === null) throw tooMany('over_email_send_rate_limit', 'email rate limit exceeded', 3_600);
  return send;
}

/** The method that a login gets whose PKCE flow started with this kind of mail. */
export function methodOf(kind: MailKind): string {
  if (kind === 'signup') return 'email/signup';
  return kind === 'email_change_current' ? 'email_change' : kind;
}

/** @throws AuthError 422 when this server sends no mail. */
export function requireMailer({ mailer }: AuthContext): void {
  if (!mailer.isAvailable) throw new AuthError(422, 'email_provider_disabled', 'This server sends no mail');
}

function createLink({ options, issuer }: AuthContext, token: string, kind: MailKind, redirectTo: string): string {
  // The client knows one type for both mails of a change.
  const type = kind === 'email_change_current' ? 'email_change' : kind;
  if (options.mailLink === 'verify') {
    const query = new URLSearchParams({ token, type, redirect_to: redirectTo });
    return `${issuer}/verify?${query}`;
  }
  const url = new URL(redirectTo);
  // A client that names no address gets a page of this app that can redeem the link.
  if (url.origin === new URL(options.siteUrl).origin && url.pathname === '/')
    url.pathname = kind === 'recovery' ? '/resetPasswordConfirm' : '/login';
  url.searchParams.set('token_hash', token);
  url.searchParams.set('type', type);
  return url.href;
}

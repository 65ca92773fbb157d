import { v4 } from 'uuid';
import { insertFlow, replaceMailToken, type UserRow } from '../storage/accounts.ts';
import type { MailKind } from '../storage/auth-tables.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { AuthError } from './auth-error.ts';
import type { Challenge } from './challenge.ts';
import { type AuthContext, currentInstant } from './context.ts';
import { writeMail } from './mails.ts';
import { hashCode, hashToken, randomCode, randomToken } from './secrets.ts';

interface MailRequest {
  readonly kind: Exclude<MailKind, 'sms'>;
  readonly to: string;
  readonly redirectTo: string;
  readonly challenge: Challenge | null;
}

/** The method that a session gets, by the kind of mail that it started with. */
const methods: Partial<Record<MailKind, string>> = {
  signup: 'email/signup',
  recovery: 'recovery',
  email_change: 'email_change',
  email_change_current: 'email_change',
};

/** Stores the hashes of a new link and code. Returns a function that sends the mail after the transaction. */
export async function prepareMail(
  context: AuthContext,
  transaction: Transaction,
  user: UserRow,
  { kind, to, redirectTo, challenge }: MailRequest,
): Promise<() => void> {
  const createdAt = currentInstant(context);
  const flowId = challenge === null ? null : v4();
  if (challenge !== null && flowId !== null) {
    const method = methods[kind] ?? kind;
    await insertFlow(transaction, { id: flowId, userId: user.id, ...challenge, method, codeHash: null, createdAt });
  }
  const token = `${challenge === null ? '' : 'pkce_'}${randomToken()}`;
  const code = randomCode();
  const codeHash = hashCode(context.keys.secret, to, code);
  await replaceMailToken(transaction, { userId: user.id, kind, hash: hashToken(token), codeHash, flowId, createdAt });
  const link = kind === 'reauthentication' ? null : createLink(context, token, kind, redirectTo);
  const isAllowed = await context.limits.countMail(to);
  return () => {
    if (isAllowed) context.mailer.send(writeMail({ kind, to, link, code }));
    else context.audit('mail held back, its recipient got too many', user.id);
  };
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

import { findUserByLogin, updateUserRow } from '../storage/accounts.ts';
import { AuthError, invalid } from './auth-error.ts';
import { type Body, parseEmail, readText } from './body-fields.ts';
import { parseChallenge } from './challenge.ts';
import { type AfterResponse, type AuthContext, currentInstant, type MailTarget } from './context.ts';
import type { Member } from './members.ts';
import { prepareMail, requireMailer } from './prepare-mail.ts';

/** Mails a link for a new password. The response is the same when there is no account. */
export async function recover(
  context: AuthContext,
  body: Body,
  { redirectTo, client }: MailTarget,
  afterResponse: AfterResponse,
): Promise<void> {
  requireMailer(context);
  const text = readText(body, 'email');
  if (text === null) throw invalid('Password recovery requires an email');
  const email = parseEmail(text);
  const challenge = parseChallenge(body);
  await context.limits.countMailRequest({ kind: 'recovery', to: email, client });
  await context.storage.transaction(async (transaction) => {
    const user = await findUserByLogin(transaction, { email });
    if (user === null) return;
    const updated = await updateUserRow(transaction, user.id, { recoverySentAt: currentInstant(context) });
    const mail = { kind: 'recovery', to: email, redirectTo, challenge } as const;
    afterResponse(await prepareMail(context, transaction, updated, mail));
  });
}

/** Mails the code that is needed to change the password in an old session. */
export async function reauthenticate(
  context: AuthContext,
  { user }: Member,
  client: string,
  afterResponse: AfterResponse,
): Promise<void> {
  requireMailer(context);
  if (user.email === null || user.emailConfirmedAt === null)
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
  const to = user.email;
  await context.limits.countMailRequest({ kind: 'reauthentication', to, client });
  await context.storage.transaction(async (transaction) => {
    const mail = { kind: 'reauthentication', to, redirectTo: context.options.siteUrl, challenge: null } as const;
    afterResponse(await prepareMail(context, transaction, user, mail));
  });
}

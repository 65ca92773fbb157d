import { v4 } from 'uuid';
import { findUserByLogin, updateUserRow } from '../storage/accounts.ts';
import { AuthError, invalid } from './auth-error.ts';
import { type Body, parseEmail, parsePhone, readText } from './body-fields.ts';
import { parseChallenge } from './challenge.ts';
import { type AfterResponse, type AuthContext, currentInstant, type MailTarget } from './context.ts';
import type { Member } from './members.ts';
import { prepareMail, requireMailer } from './prepare-mail.ts';
import { countTextRequest, prepareText } from './text-messages.ts';
import { resendEmailChange } from './update-user.ts';

/**
 * Sends the mail or text message of a sign-up or an e-mail change again. Only the `member` whose address changes gets the
 * mails of a change; anybody else gets the same response and no mail.
 */
export async function resend(
  context: AuthContext,
  body: Body,
  { redirectTo, client, member }: MailTarget & { readonly member: Member | null },
  afterResponse: AfterResponse,
): Promise<object> {
  const type = readText(body, 'type');
  const [emailText, phoneText] = [readText(body, 'email'), readText(body, 'phone')];
  if ((type === 'sms' || type === 'phone_change') && phoneText !== null)
    return resendText(context, { type, phone: parsePhone(phoneText), client }, afterResponse);
  if (type !== 'signup' && type !== 'email_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  requireMailer(context);
  if (emailText === null) throw invalid('Type provided requires an email address');
  const email = parseEmail(emailText);
  await context.limits.countMailRequest({ kind: type, to: email, client });
  await context.storage.transaction(async (transaction) => {
    const user = await findUserByLogin(transaction, { email });
    const mail = { redirectTo, challenge: parseChallenge(body) };
    if (type === 'signup' && user !== null && user.emailConfirmedAt === null) {
      const updated = await updateUserRow(transaction, user.id, { confirmationSentAt: currentInstant(context) });
      afterResponse(await prepareMail(context, transaction, updated, { ...mail, kind: 'signup', to: email }));
    }
    if (type === 'email_change' && user !== null && user.id === member?.user.id)
      await resendEmailChange(context, transaction, user, mail, afterResponse);
  });
  return {};
}

/** A number changes without a message, so there is none of a change to send again; the answer does not tell. */
async function resendText(
  context: AuthContext,
  { type, phone, client }: { readonly type: string; readonly phone: string; readonly client: string },
  afterResponse: AfterResponse,
): Promise<object> {
  if (context.options.phone !== 'sms')
    throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  await countTextRequest(context, phone, client);
  await context.storage.transaction(async (transaction) => {
    const user = await findUserByLogin(transaction, { phone });
    if (type === 'sms' && user !== null && user.phoneConfirmedAt === null)
      afterResponse(await prepareText(context, transaction, user, phone));
  });
  return { message_id: v4() };
}

import { v4 } from 'uuid';
import { findUserByLogin, updateUserRow } from '../storage/accounts.ts';
import { AuthError, invalid } from './auth-error.ts';
import { type Body, parseEmail, parsePhone, readText } from './body-fields.ts';
import { parseChallenge } from './challenge.ts';
import { type AfterResponse, type AuthContext, currentInstant } from './context.ts';
import { prepareMail } from './prepare-mail.ts';
import { countTextRequest, prepareText } from './text-messages.ts';
import { startEmailChange } from './update-user.ts';

/** Sends the mail or text message of a sign-up or an e-mail change again. */
export async function resend(
  context: AuthContext,
  body: Body,
  redirectTo: string,
  afterResponse: AfterResponse,
): Promise<object> {
  const type = readText(body, 'type');
  const [emailText, phoneText] = [readText(body, 'email'), readText(body, 'phone')];
  if (type === 'sms' && phoneText !== null) return resendText(context, parsePhone(phoneText), afterResponse);
  if (type !== 'signup' && type !== 'email_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  if (emailText === null) throw invalid('Type provided requires an email address');
  const email = parseEmail(emailText);
  await context.limits.countMailRequest(email);
  await context.storage.transaction(async (transaction) => {
    const user = await findUserByLogin(transaction, { email });
    const mail = { redirectTo, challenge: parseChallenge(body) };
    if (type === 'signup' && user !== null && user.emailConfirmedAt === null) {
      const updated = await updateUserRow(transaction, user.id, { confirmationSentAt: currentInstant(context) });
      afterResponse(await prepareMail(context, transaction, updated, { ...mail, kind: 'signup', to: email }));
    }
    if (type === 'email_change' && user?.newEmail != null)
      await startEmailChange(context, transaction, user, { ...mail, email: user.newEmail }, afterResponse);
  });
  return {};
}

async function resendText(context: AuthContext, phone: string, afterResponse: AfterResponse): Promise<object> {
  if (context.options.phone !== 'sms')
    throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  await countTextRequest(context, phone);
  await context.storage.transaction(async (transaction) => {
    const user = await findUserByLogin(transaction, { phone });
    if (user !== null && user.phoneConfirmedAt === null)
      afterResponse(await prepareText(context, transaction, user, phone));
  });
  return { message_id: v4() };
}

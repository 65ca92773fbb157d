import { v4 } from 'uuid';
import { changeUser, findUserBy } from '../storage/accounts.ts';
import { AuthError, invalid } from './auth-error.ts';
import { type Body, emailOf, phoneOf, textIn } from './body-fields.ts';
import { startEmailChange } from './change-user.ts';
import { type After, type AuthContext, instantOf } from './context.ts';
import { challengeOf, prepareMail } from './mail-tokens.ts';
import { mayText, prepareText } from './sign-up.ts';

/** Sends a mail or text of a sign-up or a change again. */
export async function resend(context: AuthContext, body: Body, redirectTo: string, after: After): Promise<object> {
  const type = textIn(body, 'type');
  const [emailText, phoneText] = [textIn(body, 'email'), textIn(body, 'phone')];
  if (type === 'sms' && phoneText !== null) return resendText(context, phoneOf(phoneText), after);
  if (type !== 'signup' && type !== 'email_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  if (emailText === null) throw invalid('Type provided requires an email address');
  const email = emailOf(emailText);
  await context.limits.mail(email);
  await context.storage.transaction(async (transaction) => {
    const user = await findUserBy(transaction, { email });
    const parts = { redirectTo, challenge: challengeOf(body) };
    if (type === 'signup' && user !== null && user.emailConfirmedAt === null) {
      const sent = await changeUser(transaction, user.id, { confirmationSentAt: instantOf(context) });
      after(await prepareMail(context, transaction, sent, { ...parts, kind: 'signup', to: email }));
    }
    if (type === 'email_change' && user?.newEmail != null)
      await startEmailChange(context, transaction, user, { ...parts, email: user.newEmail }, after);
  });
  return {};
}

async function resendText(context: AuthContext, phone: string, after: After): Promise<object> {
  if (context.options.phone !== 'sms')
    throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  await mayText(context, phone);
  await context.storage.transaction(async (transaction) => {
    const user = await findUserBy(transaction, { phone });
    if (user !== null && user.phoneConfirmedAt === null) after(await prepareText(context, transaction, user, phone));
  });
  return { message_id: v4() };
}

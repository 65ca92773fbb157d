import { v4 } from 'uuid';
import { AuthError, invalid } from './auth-error.ts';
import { type Body, parseEmail, parsePhone, readText } from './body-fields.ts';
import { type Challenge, parseChallenge } from './challenge.ts';
import { requireMailer } from './compose-mail.ts';
import type { AfterResponse, AuthContext, MailTarget, Requester } from './context.ts';
import { findAccount, type Identifier } from './identifiers.ts';
import type { Member } from './members.ts';
import { findChoice, listPending, storeSignUp } from './pending-sign-ups.ts';
import { countTextRequest } from './text-messages.ts';
import { resendEmailChange } from './update-user.ts';

/**
 * Sends the mail or text message of a sign-up or an e-mail change again. Only the `member` whose address changes gets the
 * mails of a change; other clients get the same response and no mail.
 */
export async function resend(
  context: AuthContext,
  body: Body,
  { member, ...mailTarget }: MailTarget & { readonly member: Member | null },
  afterResponse: AfterResponse,
): Promise<object> {
  const type = readText(body, 'type');
  const [emailText, phoneText] = [readText(body, 'email'), readText(body, 'phone')];
  if ((type === 'sms' || type === 'phone_change') && phoneText !== null)
    return resendText(context, { type, phone: parsePhone(phoneText) }, mailTarget, afterResponse);
  if (type !== 'signup' && type !== 'email_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  requireMailer(context);
  if (emailText === null) throw invalid('Type provided requires an email address');
  const email = parseEmail(emailText);
  const target = { ...mailTarget, challenge: parseChallenge(body) };
  await context.limits.countMailRequest({ kind: type, to: email, client: target.client });
  if (type === 'signup') await resendSignUp(context, { email }, target, afterResponse);
  else
    await context.storage.transaction(async (transaction) => {
      const user = await findAccount(transaction, { email });
      if (user !== null && user.id === member?.user.id)
        await resendEmailChange(context, transaction, user, target, afterResponse);
    });
  return {};
}

async function resendSignUp(
  context: AuthContext,
  identifier: Identifier,
  target: MailTarget & { readonly challenge: Challenge | null },
  afterResponse: AfterResponse,
): Promise<void> {
  await context.storage.transaction(async (transaction) => {
    const pending = await listPending(context, transaction, identifier);
    const [newest] = pending;
    if (newest === undefined) return;
    const { inviteHash } = newest;
    const kind = identifier.email === undefined ? 'sms' : 'signup';
    const request = { ...target, inviteHash, kind, identifier, chosen: findChoice(context, pending, target) } as const;
    await storeSignUp(context, transaction, request, afterResponse);
  });
}

/** A change of a number has no message to send again; the answer does not reveal that. */
async function resendText(
  context: AuthContext,
  { type, phone }: { readonly type: string; readonly phone: string },
  requester: Requester,
  afterResponse: AfterResponse,
): Promise<object> {
  if (context.options.phone !== 'sms')
    throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  await countTextRequest(context, phone, requester.client);
  const target = { ...requester, redirectTo: context.options.siteUrl, inviteHash: null, challenge: null };
  if (type === 'sms') await resendSignUp(context, { phone }, target, afterResponse);
  return { message_id: v4() };
}

import { updateUserRow } from '../storage/accounts.ts';
import { AuthError, invalid } from './auth-error.ts';
import { type Body, parseEmail, readText } from './body-fields.ts';
import { parseChallenge } from './challenge.ts';
import { prepareMail, requireMailer, requireSent } from './compose-mail.ts';
import { type AfterResponse, type AuthContext, currentInstant, type MailTarget } from './context.ts';
import { findAccount } from './identifiers.ts';
import type { Member } from './members.ts';
import { listPending, storeSignUp } from './pending-sign-ups.ts';

/**
 * Mails a link for a new password, also to an address that is signed up and not confirmed: its owner then sets the first
 * one. The response is the same when there is nothing to mail.
 */
export async function recover(
  context: AuthContext,
  body: Body,
  target: MailTarget,
  afterResponse: AfterResponse,
): Promise<void> {
  const { redirectTo, client } = target;
  requireMailer(context);
  const text = readText(body, 'email');
  if (text === null) throw invalid('Password recovery requires an email');
  const email = parseEmail(text);
  const challenge = parseChallenge(body);
  await context.limits.countMailRequest({ kind: 'recovery', to: email, client });
  await context.storage.transaction(async (transaction) => {
    const user = await findAccount(transaction, { email });
    const kind = 'recovery';
    if (user === null) {
      const [pending] = await listPending(context, transaction, { email });
      if (pending === undefined) return;
      const { inviteHash } = pending;
      const chosen = { passwordHash: null, userMetadata: {} };
      const request = { ...target, inviteHash, kind, identifier: { email }, challenge, chosen } as const;
      await storeSignUp(context, transaction, request, afterResponse);
      return;
    }
    const send = await prepareMail(context, transaction, user, { kind, to: email, redirectTo, challenge });
    if (send === null) return;
    await updateUserRow(transaction, user.id, { recoverySentAt: currentInstant(context) });
    afterResponse(send);
  });
}

/** Mails the code that is needed to change the password in a login that is not recent. @throws AuthError 429. */
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
    afterResponse(requireSent(await prepareMail(context, transaction, user, mail)));
  });
}

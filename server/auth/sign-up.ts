import { v4, v7 } from 'uuid';
import { updateUserRow } from '../storage/accounts.ts';
import { AuthError, invalid } from './auth-error.ts';
import { type Body, parseEmail, parsePhone, readMetadata, readText } from './body-fields.ts';
import { parseChallenge } from './challenge.ts';
import { findOrInsertUser } from './claim-login.ts';
import { type AfterResponse, type AuthContext, currentInstant, type MailTarget } from './context.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';
import { prepareMail } from './prepare-mail.ts';
import { type SessionView, startSession } from './sessions.ts';
import { countTextRequest, prepareText } from './text-messages.ts';
import { createFakeUser, userView } from './user-view.ts';

/** Creates an account. With confirmation by mail, an address that has an account gets the response of a new one. */
export async function signUp(
  context: AuthContext,
  body: Body,
  { redirectTo, client }: MailTarget,
  afterResponse: AfterResponse,
): Promise<SessionView | Record<string, unknown>> {
  const { options } = context;
  if (!options.isSignUpOpen) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  const [emailText, phoneText, password] = [
    readText(body, 'email'),
    readText(body, 'phone'),
    readText(body, 'password'),
  ];
  if (emailText === null && phoneText === null)
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (emailText !== null && phoneText !== null)
    throw invalid('Only an email address or phone number should be provided on signup.');
  if (password === null) throw invalid('Signup requires a valid password');
  if (phoneText !== null) return signUpByPhone(context, body, { phoneText, password, client }, afterResponse);
  const email = parseEmail(emailText ?? '');
  requireStrongPassword(password, options.password);
  const challenge = parseChallenge(body);
  const userMetadata = readMetadata(body);
  if (options.confirmEmail) await context.limits.countMailRequest({ kind: 'signup', to: email, client });
  const passwordHash = await hashPassword(password);
  const now = currentInstant(context);
  return context.storage.transaction(async (transaction) => {
    const values = { passwordHash, userMetadata, updatedAt: now };
    // A second sign-up before confirmation changes nothing: whoever confirms would take over what a stranger chose.
    const row = { ...values, id: v7(), createdAt: now };
    const { user, isNew } = await findOrInsertUser(transaction, { email }, row);
    if (!isNew && user.emailConfirmedAt !== null) {
      if (!options.confirmEmail) throw new AuthError(422, 'user_already_exists', 'User already registered');
      return createFakeUser(email, v4(), now);
    }
    context.audit('signed up', user.id);
    if (!options.confirmEmail) {
      await updateUserRow(transaction, user.id, { ...values, emailConfirmedAt: now });
      return startSession(context, transaction, user.id, 'password');
    }
    const updated = await updateUserRow(transaction, user.id, { confirmationSentAt: now });
    const mail = { kind: 'signup', to: email, redirectTo, challenge } as const;
    afterResponse(await prepareMail(context, transaction, updated, mail));
    return userView(updated);
  });
}

async function signUpByPhone(
  context: AuthContext,
  body: Body,
  { phoneText, password, client }: { readonly phoneText: string; readonly password: string; readonly client: string },
  afterResponse: AfterResponse,
): Promise<SessionView | Record<string, unknown>> {
  const { options } = context;
  if (options.phone === 'off') throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  const phone = parsePhone(phoneText);
  requireStrongPassword(password, options.password);
  const userMetadata = readMetadata(body);
  if (options.phone === 'sms') await countTextRequest(context, phone, client);
  const passwordHash = await hashPassword(password);
  const now = currentInstant(context);
  return context.storage.transaction(async (transaction) => {
    const values = { passwordHash, userMetadata, updatedAt: now };
    const row = { ...values, id: v7(), createdAt: now };
    const { user, isNew } = await findOrInsertUser(transaction, { phone }, row);
    if (!isNew && user.phoneConfirmedAt !== null) {
      if (options.phone === 'confirmed') throw new AuthError(422, 'user_already_exists', 'User already registered');
      return { ...createFakeUser('', v4(), now), phone, app_metadata: { provider: 'phone', providers: ['phone'] } };
    }
    context.audit('signed up', user.id);
    if (options.phone === 'confirmed') {
      await updateUserRow(transaction, user.id, { ...values, phoneConfirmedAt: now });
      return startSession(context, transaction, user.id, 'password');
    }
    afterResponse(await prepareText(context, transaction, user, phone));
    return userView(await updateUserRow(transaction, user.id, { confirmationSentAt: now }));
  });
}

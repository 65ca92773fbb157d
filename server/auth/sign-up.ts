import { v4, v7 } from 'uuid';
import { changeUser, findUserBy, insertUser, putMailToken, type UserRow } from '../storage/accounts.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { AuthError, invalid, tooMany } from './auth-error.ts';
import { type Body, dataIn, emailOf, phoneOf, textIn } from './body-fields.ts';
import { type After, type AuthContext, instantOf } from './context.ts';
import { challengeOf, prepareMail } from './mail-tokens.ts';
import { hashPassword, mustBeStrong } from './passwords.ts';
import { codeHashOf, hashOf, randomCode, randomToken } from './secrets.ts';
import { type SessionView, startSession } from './sessions.ts';
import { decoyView, userView } from './user-view.ts';

/** Makes an account, signed in or waiting for its mail; a taken address gets an answer that looks the same. */
export async function signUp(
  context: AuthContext,
  body: Body,
  redirectTo: string,
  after: After,
): Promise<SessionView | Record<string, unknown>> {
  const { options } = context;
  if (!options.isSignUpOpen) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  const [emailText, phoneText, password] = [textIn(body, 'email'), textIn(body, 'phone'), textIn(body, 'password')];
  if (emailText === null && phoneText === null)
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (emailText !== null && phoneText !== null)
    throw invalid('Only an email address or phone number should be provided on signup.');
  if (password === null) throw invalid('Signup requires a valid password');
  if (phoneText !== null) return signUpByPhone(context, body, phoneText, password, after);
  const email = emailOf(emailText ?? '');
  mustBeStrong(password, options.password);
  const challenge = challengeOf(body);
  const data = dataIn(body);
  if (options.confirmEmail) await context.limits.mail(email);
  const passwordHash = await hashPassword(password);
  const now = instantOf(context);
  return context.storage.transaction(async (transaction) => {
    const known = await findUserBy(transaction, { email });
    if (known !== null && known.emailConfirmedAt !== null) {
      if (!options.confirmEmail) throw new AuthError(422, 'user_already_exists', 'User already registered');
      return decoyView(email, v4(), now);
    }
    const fresh = { passwordHash, userMetadata: data, updatedAt: now };
    // Who signs up again before the address is confirmed sets the password anew: the mail decides whose it is.
    const user =
      known === null
        ? await insertUser(transaction, { ...fresh, id: v7(), email, createdAt: now })
        : await changeUser(transaction, known.id, fresh);
    if (user === null) throw new AuthError(409, 'conflict', 'Two sign-ups met; try again');
    context.audit('signed up', user.id);
    if (!options.confirmEmail) {
      await changeUser(transaction, user.id, { emailConfirmedAt: now });
      return startSession(context, transaction, user.id, 'password');
    }
    const sent = await changeUser(transaction, user.id, { confirmationSentAt: now });
    after(await prepareMail(context, transaction, sent, { kind: 'signup', to: email, redirectTo, challenge }));
    return userView(sent);
  });
}

async function signUpByPhone(
  context: AuthContext,
  body: Body,
  phoneText: string,
  password: string,
  after: After,
): Promise<SessionView | Record<string, unknown>> {
  const { options } = context;
  if (options.phone === 'off') throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  const phone = phoneOf(phoneText);
  mustBeStrong(password, options.password);
  const data = dataIn(body);
  if (options.phone === 'sms') await mayText(context, phone);
  const passwordHash = await hashPassword(password);
  const now = instantOf(context);
  return context.storage.transaction(async (transaction) => {
    const known = await findUserBy(transaction, { phone });
    if (known !== null && known.phoneConfirmedAt !== null) {
      if (options.phone === 'confirmed') throw new AuthError(422, 'user_already_exists', 'User already registered');
      return { ...decoyView('', v4(), now), phone, app_metadata: { provider: 'phone', providers: ['phone'] } };
    }
    const fresh = { passwordHash, userMetadata: data, updatedAt: now };
    const user =
      known === null
        ? await insertUser(transaction, { ...fresh, id: v7(), phone, createdAt: now })
        : await changeUser(transaction, known.id, fresh);
    if (user === null) throw new AuthError(409, 'conflict', 'Two sign-ups met; try again');
    context.audit('signed up', user.id);
    if (options.phone === 'confirmed') {
      await changeUser(transaction, user.id, { phoneConfirmedAt: now });
      return startSession(context, transaction, user.id, 'password');
    }
    after(await prepareText(context, transaction, user, phone));
    return userView(await changeUser(transaction, user.id, { confirmationSentAt: now }));
  });
}

/** Counts a text message to a number. @throws AuthError 429. */
export async function mayText(context: AuthContext, phone: string): Promise<void> {
  await context.limits.mail(phone).catch((error: unknown) => {
    if (!(error instanceof AuthError) || error.status !== 429) throw error;
    throw tooMany('over_sms_send_rate_limit', error.message, Number(error.headers['retry-after']));
  });
}

/** Makes a new code for a number; what it answers sends it. */
export async function prepareText(
  context: AuthContext,
  transaction: Transaction,
  user: UserRow,
  phone: string,
): Promise<() => void> {
  const code = randomCode();
  const codeHash = codeHashOf(context.keys.secret, phone, code);
  const createdAt = instantOf(context);
  await putMailToken(transaction, { userId: user.id, kind: 'sms', hash: hashOf(randomToken()), codeHash, createdAt });
  return () => context.sendText({ phone: `+${phone}`, code, userId: user.id });
}

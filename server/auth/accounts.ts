// One piece: every verb of an account, in the order in which a person meets them.
import { v4, v7 } from 'uuid';
import {
  changeUser,
  deleteAuthSessions,
  deleteMailTokens,
  findAuthSession,
  findFlow,
  findUser,
  findUserBy,
  insertUser,
  putMailToken,
  takeFlow,
  type UserRow,
} from '../storage/accounts.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { AuthError, invalid, tooMany } from './auth-error.ts';
import { type Asker, type AuthContext, ago, instantOf, onBeat } from './context.ts';
import {
  type Challenge,
  challengeOf,
  emailExists,
  isReauthenticated,
  prepareMail,
  proveByCode,
  proveByLink,
} from './mail-tokens.ts';
import { hashPassword, isPassword, mustBeStrong, weakNote } from './passwords.ts';
import { codeHashOf, hashOf, isVerifierOf, randomCode, randomToken } from './secrets.ts';
import { isBanned, type SessionView, startSession } from './sessions.ts';
import { decoyView, userView } from './user-view.ts';

export type Body = Readonly<Record<string, unknown>>;

/** Runs what must happen after the answer is on its way. */
type After = (effect: () => void) => void;

/** Who is signed in by a bearer, with the session it belongs to. */
export interface Member {
  readonly user: UserRow;
  readonly sessionId: string;
}

function textIn(body: Body, name: string): string | null {
  const value = body[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw invalid(`${name} must be a text`);
  if (/\p{Surrogate}|\0/u.test(value)) throw invalid(`${name} holds characters that no text may hold`);
  return value;
}

/** @throws AuthError 400. */
function emailOf(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > 255 || !/^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email))
    throw invalid('Unable to validate email address: invalid format');
  return email;
}

/** Digits alone. @throws AuthError 400. */
function phoneOf(text: string): string {
  const phone = text.replaceAll(/[\s()-]/g, '').replace(/^\+/, '');
  if (!/^[1-9]\d{6,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)');
  return phone;
}

/** What a user says of themselves: an object, 16 KiB of JSON at most. */
function dataIn(body: Body): Record<string, unknown> {
  const { data } = body;
  if (data === undefined || data === null) return {};
  if (typeof data !== 'object' || Array.isArray(data)) throw invalid('data must be an object');
  const text = JSON.stringify(data);
  if (text.length > 16_384) throw invalid('data is too large');
  if (/\\u0000|\\ud[89a-f]/i.test(text)) throw invalid('data holds characters that no text may hold');
  const { __proto__: _, ...own } = Object(JSON.parse(text));
  return own;
}

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

async function mayText(context: AuthContext, phone: string): Promise<void> {
  await context.limits.mail(phone).catch((error: unknown) => {
    if (!(error instanceof AuthError) || error.status !== 429) throw error;
    throw tooMany('over_sms_send_rate_limit', error.message, Number(error.headers['retry-after']));
  });
}

async function prepareText(
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

/** Signs in with a password: an unknown account and a wrong password are one answer, in one time. */
export async function signIn(context: AuthContext, asker: Asker, body: Body): Promise<object> {
  const [emailText, phoneText] = [textIn(body, 'email'), textIn(body, 'phone')];
  if (emailText !== null && phoneText !== null)
    throw invalid('Only an email address or phone number should be provided on login.');
  if (emailText === null && phoneText === null) throw invalid('missing email or phone');
  if (phoneText !== null && context.options.phone === 'off')
    throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  const password = textIn(body, 'password') ?? '';
  const key =
    emailText === null ? { phone: (phoneText ?? '').replaceAll(/\D/g, '') } : { email: emailText.trim().toLowerCase() };
  const account = emailText === null ? `+${key.phone}` : (key.email ?? '');
  await context.pause(await context.limits.slowness(asker.network, account));
  const began = performance.now();
  const user = await findUserBy(context.storage.database, key);
  const isRight = await isPassword(user?.passwordHash ?? null, password);
  await context.limits.signedIn(asker.network, account, isRight);
  if (user === null || !isRight) {
    context.audit('sign-in refused', user?.id ?? null);
    await onBeat(context, began);
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  if (isBanned(context, user)) throw new AuthError(400, 'user_banned', 'User is banned');
  if (emailText !== null && user.emailConfirmedAt === null)
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  if (phoneText !== null && user.phoneConfirmedAt === null)
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');
  const session = await context.storage.transaction((transaction) =>
    startSession(context, transaction, user.id, 'password'),
  );
  return { ...session, ...weakNote(password, context.options.password) };
}

/** Exchanges the code of a link for a session (PKCE). */
export async function exchangeCode(context: AuthContext, body: Body): Promise<SessionView> {
  const [code, verifier] = [textIn(body, 'auth_code'), textIn(body, 'code_verifier')];
  if (code === null || verifier === null)
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  return context.storage.transaction(async (transaction) => {
    const flow = await findFlow(transaction, hashOf(code));
    if (flow === null)
      throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
    if (flow.createdAt < ago(context, context.options.flowLifetime))
      throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
    if (!isVerifierOf(flow.challenge, flow.isHashed, verifier))
      throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
    if (!(await takeFlow(transaction, flow.id)))
      throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
    return startSession(context, transaction, flow.userId, flow.method);
  });
}

/** The user and session of a token that has been verified. @throws AuthError 403. */
export async function memberOf(context: AuthContext, userId: string, sessionId: string): Promise<Member> {
  const { database } = context.storage;
  const user = await findUser(database, userId);
  if (user === null) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const session = await findAuthSession(database, sessionId);
  if (session === null || session.userId !== userId)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  if (isBanned(context, user)) throw new AuthError(403, 'user_banned', 'User is banned');
  return { user, sessionId };
}

/** Changes what the user says of themselves, the password, the address. */
export async function updateUser(
  context: AuthContext,
  { user, sessionId }: Member,
  body: Body,
  redirectTo: string,
  after: After,
): Promise<Record<string, unknown>> {
  const { options } = context;
  if (body['app_metadata'] !== undefined) throw new AuthError(403, 'not_admin', 'Updating app_metadata is not allowed');
  const [password, emailText, phoneText] = [textIn(body, 'password'), textIn(body, 'email'), textIn(body, 'phone')];
  if (phoneText !== null && options.phone !== 'confirmed')
    throw new AuthError(422, 'phone_provider_disabled', 'A phone number cannot be changed here');
  const phone = phoneText === null ? null : phoneOf(phoneText);
  const challenge = challengeOf(body);
  const data = dataIn(body);
  const passwordHash = password === null ? null : await newPassword(context, user, body, password);
  const email = emailText === null ? null : emailOf(emailText);
  const isNewEmail = email !== null && email !== user.email;
  if (isNewEmail && options.confirmEmail) await context.limits.mail(email);
  const now = instantOf(context);
  const outcome = await context.storage.transaction(async (transaction): Promise<UserRow | AuthError> => {
    if (passwordHash !== null && needsNonce(context, user, await findAuthSession(transaction, sessionId))) {
      const nonce = textIn(body, 'nonce');
      if (nonce === null)
        return new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
      if (!(await isReauthenticated(context, transaction, user, nonce)))
        return new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
    }
    // As it is now, not as it was before the password was judged.
    const present = (await findUser(transaction, user.id)) ?? user;
    const merged = { ...present.userMetadata, ...data };
    const userMetadata = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
    let changed = await changeUser(transaction, user.id, {
      userMetadata,
      updatedAt: now,
      ...(passwordHash === null ? {} : { passwordHash }),
      ...(phone === null ? {} : { phone, phoneConfirmedAt: now }),
    });
    if (passwordHash !== null) {
      await deleteMailTokens(transaction, user.id);
      await deleteAuthSessions(transaction, user.id, { but: sessionId });
      context.audit('password changed', user.id);
    }
    if (isNewEmail)
      changed = await startEmailChange(context, transaction, changed, { email, redirectTo, challenge }, after);
    return changed;
  });
  if (outcome instanceof AuthError) throw outcome;
  return userView(outcome);
}

async function newPassword(context: AuthContext, user: UserRow, body: Body, password: string): Promise<string> {
  mustBeStrong(password, context.options.password);
  const current = textIn(body, 'current_password');
  if (current !== null && !(await isPassword(user.passwordHash, current)))
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  if (await isPassword(user.passwordHash, password))
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  return hashPassword(password);
}

function needsNonce(context: AuthContext, user: UserRow, session: { createdAt: string } | null): boolean {
  if (!context.options.reauthenticate || user.email === null) return false;
  return session === null || session.createdAt < ago(context, 24 * 3_600);
}

interface EmailChange {
  readonly email: string;
  readonly redirectTo: string;
  readonly challenge: Challenge | null;
}

async function startEmailChange(
  context: AuthContext,
  transaction: Transaction,
  user: UserRow,
  { email, redirectTo, challenge }: EmailChange,
  after: After,
): Promise<UserRow> {
  if ((await findUserBy(transaction, { email })) !== null) throw emailExists();
  const now = instantOf(context);
  if (!context.options.confirmEmail)
    return changeUser(transaction, user.id, { email, newEmail: null, emailConfirmedAt: now });
  const changed = await changeUser(transaction, user.id, {
    newEmail: email,
    emailChangeSentAt: now,
    isHalfChanged: false,
  });
  const parts = { redirectTo, challenge };
  after(await prepareMail(context, transaction, changed, { ...parts, kind: 'email_change', to: email }));
  if (context.options.bothConfirmEmail && user.email !== null) {
    after(await prepareMail(context, transaction, changed, { ...parts, kind: 'email_change_current', to: user.email }));
  }
  context.audit('address is to change', user.id);
  return changed;
}

/** Ends sessions: this one, all, or all others. @throws AuthError 400 for another scope. */
export async function signOut(context: AuthContext, { user, sessionId }: Member, scope: string): Promise<void> {
  const which =
    scope === 'global'
      ? 'all'
      : scope === 'local'
        ? { only: sessionId }
        : scope === 'others'
          ? { but: sessionId }
          : null;
  if (which === null) throw invalid(`Unsupported logout scope "${scope.slice(0, 40)}"`);
  await context.storage.transaction((transaction) => deleteAuthSessions(transaction, user.id, which));
  context.audit(`signed out, ${scope}`, user.id);
}

/** Mails a link for a new password, if there is somebody to mail it to; the answer is the same. */
export async function recover(context: AuthContext, body: Body, redirectTo: string, after: After): Promise<void> {
  const text = textIn(body, 'email');
  if (text === null) throw invalid('Password recovery requires an email');
  const email = emailOf(text);
  const challenge = challengeOf(body);
  await context.limits.mail(email);
  await context.storage.transaction(async (transaction) => {
    const user = await findUserBy(transaction, { email });
    if (user === null) return;
    const sent = await changeUser(transaction, user.id, { recoverySentAt: instantOf(context) });
    after(await prepareMail(context, transaction, sent, { kind: 'recovery', to: email, redirectTo, challenge }));
  });
}

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

/** Mails a code that allows to change the password of an old session. */
export async function reauthenticate(context: AuthContext, { user }: Member, after: After): Promise<void> {
  if (user.email === null || user.emailConfirmedAt === null)
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
  const to = user.email;
  await context.limits.mail(to);
  await context.storage.transaction(async (transaction) => {
    const wanted = { kind: 'reauthentication', to, redirectTo: context.options.siteUrl, challenge: null } as const;
    after(await prepareMail(context, transaction, user, wanted));
  });
}

/** What a half change of address says. */
export const halfChanged = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** How a proof ended: signed in, half done, or with a code for the client to exchange. */
export type Verified = { session: SessionView } | { half: true } | { authCode: string };

/** Takes the token of a link; `keepsCode`: answer the code of a PKCE link instead of a session. */
export async function verifyLink(
  context: AuthContext,
  type: string,
  token: string,
  keepsCode: boolean,
): Promise<Verified> {
  return context.storage.transaction(async (transaction) => {
    const { user, isHalf, authCode } = await proveByLink(context, transaction, type, token);
    if (isHalf) return { half: true };
    if (keepsCode && authCode !== null) return { authCode };
    return { session: await startSession(context, transaction, user.id, 'otp') };
  });
}

/** Takes a code that was typed. */
export async function verifyCode(context: AuthContext, body: Body): Promise<Verified> {
  const [type, token] = [textIn(body, 'type') ?? '', textIn(body, 'token') ?? ''];
  const [email, phone] = [textIn(body, 'email'), textIn(body, 'phone')];
  if (email === null && phone === null)
    throw invalid('Only an email address or phone number should be provided on verify');
  const address = type === 'sms' ? phoneOf(phone ?? '') : emailOf(email ?? '');
  const outcome = await context.storage.transaction(async (transaction): Promise<Verified | AuthError> => {
    const proof = await proveByCode(context, transaction, type, address, token);
    if (proof instanceof AuthError) return proof;
    if (proof.isHalf) return { half: true };
    return { session: await startSession(context, transaction, proof.user.id, 'otp') };
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

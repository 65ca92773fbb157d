import {
  changeUser,
  deleteAuthSessions,
  findAuthSession,
  findFlow,
  findUser,
  findUserBy,
  takeFlow,
  type UserRow,
} from '../storage/accounts.ts';
import { AuthError, invalid } from './auth-error.ts';
import { type Body, emailOf, phoneOf, textIn } from './body-fields.ts';
import { type After, type Asker, type AuthContext, ago, instantOf, onBeat } from './context.ts';
import { challengeOf, prepareMail, proveByCode, proveByLink } from './mail-tokens.ts';
import { isPassword, weakNote } from './passwords.ts';
import { hashOf, isVerifierOf } from './secrets.ts';
import { isBanned, type SessionView, startSession } from './sessions.ts';

/** Who is signed in by a bearer, with the session it belongs to. */
export interface Member {
  readonly user: UserRow;
  readonly sessionId: string;
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

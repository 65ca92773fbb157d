import {
  changeUser,
  deleteAuthSessions,
  deleteMailTokens,
  findAuthSession,
  findUser,
  findUserBy,
  type UserRow,
} from '../storage/accounts.ts';
import type { Transaction } from '../storage/open-storage.ts';
import type { Member } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import { type Body, dataIn, emailOf, phoneOf, textIn } from './body-fields.ts';
import { type After, type AuthContext, ago, instantOf } from './context.ts';
import { type Challenge, challengeOf, emailExists, isReauthenticated, prepareMail } from './mail-tokens.ts';
import { hashPassword, isPassword, mustBeStrong } from './passwords.ts';
import { userView } from './user-view.ts';

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

/** Mails what proves a new address; without mails it is the new one at once. @throws AuthError 422. */
export async function startEmailChange(
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

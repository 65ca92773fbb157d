import { recentSignIn } from '#contract/constants';
import { deleteLogins, findMailToken, findUser, type UserRow, updateUserRow } from '../storage/accounts.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { AuthError } from './auth-error.ts';
import { type Body, parseEmail, parsePhone, readMetadata, readText, requireSmall } from './body-fields.ts';
import { type Challenge, parseChallenge } from './challenge.ts';
import { prepareMail, requireSent } from './compose-mail.ts';
import {
  type AfterResponse,
  type AuthContext,
  currentInstant,
  type MailTarget,
  type Requester,
  secondsAgo,
  turnOf,
} from './context.ts';
import { emailExists, findAccount, identifierOf, setIdentifier } from './identifiers.ts';
import type { Member } from './members.ts';
import { sendAddressNotices, sendNotice } from './notices.ts';
import { requireStrongPassword } from './passwords.ts';
import { redeemNonce } from './redeem.ts';
import { tryPassword } from './sign-in.ts';
import { requireSmallToken } from './token-size.ts';
import { userView } from './user-view.ts';

/** Changes a user's metadata, password, e-mail address or phone number. Every change but that of metadata needs a recent proof of identity. */
export async function updateUser(
  context: AuthContext,
  member: Member,
  body: Body,
  { redirectTo, ...requester }: MailTarget,
  afterResponse: AfterResponse,
): Promise<Record<string, unknown>> {
  const { options } = context;
  const { user, loginId } = member;
  if (body['app_metadata'] !== undefined) throw new AuthError(403, 'not_admin', 'Updating app_metadata is not allowed');
  const [password, emailText, phoneText] = [
    readText(body, 'password'),
    readText(body, 'email'),
    readText(body, 'phone'),
  ];
  if (phoneText !== null && options.phone !== 'confirmed')
    throw new AuthError(422, 'phone_provider_disabled', 'A phone number cannot be changed here');
  const phone = phoneText === null ? null : parsePhone(phoneText);
  const challenge = parseChallenge(body);
  const metadata = readMetadata(body);
  const email = emailText === null ? null : parseEmail(emailText);
  const isNewEmail = email !== null && email !== user.email;
  if (password !== null) requireStrongPassword(password, options.password);
  const needsProof = password !== null || isNewEmail || phone !== null;
  const nonce = needsProof ? await findNonce(context, member, body, requester) : null;
  // Refused below, after the code: the answer to a guess would reveal the password.
  const turn = turnOf(requester);
  const { passwords } = context;
  const isSamePassword = password !== null && (await passwords.verify(turn, user.passwordHash, password));
  const passwordHash = password === null || isSamePassword ? null : await passwords.hash(turn, password);
  if (isNewEmail && options.confirmEmail)
    await context.limits.countMailRequest({ kind: 'email_change', to: email, client: requester.client });
  const now = currentInstant(context);
  const outcome = await context.storage.transaction(async (transaction): Promise<UserRow | AuthError> => {
    if (nonce !== null && !(await redeemNonce(context, transaction, user, nonce)))
      return new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
    if (isSamePassword)
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
    // Another request may have changed the user while the password was hashed.
    const current = (await findUser(transaction, user.id)) ?? user;
    const merged = { ...current.userMetadata, ...metadata };
    const userMetadata = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
    if (Object.keys(metadata).length > 0) requireSmall(userMetadata);
    const changes = { userMetadata, updatedAt: now, ...(passwordHash === null ? {} : { passwordHash }) };
    const updated =
      phone === null
        ? await updateUserRow(transaction, user.id, changes)
        : await setIdentifier(transaction, user.id, { phone }, { ...changes, phoneConfirmedAt: now });
    const isLarger = Object.keys(metadata).length > 0 || phone !== null;
    if (isLarger) requireSmallToken(context, updated);
    if (passwordHash !== null) {
      await deleteLogins(transaction, user.id, { except: loginId });
      context.audit('password changed', user.id);
    }
    if (!isNewEmail) return updated;
    return startEmailChange(context, transaction, updated, { email, redirectTo, challenge }, afterResponse);
  });
  if (outcome instanceof AuthError) throw outcome;
  if (passwordHash !== null) await sendNotice(context, outcome.email, { kind: 'password' });
  if (outcome.email !== user.email) await sendAddressNotices(context, { from: user.email, to: outcome.email });
  return userView(outcome);
}

/**
 * Looks for the proof that the owner asks, and not somebody with a stolen token: a recent sign-in, the present password, or
 * the code of a mail, which is returned to be redeemed with the change. @throws AuthError 400 without one.
 */
async function findNonce(
  context: AuthContext,
  { user, signedInAt }: Member,
  body: Body,
  requester: Requester,
): Promise<string | null> {
  const [present, nonce] = [readText(body, 'current_password'), readText(body, 'nonce')];
  if (present !== null) {
    await tryPassword(context, requester, identifierOf(user), present);
    return null;
  }
  if (signedInAt >= secondsAgo(context, recentSignIn / 1_000)) return null;
  const what = readText(body, 'password') === null ? 'Email' : 'Password';
  if (nonce === null) throw new AuthError(400, 'reauthentication_needed', `${what} update requires reauthentication`);
  return nonce;
}

interface LinkTarget {
  readonly redirectTo: string;
  readonly challenge: Challenge | null;
}

interface EmailChange extends LinkTarget {
  readonly email: string;
}

/** Mails links that confirm a new address. Without confirmation by mail it changes at once. @throws AuthError 422. */
async function startEmailChange(
  context: AuthContext,
  transaction: Transaction,
  user: UserRow,
  { email, redirectTo, challenge }: EmailChange,
  afterResponse: AfterResponse,
): Promise<UserRow> {
  if ((await findAccount(transaction, { email })) !== null) throw emailExists();
  requireSmallToken(context, { ...user, newEmail: email });
  const now = currentInstant(context);
  if (!context.options.confirmEmail)
    return setIdentifier(
      transaction,
      user.id,
      { email },
      { newEmail: null, emailConfirmedAt: now, isEmailUnproven: true },
    );
  const updated = await updateUserRow(transaction, user.id, {
    newEmail: email,
    emailChangeSentAt: now,
    isHalfChanged: false,
  });
  const mail = { redirectTo, challenge };
  const toNew = { ...mail, kind: 'email_change', to: email } as const;
  afterResponse(requireSent(await prepareMail(context, transaction, updated, toNew)));
  if (context.options.bothConfirmEmail && user.email !== null) {
    const toOld = { ...mail, kind: 'email_change_current', to: user.email } as const;
    afterResponse(requireSent(await prepareMail(context, transaction, updated, toOld)));
  }
  context.audit('email change requested', user.id);
  return updated;
}

/** Mails the unused links of a change again; the confirmation of one address stays. */
export async function resendEmailChange(
  context: AuthContext,
  transaction: Transaction,
  user: UserRow,
  target: LinkTarget,
  afterResponse: AfterResponse,
): Promise<void> {
  const addresses = { email_change: user.newEmail, email_change_current: user.email } as const;
  for (const kind of ['email_change', 'email_change_current'] as const) {
    const to = addresses[kind];
    if (to === null || (await findMailToken(transaction, { userId: user.id, kind })) === null) continue;
    afterResponse(requireSent(await prepareMail(context, transaction, user, { ...target, kind, to })));
  }
}

import type { QueuedClient } from '../http/limits/fair-queue.ts';
import { consumeFlow, findFlow, type UserRow } from '../storage/accounts.ts';
import { hashToken, matchesChallenge } from '../tokens/secrets.ts';
import { AuthError, invalid } from './auth-error.ts';
import { type Body, normalizeEmail, readText } from './body-fields.ts';
import { type AuthContext, type Requester, refuseInFixedTime, secondsAgo } from './context.ts';
import { findAccount, type Identifier } from './identifiers.ts';
import type { SignInAttempt } from './limits.ts';
import { isBanned, type LoginResponse, startLogin } from './logins.ts';
import { describeWeakness } from './passwords.ts';
import { isPendingPassword } from './pending-sign-ups.ts';

/**
 * Signs in with a password. An unknown account and a wrong password get the same response after the same time.
 * The client is known by its network address, and by the device that the app sends, for the limits of attempts.
 */
export async function signIn(context: AuthContext, requester: Requester, body: Body): Promise<object> {
  const [emailText, phoneText] = [readText(body, 'email'), readText(body, 'phone')];
  const identifier: Identifier =
    emailText === null ? { phone: (phoneText ?? '').replaceAll(/\D/g, '') } : { email: normalizeEmail(emailText) };
  await context.limits.countSignIn(requester.client, accountOf(identifier), requester.deviceHash);
  if (emailText !== null && phoneText !== null)
    throw invalid('Only an email address or phone number should be provided on login.');
  if (emailText === null && phoneText === null) throw invalid('missing email or phone');
  if (phoneText !== null && context.options.phone === 'off')
    throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  const password = readText(body, 'password') ?? '';
  const user = await tryPassword(context, requester, identifier, password);
  if (isBanned(context, user)) throw new AuthError(400, 'user_banned', 'User is banned');
  const login = await context.storage.transaction((transaction) =>
    startLogin(context, transaction, user.id, 'password'),
  );
  return { ...login, ...describeWeakness(password, context.options.password) };
}

const accountOf = (identifier: Identifier) =>
  identifier.email === undefined ? `+${identifier.phone}` : identifier.email;

/** The account of a identifier with this password, after the delay of those that failed before. @throws AuthError 400 or 429. */
export async function tryPassword(
  context: AuthContext,
  { client, deviceHash, gone }: Requester,
  identifier: Identifier,
  password: string,
): Promise<UserRow> {
  const attempt = await context.limits.beginSignIn(client, accountOf(identifier), deviceHash);
  await context.timer.pause(attempt.delay);
  const turn = { key: attempt.client, gone };
  return refuseInFixedTime(context, () => findByPassword(context, identifier, password, { attempt, turn }));
}

/** The account with this password. @throws AuthError 400. */
async function findByPassword(
  context: AuthContext,
  identifier: Identifier,
  password: string,
  { attempt, turn }: { readonly attempt: SignInAttempt; readonly turn: QueuedClient },
): Promise<UserRow> {
  let result: Parameters<SignInAttempt['end']>[0] = 'unchecked';
  let user: UserRow | null = null;
  let isPending = false;
  try {
    user = await findAccount(context.storage.database, identifier);
    const isRight = await context.passwords.verify(turn, user?.passwordHash ?? null, password);
    isPending = !isRight && (await isPendingPassword(context, identifier, password, turn));
    result = isRight ? 'right' : 'wrong';
  } finally {
    await attempt.end(result);
  }
  if (user !== null && result === 'right') return user;
  context.audit('sign-in refused', user?.id ?? null);
  if (!isPending) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  if (identifier.email === undefined) throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');
  throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
}

const flowNotFound = () => new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');

/** Exchanges the code of a PKCE link for a login. */
export async function exchangeCode(context: AuthContext, body: Body): Promise<LoginResponse> {
  const [code, verifier] = [readText(body, 'auth_code'), readText(body, 'code_verifier')];
  if (code === null || verifier === null)
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  return context.storage.transaction(async (transaction) => {
    const flow = await findFlow(transaction, hashToken(code));
    if (flow === null) throw flowNotFound();
    if (flow.createdAt < secondsAgo(context, context.options.flowLifetime))
      throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
    if (!matchesChallenge(flow.challenge, flow.isHashed, verifier))
      throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
    if (!(await consumeFlow(transaction, flow.id))) throw flowNotFound();
    return startLogin(context, transaction, flow.userId, flow.method);
  });
}

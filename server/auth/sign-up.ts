import { v7 } from 'uuid';
import { hasInvite } from '../storage/invites.ts';
import { AuthError, invalid } from './auth-error.ts';
import { type Body, parseEmail, parsePhone, readMetadata, readText } from './body-fields.ts';
import { parseChallenge } from './challenge.ts';
import { type AfterResponse, type AuthContext, currentInstant, type MailTarget, turnOf } from './context.ts';
import { createAccount, findAccount, type Identifier } from './identifiers.ts';
import { type LoginResponse, startLogin } from './logins.ts';
import { requireStrongPassword } from './passwords.ts';
import { type Chosen, isAdmitted, storeSignUp } from './pending-sign-ups.ts';
import { countTextRequest } from './text-messages.ts';
import { requireSmallToken } from './token-size.ts';
import { pendingUser, userView } from './user-view.ts';

/** Signs up with an address or number, its message still to be confirmed where the settings ask for that. */
export async function signUp(
  context: AuthContext,
  body: Body,
  target: MailTarget,
  afterResponse: AfterResponse,
): Promise<LoginResponse | Record<string, unknown>> {
  const { options } = context;
  await requireOpen(context, target.inviteHash);
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
  if (phoneText !== null && options.phone === 'off')
    throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  const identifier: Identifier =
    phoneText === null ? { email: parseEmail(emailText ?? '') } : { phone: parsePhone(phoneText) };
  requireStrongPassword(password, options.password);
  const challenge = parseChallenge(body);
  const userMetadata = readMetadata(body);
  const pending = pendingUser(identifier, userMetadata, currentInstant(context));
  requireSmallToken(context, pending);
  const mustConfirm = identifier.email === undefined ? options.phone === 'sms' : options.confirmEmail;
  if (mustConfirm) await countRequest(context, identifier, target.client);
  const chosen = { passwordHash: await context.passwords.hash(turnOf(target), password), userMetadata };
  if (!mustConfirm) return createAtOnce(context, identifier, { chosen, inviteHash: target.inviteHash });
  const kind = identifier.email === undefined ? 'sms' : 'signup';
  const request = { kind, identifier, chosen, challenge, ...target } as const;
  await context.storage.transaction((transaction) => storeSignUp(context, transaction, request, afterResponse));
  return userView(pending);
}

async function countRequest(context: AuthContext, identifier: Identifier, client: string): Promise<void> {
  if (identifier.email === undefined) await countTextRequest(context, identifier.phone, client);
  else await context.limits.countMailRequest({ kind: 'signup', to: identifier.email, client });
}

const invalidInvite = () => new AuthError(422, 'invite_invalid', 'The invitation has expired or was used');

/** @throws AuthError 422 where nobody can sign up, or this client has no invitation. */
async function requireOpen({ options, storage, now }: AuthContext, inviteHash: string | null): Promise<void> {
  if (options.isSignUpOpen) return;
  if (!options.isInviteOnly || inviteHash === null)
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  if (!(await hasInvite(storage.database, inviteHash, now().toISOString()))) throw invalidInvite();
}

/** Where nothing has to be confirmed. */
async function createAtOnce(
  context: AuthContext,
  identifier: Identifier,
  { chosen, inviteHash }: { readonly chosen: Chosen; readonly inviteHash: string | null },
): Promise<LoginResponse> {
  const now = currentInstant(context);
  const confirmed =
    identifier.email === undefined ? { phoneConfirmedAt: now } : { emailConfirmedAt: now, isEmailUnproven: true };
  return context.storage.transaction(async (transaction) => {
    const row = { id: v7(), ...chosen, ...confirmed, createdAt: now, updatedAt: now };
    const isTaken = (await findAccount(transaction, identifier)) !== null;
    const user = isTaken ? null : await createAccount(transaction, identifier, row);
    if (user === null) throw new AuthError(422, 'user_already_exists', 'User already registered');
    if (!(await isAdmitted(context, transaction, { inviteHash, createdAt: now }))) throw invalidInvite();
    context.audit('signed up', user.id);
    return startLogin(context, transaction, user.id, 'password');
  });
}

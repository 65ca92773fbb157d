import { v4, v7 } from 'uuid';
import { retentionTime } from '#contract/values/retention';
import { networkOf } from '../http/client-network.ts';
import type { QueuedClient } from '../http/limits/fair-queue.ts';
import { insertFlow, type UserRow } from '../storage/accounts.ts';
import type { SignUpKind } from '../storage/auth-tables.ts';
import { redeemInvite } from '../storage/invites.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { deleteSignUps, insertSignUp, listSignUps, type SignUpRow } from '../storage/sign-ups.ts';
import { hashCode, hashToken } from '../tokens/secrets.ts';
import type { Challenge } from './challenge.ts';
import { composeMail, methodOf } from './compose-mail.ts';
import {
  type AfterResponse,
  type AuthContext,
  currentInstant,
  type MailTarget,
  type Requester,
  secondsAgo,
} from './context.ts';
import { addressOf, createAccount, findAccount, type Identifier } from './identifiers.ts';
import { composeText } from './text-messages.ts';

/** The lifetime of an unconfirmed sign-up, in s. Its link is valid for less. */
const lifetime = retentionTime('signUps') / 1_000;

/** The result of a redeemed message. */
export interface Chosen {
  readonly passwordHash: string | null;
  readonly userMetadata: Record<string, unknown>;
}

interface SignUpRequest extends MailTarget {
  readonly kind: SignUpKind;
  readonly identifier: Identifier;
  readonly challenge: Challenge | null;
  readonly chosen: Chosen;
}

/**
 * Stores a sign-up with the message that confirms it, unless its recipient gets no more this hour. Where there is an
 * account, the same is stored and counted, and nothing is sent, so that the answers do not differ.
 */
export async function storeSignUp(
  context: AuthContext,
  transaction: Transaction,
  { kind, identifier, redirectTo, challenge, client, deviceHash, inviteHash, chosen }: SignUpRequest,
  afterResponse: AfterResponse,
): Promise<void> {
  const address = addressOf(identifier);
  const isSent = (await findAccount(transaction, identifier)) === null;
  const message =
    kind === 'sms'
      ? await composeText(context, address, isSent)
      : await composeMail(context, { kind, to: address, redirectTo, challenge }, { isSent, share: 'signUps' });
  if (message === null) return;
  const { send, ...stored } = message;
  const clientHash = hashClient(context, client);
  const asked = { kind, address, clientHash, deviceHash, inviteHash };
  const row = { ...stored, ...chosen, ...asked, challenge: null, isHashed: false, ...challenge };
  await insertSignUp(transaction, row, secondsAgo(context, lifetime));
  if (isSent) afterResponse(send);
}

/** The sign-ups of an address or number that can still be sent again, newest first. */
export function listPending(
  context: AuthContext,
  transaction: Transaction,
  identifier: Identifier,
): Promise<SignUpRow[]> {
  const kind = identifier.email === undefined ? 'sms' : 'signup';
  return listSignUps(transaction, { address: addressOf(identifier), kind, since: secondsAgo(context, lifetime) });
}

const nothing: Chosen = { passwordHash: null, userMetadata: {} };

/**
 * The content of a repeated message. Any client may request one, so it confirms only a password from the same device, or
 * from the same network for other clients, and none when there are several: the owner of the address sets one afterwards.
 */
export function findChoice(
  context: AuthContext,
  pending: readonly SignUpRow[],
  { client, deviceHash }: Requester,
): Chosen {
  const clientHash = hashClient(context, client);
  const [first, ...others] = pending.filter(
    (row) =>
      row.passwordHash !== null &&
      row.deviceHash === deviceHash &&
      (deviceHash !== null || row.clientHash === clientHash),
  );
  const isOnly = first !== undefined && others.every(({ passwordHash }) => passwordHash === first.passwordHash);
  return isOnly ? { passwordHash: first.passwordHash, userMetadata: first.userMetadata } : nothing;
}

function hashClient({ keys }: AuthContext, client: string): string {
  return hashCode(keys.secret, 'client', networkOf(client));
}

/** Whether a password is that of the newest sign-up which waits to be confirmed. */
export async function isPendingPassword(
  context: AuthContext,
  identifier: Identifier,
  password: string,
  turn: QueuedClient,
): Promise<boolean> {
  const pending = await listPending(context, context.storage.database, identifier);
  const newest = pending.find(({ passwordHash }) => passwordHash !== null);
  return newest !== undefined && context.passwords.verify(turn, newest.passwordHash, password);
}

/** Whether an account may be created. Uses the invitation where one is needed: it must have been valid at the sign-up. */
export async function isAdmitted(
  { options }: AuthContext,
  transaction: Transaction,
  { inviteHash, createdAt }: Pick<SignUpRow, 'inviteHash' | 'createdAt'>,
): Promise<boolean> {
  if (!options.isInviteOnly) return true;
  return inviteHash !== null && (await redeemInvite(transaction, inviteHash, createdAt));
}

/**
 * Creates the account of a sign-up whose message was redeemed; all others of its address end. Returns null when there is an
 * account. `authCode`: the code that a PKCE client exchanges for a login.
 *
 * A click in a mail does not prove that its recipient has signed up. On the device of the sign-up it does; on another one
 * the account gets no password, and the app asks for one. Clients that send no device get the password of the sign-up.
 */
export async function redeemSignUp(
  context: AuthContext,
  transaction: Transaction,
  row: SignUpRow,
  deviceHash: string | null,
): Promise<{ user: UserRow; authCode: string | null } | null> {
  const isByPhone = row.kind === 'sms';
  const identifier: Identifier = isByPhone ? { phone: row.address } : { email: row.address };
  const isFirst = (await deleteSignUps(transaction, row.address)).includes(row.hash);
  if (!isFirst || (await findAccount(transaction, identifier)) !== null) return null;
  if (!(await isAdmitted(context, transaction, row))) return null;
  const now = currentInstant(context);
  const { createdAt } = row;
  const { passwordHash, userMetadata } = deviceHash === null || deviceHash === row.deviceHash ? row : nothing;
  const user = await createAccount(transaction, identifier, {
    id: v7(),
    passwordHash,
    userMetadata,
    ...(isByPhone ? { phoneConfirmedAt: now } : { emailConfirmedAt: now }),
    ...(row.kind === 'recovery' ? { recoverySentAt: createdAt } : { confirmationSentAt: createdAt }),
    createdAt: now,
    updatedAt: now,
  });
  if (user === null) return null;
  context.audit('signed up', user.id);
  if (row.challenge === null) return { user, authCode: null };
  const authCode = v4();
  const { challenge, isHashed } = row;
  const flow = { id: v4(), userId: user.id, challenge, isHashed, method: methodOf(row.kind), createdAt };
  await insertFlow(transaction, { ...flow, codeHash: hashToken(authCode) });
  return { user, authCode };
}

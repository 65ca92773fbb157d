import {
  deleteUnconfirmedUser,
  findUserByIdentifier,
  insertUser,
  type UserRow,
  updateUserRow,
} from '../storage/accounts.ts';
import { constraintOf, isTaken } from '../storage/failures.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { deleteSignUps } from '../storage/sign-ups.ts';
import { AuthError } from './auth-error.ts';

export type Identifier =
  | { readonly email: string; readonly phone?: never }
  | { readonly phone: string; readonly email?: never };

/** The identifier of an account: its address, or its number without one. */
export function identifierOf({ email, phone }: UserRow): Identifier {
  return email === null ? { phone: phone ?? '' } : { email };
}

/** The address or number itself. */
export function addressOf(identifier: Identifier): string {
  return identifier.email ?? identifier.phone;
}

/** 422: the address belongs to another account. */
export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}

/** 422: the phone number belongs to another account. */
function phoneExists(): AuthError {
  return new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered');
}

/** The account of an address or number; null before it is confirmed. */
export async function findAccount(transaction: Transaction, identifier: Identifier): Promise<UserRow | null> {
  const user = await findUserByIdentifier(transaction, identifier);
  const confirmedAt = identifier.email === undefined ? user?.phoneConfirmedAt : user?.emailConfirmedAt;
  return confirmedAt == null ? null : user;
}

/**
 * Creates the account of a confirmed address or number. All
 * other sign-ups of it are removed. Returns null when it has an account, also one that another request has stored since.
 */
export async function createAccount(
  transaction: Transaction,
  identifier: Identifier,
  row: Parameters<typeof insertUser>[1],
): Promise<UserRow | null> {
  await releaseIdentifier(transaction, identifier);
  return insertUser(transaction, { ...row, ...identifier });
}

/** Removes the unconfirmed sign-ups of an address or number. */
async function releaseIdentifier(transaction: Transaction, identifier: Identifier): Promise<void> {
  await deleteSignUps(transaction, addressOf(identifier));
  await deleteUnconfirmedUser(transaction, identifier);
}

/**
 * Gives a user an address or number, and makes changes with it. Sign-ups with it that were not confirmed end.
 * @throws AuthError 422 when it belongs to another account.
 */
export async function setIdentifier(
  transaction: Transaction,
  id: string,
  identifier: Identifier,
  changes: Parameters<typeof updateUserRow>[2],
): Promise<UserRow> {
  const taken = () => (identifier.email === undefined ? phoneExists() : emailExists());
  const owner = await findAccount(transaction, identifier);
  if (owner !== null && owner.id !== id) throw taken();
  if (owner === null) await releaseIdentifier(transaction, identifier);
  try {
    return await updateUserRow(transaction, id, { ...changes, ...identifier });
  } catch (error) {
    // Another account has got it since it was looked for.
    if (!isTaken(error)) throw error;
    throw constraintOf(error) === 'auth_users_phone' ? phoneExists() : taken();
  }
}

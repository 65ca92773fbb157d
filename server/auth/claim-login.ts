import {
  deleteUnconfirmedUser,
  findUserByLogin,
  insertUser,
  type UserRow,
  updateUserRow,
} from '../storage/accounts.ts';
import { constraintOf, isTaken } from '../storage/failures.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { deleteSignUps } from '../storage/sign-ups.ts';
import { AuthError } from './auth-error.ts';

export type Login =
  | { readonly email: string; readonly phone?: never }
  | { readonly phone: string; readonly email?: never };

/** The login of an account: its address, or its number without one. */
export function loginOf({ email, phone }: UserRow): Login {
  return email === null ? { phone: phone ?? '' } : { email };
}

/** The address or number itself. */
export function addressOf(login: Login): string {
  return login.email ?? login.phone;
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
export async function findAccount(transaction: Transaction, login: Login): Promise<UserRow | null> {
  const user = await findUserByLogin(transaction, login);
  const confirmedAt = login.email === undefined ? user?.phoneConfirmedAt : user?.emailConfirmedAt;
  return confirmedAt == null ? null : user;
}

/**
 * Creates the account of a confirmed address or number. All
 * other sign-ups of it are removed. Returns null when it has an account, also one that another request has stored since.
 */
export async function createAccount(
  transaction: Transaction,
  login: Login,
  row: Parameters<typeof insertUser>[1],
): Promise<UserRow | null> {
  await releaseLogin(transaction, login);
  return insertUser(transaction, { ...row, ...login });
}

/** Removes the unconfirmed sign-ups of an address or number. */
async function releaseLogin(transaction: Transaction, login: Login): Promise<void> {
  await deleteSignUps(transaction, addressOf(login));
  await deleteUnconfirmedUser(transaction, login);
}

/**
 * Gives a user an address or number, and makes changes with it. Sign-ups with it that were not confirmed end.
 * @throws AuthError 422 when it belongs to another account.
 */
export async function setLogin(
  transaction: Transaction,
  id: string,
  login: Login,
  changes: Parameters<typeof updateUserRow>[2],
): Promise<UserRow> {
  const taken = () => (login.email === undefined ? phoneExists() : emailExists());
  const owner = await findAccount(transaction, login);
  if (owner !== null && owner.id !== id) throw taken();
  if (owner === null) await releaseLogin(transaction, login);
  try {
    return await updateUserRow(transaction, id, { ...changes, ...login });
  } catch (error) {
    // Another account has got it since it was looked for.
    if (!isTaken(error)) throw error;
    throw constraintOf(error) === 'auth_users_phone' ? phoneExists() : taken();
  }
}

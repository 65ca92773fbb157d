import { findUserByLogin, insertUser, type UserRow, updateUserRow } from '../storage/accounts.ts';
import { constraintOf, isTaken } from '../storage/failures.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { AuthError } from './auth-error.ts';

/** 422: the address belongs to another account. */
export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}

/** 422: the phone number belongs to another account. */
export function phoneExists(): AuthError {
  return new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered');
}

/**
 * The account of an address or number: a new one, or the one that has it. That may be one that another request has stored
 * since. @throws AuthError 409 when that one is gone again.
 */
export async function findOrInsertUser(
  transaction: Transaction,
  login: { readonly email: string } | { readonly phone: string },
  row: Parameters<typeof insertUser>[1],
): Promise<{ readonly user: UserRow; readonly isNew: boolean }> {
  const find = () => findUserByLogin(transaction, login);
  const existing = await find();
  if (existing !== null) return { user: existing, isNew: false };
  const added = await insertUser(transaction, { ...row, ...login });
  if (added !== null) return { user: added, isNew: true };
  const other = await find();
  if (other === null) throw new AuthError(409, 'conflict', 'Another sign-up was in progress; try again');
  return { user: other, isNew: false };
}

/** Gives a user an address or number. @throws AuthError 422 when another account has got it since it was looked for. */
export async function setLogin(
  transaction: Transaction,
  id: string,
  changes: Parameters<typeof updateUserRow>[2],
): Promise<UserRow> {
  try {
    return await updateUserRow(transaction, id, changes);
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw constraintOf(error) === 'auth_users_phone' ? phoneExists() : emailExists();
  }
}

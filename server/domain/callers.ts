import * as v from 'valibot';
import { Uuid } from '#contract/values/values';
import { unauthorized } from '../http/problem.ts';
import { type CallerRows, findCallerRows, lockProfile } from '../storage/callers.ts';
import type { Transaction } from '../storage/open-storage.ts';
import type { Caller } from '../tokens/caller.ts';

/**
 * The stored data of a caller. Returns null when the token is no longer valid: its session has ended, its account was
 * deleted after it was issued or is blocked, or it has no login and was not minted. Users and logins of a Supabase project are not
 * stored here, so for its tokens only deletions and blocks can be checked.
 */
export async function findCaller(
  transaction: Transaction,
  caller: Caller,
  isEmbedded: boolean,
): Promise<CallerRows | null> {
  const loginId = isEmbedded && v.is(Uuid, caller.loginId) ? caller.loginId : null;
  if (isEmbedded && loginId === null && !caller.isMinted) return null;
  const rows = await findCallerRows(transaction, { userId: caller.userId, loginId });
  const isDeleted = rows.deletedAt !== null && caller.issuedAt <= Date.parse(rows.deletedAt);
  return isDeleted || rows.isBlocked || (loginId !== null && !rows.hasLogin) ? null : rows;
}

/** The stored data of a caller. @throws Problem 401 when the token is no longer valid. */
export async function requireCaller(
  transaction: Transaction,
  caller: Caller,
  isEmbedded: boolean,
): Promise<CallerRows> {
  const rows = await findCaller(transaction, caller, isEmbedded);
  if (rows === null) throw unauthorized('The account or the session of this token no longer exists.');
  return rows;
}

/**
 * Prevents the deletion of the caller's account until the transaction ends. With `isExclusive`, waits for other writes of
 * the same caller. @throws Problem 401 when the account was deleted since the request began.
 */
export async function lockCaller(transaction: Transaction, caller: Caller, isExclusive: boolean): Promise<void> {
  if (!(await lockProfile(transaction, caller.userId, isExclusive))) {
    throw unauthorized('The account of this token no longer exists.');
  }
}

import { v7 } from 'uuid';
import { calls } from '#contract/calls/by-name';
import { notFound } from '../http/problem.ts';
import { deleteInvite, type InviteRow, insertInvite, listInvites } from '../storage/invites.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { deleteBlock, insertBlock, isUser, type ListedUser, listUsers } from '../storage/operator.ts';
import { hashToken, randomToken } from '../tokens/secrets.ts';
import { announceWrite } from './announce-write.ts';
import { deleteUser } from './delete-user.ts';

/**
 * An operator's action, in a transaction at an instant (ISO 8601, UTC). The caller has checked that it is the operator.
 */
interface Operation {
  readonly transaction: Transaction;
  readonly now: string;
}

const day = 24 * 3_600_000;

const shownUsers = 50;

/** The newest users, or those that a text finds. */
export function findUsers(transaction: Transaction, search: string): Promise<ListedUser[]> {
  return listUsers(transaction, search.trim(), shownUsers);
}

/** @throws Problem 404. */
async function requireUser({ transaction }: Operation, userId: string): Promise<void> {
  if (!(await isUser(transaction, userId))) throw notFound();
}

/** Blocks a user: no token of theirs is valid any more, and they cannot log in. @throws Problem 404. */
export async function blockUser(operation: Operation, userId: string): Promise<void> {
  await requireUser(operation, userId);
  await insertBlock(operation.transaction, userId, operation.now);
}

/** Lets a user log in again. @throws Problem 404. */
export async function unblockUser(operation: Operation, userId: string): Promise<void> {
  await requireUser(operation, userId);
  await deleteBlock(operation.transaction, userId);
}

/** Deletes a user with everything that they own, as they could themselves. @throws Problem 404. */
export async function removeUser(operation: Operation, userId: string): Promise<void> {
  await requireUser(operation, userId);
  const { transaction, now } = operation;
  await deleteUser({ transaction, now }, userId);
  announceWrite(transaction, calls.deleteAccount, { params: { userId } });
}

/** Creates an invitation for one account. Returns its token, which is stored as a hash alone. */
export async function createInvite({ transaction, now }: Operation, days: number): Promise<string> {
  const token = randomToken();
  const expiresAt = new Date(Date.parse(now) + days * day).toISOString();
  await insertInvite(transaction, { id: v7(), hash: hashToken(token), createdAt: now, expiresAt });
  return token;
}

/** The invitations that can be used. */
export function findInvites({ transaction, now }: Operation): Promise<InviteRow[]> {
  return listInvites(transaction, now);
}

/** Takes an invitation back. @throws Problem 404. */
export async function revokeInvite({ transaction }: Operation, id: string): Promise<void> {
  if (!(await deleteInvite(transaction, id))) throw notFound();
}

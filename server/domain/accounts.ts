import { v7 } from 'uuid';
import * as v from 'valibot';
import type { AccountExport, Availability } from '#contract/account';
import { addressOf } from '#contract/address';
import { calls } from '#contract/calls';
import { Username } from '#contract/username';
import { notFound } from '../http/problem.ts';
import { deleteAvatarRow, deleteOwned, findAvatar, putAvatar, readOwned } from '../storage/account-data.ts';
import { findUser, type UserRow } from '../storage/accounts.ts';
import { recordDeleted } from '../storage/deleted-sessions.ts';
import { findProfile, findUserIdByName, setAvatarUrl } from '../storage/profiles.ts';
import { type Context, requireUser } from './context.ts';

/** Checks whether the caller may take this name. The caller's own name counts as available. */
export async function checkUsername(context: Context, username: string): Promise<Availability> {
  const userId = requireUser(context);
  const parsed = v.safeParse(Username, username);
  if (!parsed.success) return { available: false, reason: parsed.issues[0].message };
  const holderId = await findUserIdByName(context.transaction, parsed.output);
  const isFree = holderId === null || holderId === userId;
  return { available: isFree, reason: isFree ? null : 'is taken' };
}

/** All data of the caller. */
export async function exportAccount(context: Context, publicUrl: string): Promise<AccountExport> {
  const userId = requireUser(context);
  const { transaction, now } = context;
  const { leagues, seasons, sessions } = await readOwned(transaction, userId);
  const user = await findUser(transaction, userId);
  return {
    exportedAt: now,
    profile: await findProfile(transaction, userId),
    account: user === null ? null : toAccount(user),
    leagues,
    seasons,
    sessions: sessions.map((session) => ({
      ...session,
      address: `${publicUrl}${addressOf(calls.getSession, { id: session.id })}`,
    })),
  };
}

function toAccount(user: UserRow): AccountExport['account'] {
  const { email, phone, createdAt, lastSignInAt } = user;
  return { email, phone, createdAt, confirmedAt: user.emailConfirmedAt ?? user.phoneConfirmedAt, lastSignInAt };
}

/** Stores the caller's avatar. Returns its address, which is different for each upload. */
export async function setAvatar(context: Context, publicUrl: string, image: Buffer): Promise<{ avatar_url: string }> {
  const userId = requireUser(context);
  const id = v7();
  await putAvatar(context.transaction, { userId, id, image });
  const avatar_url = `${publicUrl}${addressOf(calls.getAvatar, { userId }, { v: id })}`;
  await setAvatarUrl(context.transaction, userId, avatar_url);
  return { avatar_url };
}

/** Deletes the caller's avatar. */
export async function deleteAvatar(context: Context): Promise<void> {
  const userId = requireUser(context);
  await deleteAvatarRow(context.transaction, userId);
  await setAvatarUrl(context.transaction, userId, null);
}

/** A user's avatar with its id. @throws Problem 404. */
export async function getAvatar({ transaction }: Context, userId: string): Promise<{ id: string; image: Uint8Array }> {
  const avatar = await findAvatar(transaction, userId);
  if (avatar === null) throw notFound();
  return avatar;
}

/** Deletes the caller with all data. Their sessions also disappear from seasons of other users. */
export async function deleteAccount(context: Context): Promise<void> {
  const userId = requireUser(context);
  await recordDeleted(context.transaction, { userId }, context.now);
  await deleteOwned(context.transaction, userId, context.now);
}

import { v7 } from 'uuid';
import * as v from 'valibot';
import type { AccountExport, Availability } from '#contract/account';
import { addressOf } from '#contract/address';
import { calls } from '#contract/calls';
import { Username } from '#contract/profile';
import { notFound } from '../problem.ts';
import { deleteOwned, findAvatar, putAvatar, readOwned, removeAvatar } from '../storage/account-data.ts';
import { findUser, type UserRow } from '../storage/accounts.ts';
import { findByUsername, findProfile, setAvatarUrl } from '../storage/profiles.ts';
import { type Context, memberOf } from './context.ts';
import type { SessionBodies } from './session-bodies.ts';

/** May the caller have this name? Their own they have already. */
export async function checkUsername(context: Context, username: string): Promise<Availability> {
  const userId = memberOf(context);
  const parsed = v.safeParse(Username, username);
  if (!parsed.success) return { available: false, reason: parsed.issues[0].message };
  const other = await findByUsername(context.transaction, username);
  const isFree = other === null || other === userId;
  return { available: isFree, reason: isFree ? null : 'is taken' };
}

/** All that is known of the caller. */
export async function exportAccount(context: Context, publicUrl: string): Promise<AccountExport> {
  const userId = memberOf(context);
  const { transaction, now } = context;
  const { leagues, seasons, sessions } = await readOwned(transaction, userId);
  const user = await findUser(transaction, userId);
  return {
    exportedAt: now,
    profile: await findProfile(transaction, userId),
    account: user === null ? null : accountOf(user),
    leagues,
    seasons,
    sessions: sessions.map((session) => ({
      ...session,
      address: `${publicUrl}${addressOf(calls.getSession, { id: session.id })}`,
    })),
  };
}

function accountOf(user: UserRow): AccountExport['account'] {
  const { email, phone, createdAt, lastSignInAt } = user;
  return { email, phone, createdAt, confirmedAt: user.emailConfirmedAt ?? user.phoneConfirmedAt, lastSignInAt };
}

/** Keeps the caller's picture; answers the address that shows it, which is new every time. */
export async function setAvatar(context: Context, publicUrl: string, image: Buffer): Promise<{ avatar_url: string }> {
  const userId = memberOf(context);
  const id = v7();
  await putAvatar(context.transaction, { userId, id, image });
  const avatar_url = `${publicUrl}${addressOf(calls.getAvatar, { userId }, { v: id })}`;
  await setAvatarUrl(context.transaction, userId, avatar_url);
  return { avatar_url };
}

/** Takes the caller's picture away. */
export async function deleteAvatar(context: Context): Promise<void> {
  const userId = memberOf(context);
  await removeAvatar(context.transaction, userId);
  await setAvatarUrl(context.transaction, userId, null);
}

/** A user's picture with its id. @throws Problem 404. */
export async function getAvatar({ transaction }: Context, userId: string): Promise<{ id: string; image: Uint8Array }> {
  const avatar = await findAvatar(transaction, userId);
  if (avatar === null) throw notFound();
  return avatar;
}

/** Deletes the caller and all that is theirs; results in seasons of others go with the sessions they came from. */
export async function deleteAccount(context: Context, bodies: SessionBodies): Promise<void> {
  await deleteOwned(context.transaction, memberOf(context));
  context.after(() => bodies.clear());
}

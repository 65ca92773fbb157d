import { v7 } from 'uuid';
import * as v from 'valibot';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import type { AccountExport, Availability } from '#contract/entities/account';
import { Username } from '#contract/entities/username';
import { notFound } from '../http/problem.ts';
import { deleteAvatarRow, findAvatar, putAvatar, readOwned } from '../storage/account-data.ts';
import { findUser, type LoginRow, listLogins, type UserRow } from '../storage/accounts.ts';
import { listAnswersOfUser } from '../storage/line-ups.ts';
import { findNameHolders, findProfile, setAvatarUrl } from '../storage/profiles.ts';
import { listClaimsOfUser } from '../storage/roster-claims.ts';
import { listVersionIds } from '../storage/session-versions.ts';
import { listTokens } from '../storage/token-rows.ts';
import { listWebhookChoices } from '../storage/webhooks.ts';
import { type Context, requireRecentSignIn, requireUser } from './context.ts';
import { deleteUser } from './delete-user.ts';
import { listDeletions } from './deletions.ts';
import { listOwnEntries } from './entries.ts';
import { listMemberships } from './members.ts';
import { exportNotices } from './notices/inbox.ts';
import { exportNoticeSettings } from './notices/settings.ts';
import { oldestVersion } from './sessions.ts';

/** Checks whether the caller may take this name. The caller's own name counts as available. */
export async function checkUsername(context: Context, username: string): Promise<Availability> {
  const userId = requireUser(context);
  const parsed = v.safeParse(Username, username);
  if (!parsed.success) return { available: false, reason: parsed.issues[0].message };
  const holders = await findNameHolders(context.transaction, parsed.output);
  const isFree = holders.every((id) => id === userId);
  return { available: isFree, reason: isFree ? null : 'is taken' };
}

/** All data of the caller. */
export async function exportAccount(context: Context, publicUrl: string): Promise<AccountExport> {
  const userId = requireUser(context);
  const { transaction, now } = context;
  const { leagues, seasons, sessions } = await readOwned(transaction, userId);
  const webhooks = await listWebhookChoices(transaction, userId);
  const user = await findUser(transaction, userId);
  const avatar = await findAvatar(transaction, userId);
  const versions = await listVersionIds(transaction, userId, oldestVersion(now));
  const deletions = await listDeletions(context, { hasLeagues: true });
  return {
    exportedAt: now,
    profile: await findProfile(transaction, userId),
    picture: avatar === null ? null : `data:image/webp;base64,${Buffer.from(avatar.image).toString('base64')}`,
    account: user === null ? null : toAccount(user, await listLogins(transaction, userId)),
    leagues: leagues.map((league) => {
      const webhook = webhooks.get(league.id) ?? null;
      return { ...league, hasWebhook: webhook !== null, webhook };
    }),
    seasons,
    memberships: (await listMemberships(context)).filter(({ ownerId }) => ownerId !== userId),
    claims: await listClaimsOfUser(transaction, userId),
    answers: await listAnswersOfUser(transaction, userId),
    entries: await listOwnEntries(context),
    deletions: deletions.filter(({ kind }) => kind !== 'league'),
    deletedLeagues: deletions.filter(({ kind }) => kind === 'league'),
    notices: await exportNotices(context),
    noticeSettings: await exportNoticeSettings(context),
    recorders: await listTokens(transaction, 'recorders', userId),
    tokens: await listTokens(transaction, 'apiTokens', userId),
    sessions: sessions.map((session) => ({
      ...session,
      address: `${publicUrl}${addressOf(calls.getSession, { id: session.id })}`,
      versions: versions
        .filter(({ sessionId }) => sessionId === session.id)
        .map(({ id, storedAt }) => ({
          id,
          storedAt,
          address: `${publicUrl}${addressOf(calls.getSessionVersion, { id: session.id, versionId: id })}`,
        })),
    })),
  };
}

/** The account of an export. Each login has the way it was made, since when it is, and when it last came. */
function toAccount(user: UserRow, logins: readonly LoginRow[]) {
  const { email, newEmail, phone, createdAt, lastSignInAt, userMetadata } = user;
  return {
    email,
    pendingEmail: newEmail,
    phone,
    createdAt,
    confirmedAt: user.emailConfirmedAt ?? user.phoneConfirmedAt,
    lastSignInAt,
    metadata: userMetadata,
    logins: logins.map(({ methods, createdAt: since, refreshedAt }) => ({
      method: methods[0]?.method ?? null,
      createdAt: since,
      refreshedAt,
    })),
  };
}

/** Stores the caller's avatar. Returns its address, which is different for each upload. */
export async function setAvatar(context: Context, publicUrl: string, image: Buffer): Promise<{ avatar_url: string }> {
  const userId = requireUser(context);
  const id = v7();
  await putAvatar(context.transaction, { userId, id, image });
  const path = addressOf(calls.getAvatar, { userId }, { v: id });
  // Without the address of this server, which may change.
  await setAvatarUrl(context.transaction, userId, path);
  return { avatar_url: `${publicUrl}${path}` };
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

/**
 * Deletes the caller with all data, as `deleteUser`. Their sessions also disappear from seasons of other users.
 * @throws Problem 403 when the caller has not signed in a moment ago.
 */
export async function deleteAccount(context: Context): Promise<void> {
  const userId = requireUser(context);
  requireRecentSignIn(context);
  await deleteUser(context, userId);
}

import { v7 } from 'uuid';
import { deleteOwned } from '../storage/account-data.ts';
import { lockProfile } from '../storage/callers.ts';
import { recordDeleted } from '../storage/deleted-sessions.ts';
import { insertLog, listMemberRows, listOwnedLeagues, passLeague, passRecordings } from '../storage/members.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { findProfile } from '../storage/profiles.ts';
import { stayPrivate } from './stay-private.ts';

interface Deletion {
  readonly transaction: Transaction;
  /** ISO 8601, UTC. */
  readonly now: string;
}

/** Deletes a user with everything that they own, but the leagues that have an admin. */
export async function deleteUser({ transaction, now }: Deletion, userId: string): Promise<void> {
  await stayPrivate(transaction, { ownerId: userId }, async () => {
    for (const { leagueId } of await listOwnedLeagues(transaction, userId))
      await passToAdmin({ transaction, now }, leagueId, userId);
    await recordDeleted(transaction, { userId }, now);
    await deleteOwned(transaction, userId, now);
  });
}

/**
 * Makes the admin who joined first the owner of a league, and of the user's seasons in it with their recordings, so that
 * the standings of all its drivers stay.
 */
async function passToAdmin({ transaction, now }: Deletion, leagueId: string, from: string): Promise<void> {
  for (const { userId: to, roles } of await listMemberRows(transaction, [leagueId])) {
    // Locked, so that this account is not deleted meanwhile.
    if (!roles.includes('admin') || !(await lockProfile(transaction, to, false))) continue;
    await passLeague(transaction, { leagueId, from, to, now });
    await passRecordings(transaction, { leagueId, from, to });
    const subject = (await findProfile(transaction, to))?.username ?? null;
    const entry = { id: v7(), leagueId, seasonId: null, at: now, authorId: null };
    await insertLog(transaction, [{ ...entry, action: 'deleteAccount', subject }]);
    return;
  }
}

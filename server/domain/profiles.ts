import { profileSaved } from '#contract/calls/changes';
import type { Profile } from '#contract/entities/profile';
import { notFound } from '../http/problem.ts';
import { isTaken } from '../storage/failures.ts';
import type { Storage, Transaction } from '../storage/open-storage.ts';
import { findProfile, writeProfile } from '../storage/profiles.ts';
import { announceWrite } from './announce-write.ts';
import { type Context, requireUser } from './context.ts';

/** Profiles mirrored since the start, by user id: a repeated call of the same user writes nothing. */
const mirroredProfiles = new WeakMap<Storage, Map<string, string>>();
const maxRemembered = 10_000;

/** The public part of a user's profile. */
export interface PublicProfile {
  readonly userId: string;
  readonly username: string | null;
  /** Left out where it is not known. */
  readonly avatarUrl?: string | null;
}

interface MirrorOptions {
  /** A profile of the user is stored already. */
  readonly isStored: boolean;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** Runs after the write, in its transaction. Throws when the user was deleted meanwhile. */
  readonly check: (transaction: Transaction) => Promise<unknown>;
}

/** Copies a user's name and avatar into this database, for lists and search. */
export async function mirrorProfile(storage: Storage, profile: PublicProfile, options: MirrorOptions): Promise<void> {
  const remembered = mirroredProfiles.get(storage) ?? new Map<string, string>();
  mirroredProfiles.set(storage, remembered);
  const text = JSON.stringify([profile.username, profile.avatarUrl]);
  if (options.isStored && remembered.get(profile.userId) === text) return;
  await writeMirrored(storage, profile, options);
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(profile.userId, text);
}

/** Stores no name when another user has it, ignoring case, instead of refusing the call. */
async function writeMirrored(
  storage: Storage,
  { userId, username, avatarUrl }: PublicProfile,
  { now, check }: MirrorOptions,
): Promise<void> {
  const write = (name: string | null) =>
    storage.transaction(async (transaction) => {
      const row = { id: userId, username: name, createdAt: now, ...(avatarUrl === undefined ? {} : { avatarUrl }) };
      announceWrite(transaction, profileSaved, { params: { userId } });
      const isWritten = await writeProfile(transaction, row);
      await check(transaction);
      return isWritten;
    });
  if (!(await write(username).catch(falseWhenTaken))) await write(null);
}

/** Handles two concurrent writes of the same name. */
function falseWhenTaken(error: unknown): false {
  if (isTaken(error)) return false;
  throw error;
}

/** A user's public profile. @throws Problem 404. */
export async function getProfile({ transaction }: Context, userId: string): Promise<Profile> {
  const profile = await findProfile(transaction, userId);
  if (profile === null) throw notFound();
  return profile;
}

/** The username of the caller, stored with what they decide; null without one. */
export async function callerNameOf(context: Context): Promise<string | null> {
  return (await findProfile(context.transaction, requireUser(context)))?.username ?? null;
}

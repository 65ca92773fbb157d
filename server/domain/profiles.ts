import type { Profile } from '#contract/profile';
import { notFound } from '../problem.ts';
import { isTaken } from '../storage/failures.ts';
import type { Storage } from '../storage/open-storage.ts';
import { findProfile, writeProfile } from '../storage/profiles.ts';
import type { Context } from './context.ts';

/** What has been mirrored since the start, so that a call of a known user writes nothing. */
const mirrored = new WeakMap<Storage, Map<string, string>>();

/** Name and picture of a user, as they are to be shown. */
export interface Face {
  readonly userId: string;
  readonly username: string | null;
  readonly avatarUrl: string | null;
}

/** Mirrors name and picture of a user, so that users can be shown and found (design §4); true when it wrote. */
export async function mirrorProfile(storage: Storage, face: Face, now: string): Promise<boolean> {
  const known = mirrored.get(storage) ?? new Map<string, string>();
  mirrored.set(storage, known);
  const text = JSON.stringify([face.username, face.avatarUrl]);
  if (known.get(face.userId) === text) return false;
  await writeMirrored(storage, face, now);
  if (known.size >= 10_000) known.clear();
  known.set(face.userId, text);
  return true;
}

/** A name that somebody else has already, without regard to case, is left out rather than refused. */
async function writeMirrored(storage: Storage, { userId, username, avatarUrl }: Face, now: string): Promise<void> {
  const row = { id: userId, username, avatarUrl, createdAt: now };
  const isWritten = await storage.transaction((transaction) => writeProfile(transaction, row)).catch(notWhenTaken);
  if (!isWritten) await storage.transaction((transaction) => writeProfile(transaction, { ...row, username: null }));
}

/** Two users took one name in the same moment. */
function notWhenTaken(error: unknown): false {
  if (isTaken(error)) return false;
  throw error;
}

/** A user as others see them. @throws Problem 404. */
export async function getProfile({ transaction }: Context, userId: string): Promise<Profile> {
  const profile = await findProfile(transaction, userId);
  if (profile === null) throw notFound();
  return profile;
}

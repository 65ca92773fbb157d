import { eq } from 'drizzle-orm';
import type { Profile } from '#contract/entities/profile';
import type { Transaction } from './open-storage.ts';
import { profiles } from './tables.ts';

const columns = { id: profiles.id, username: profiles.username, avatar_url: profiles.avatarUrl };

/** The profile of a user; null where there is none. */
export async function readProfileRow(transaction: Transaction, userId: string): Promise<Profile | null> {
  const [row] = await transaction.select(columns).from(profiles).where(eq(profiles.id, userId));
  return row ?? null;
}

/** Inserts a profile. @throws when its id or its name is taken. */
export async function insertProfile(
  transaction: Transaction,
  { id, username = null, avatar_url = null }: Partial<Profile> & Pick<Profile, 'id'>,
  createdAt: string,
): Promise<Profile> {
  const values = { id, username, avatarUrl: avatar_url, createdAt };
  const [inserted] = await transaction.insert(profiles).values(values).returning(columns);
  if (inserted === undefined) throw new Error('an inserted profile was not returned');
  return inserted;
}

/** Changes the given columns of a profile; null where there is none. @throws when its name is taken. */
export async function updateProfile(
  transaction: Transaction,
  userId: string,
  { username, avatar_url }: Partial<Profile>,
): Promise<Profile | null> {
  const found = await readProfileRow(transaction, userId);
  if (found === null) return null;
  const changed = {
    ...found,
    ...(username === undefined ? {} : { username }),
    ...(avatar_url === undefined ? {} : { avatar_url }),
  };
  // An unchanged row is not written: every write drops the cached answers with the user's sessions and seasons.
  if (changed.username === found.username && changed.avatar_url === found.avatar_url) return found;
  const set = { username: changed.username, avatarUrl: changed.avatar_url };
  const [updated] = await transaction.update(profiles).set(set).where(eq(profiles.id, userId)).returning(columns);
  return updated ?? null;
}

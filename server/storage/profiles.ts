import { eq, sql } from 'drizzle-orm';
import type { Profile } from '#contract/entities/profile';
import { nameLikeness } from './name-likeness.ts';
import type { Transaction } from './open-storage.ts';
import { profiles } from './tables.ts';

const columns = { id: profiles.id, username: profiles.username, avatar_url: profiles.avatarUrl };

/** A profile by id. */
export async function findProfile(transaction: Transaction, id: string): Promise<Profile | null> {
  const [row] = await transaction.select(columns).from(profiles).where(eq(profiles.id, id));
  return row ?? null;
}

/** Writes a profile. Returns false when another user has the name, or one that looks like it. A null name keeps the stored one. */
export async function writeProfile(transaction: Transaction, row: typeof profiles.$inferInsert): Promise<boolean> {
  const stored = await findProfile(transaction, row.id);
  // Most callers have the profile that they had before this server was started.
  if (stored !== null && isSame(stored, row)) return true;
  if (row.username != null && !(await reserveName(transaction, row.username, row.id))) return false;
  const written = await transaction.insert(profiles).values(row).onConflictDoNothing().returning({ id: profiles.id });
  if (written.length > 0 || row.username == null) return true;
  const updated = await transaction
    .update(profiles)
    .set({ username: row.username, ...(row.avatarUrl === undefined ? {} : { avatarUrl: row.avatarUrl }) })
    .where(eq(profiles.id, row.id))
    .returning({ id: profiles.id });
  return updated.length > 0;
}

function isSame(stored: Profile, { username, avatarUrl }: typeof profiles.$inferInsert): boolean {
  const isSamePicture = avatarUrl === undefined || stored.avatar_url === avatarUrl;
  return username == null || (stored.username === username && isSamePicture);
}

const isLike = (username: string) => sql`${nameLikeness(profiles.username)} = ${nameLikeness(username)}`;

/**
 * Whether a user may have a name: no other user has one that looks like it, and none gets one before this transaction ends,
 * on whatever server. A user whose own name it is keeps it, also beside an older one that looks like it.
 */
export async function reserveName(transaction: Transaction, username: string, userId: string): Promise<boolean> {
  const own = await findProfile(transaction, userId);
  if (own?.username === username) return true;
  const lock = sql`hashtext('pitboard names'), hashtext(${nameLikeness(username)})`;
  await transaction.execute(sql`select pg_advisory_xact_lock(${lock})`);
  const holders = await findNameHolders(transaction, username);
  return holders.every((id) => id === userId);
}

/** The ids of the users whose names look like this one. */
export async function findNameHolders(transaction: Transaction, username: string): Promise<string[]> {
  const rows = await transaction.select({ id: profiles.id }).from(profiles).where(isLike(username));
  return rows.map(({ id }) => id);
}

/** Stores the address of a user's avatar. */
export async function setAvatarUrl(transaction: Transaction, id: string, avatarUrl: string | null): Promise<void> {
  await transaction.update(profiles).set({ avatarUrl }).where(eq(profiles.id, id));
}

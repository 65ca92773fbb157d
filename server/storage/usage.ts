import { sql } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { leagues, seasons, sessions, sessionVersions } from './tables.ts';

/** Amounts that a user has stored, by kind. */
export type Stored = Readonly<Record<'sessions' | 'bytes' | 'leagues' | 'seasons', number>>;

/** Counts what a user has stored and not deleted. The size of a large value is read without the value. */
export async function countStored(transaction: Transaction, userId: string): Promise<Stored> {
  const [row] = await transaction
    .select({
      sessions:
        sql<number>`(select count(*) from ${sessions} where user_id = ${userId} and deleted_at is null)`.mapWith(
          Number,
        ),
      bytes: sql<number>`(
        select coalesce(sum(octet_length(detail)), 0) from ${sessions} where user_id = ${userId} and deleted_at is null
      ) + (
        select coalesce(sum(octet_length(versions.detail)), 0) from ${sessionVersions} versions
        join ${sessions} owned on owned.id = versions.session_id where owned.user_id = ${userId} and owned.deleted_at is null
      )`.mapWith(Number),
      leagues: sql<number>`(select count(*) from ${leagues} where owner_id = ${userId} and deleted_at is null)`.mapWith(
        Number,
      ),
      seasons: sql<number>`(select count(*) from ${seasons} where owner_id = ${userId} and deleted_at is null)`.mapWith(
        Number,
      ),
    })
    .from(sql`(select 1) as one`);
  return row ?? { sessions: 0, bytes: 0, leagues: 0, seasons: 0 };
}

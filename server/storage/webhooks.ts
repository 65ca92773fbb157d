import { type AnyColumn, and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { leagueSeasons, leagues, leagueWebhooks, seasons } from './tables.ts';
import { seasonsVisibleTo } from './visibility.ts';

export type WebhookRow = typeof leagueWebhooks.$inferSelect;

/** The webhook of a league, or null. */
export async function findWebhook(transaction: Transaction, leagueId: string): Promise<WebhookRow | null> {
  const [row] = await transaction.select().from(leagueWebhooks).where(eq(leagueWebhooks.leagueId, leagueId));
  return row ?? null;
}

/** Stores the webhook of a league; the one before is forgotten. */
export async function putWebhook(transaction: Transaction, row: WebhookRow): Promise<void> {
  const { leagueId, ...set } = row;
  await transaction.insert(leagueWebhooks).values(row).onConflictDoUpdate({ target: leagueWebhooks.leagueId, set });
}

/** Removes the webhook of a league. Returns false when it has none. */
export async function deleteWebhookRow(transaction: Transaction, leagueId: string): Promise<boolean> {
  const removed = await transaction
    .delete(leagueWebhooks)
    .where(eq(leagueWebhooks.leagueId, leagueId))
    .returning({ leagueId: leagueWebhooks.leagueId });
  return removed.length > 0;
}

/** Notes that a webhook does not exist any more, unless it was replaced meanwhile. */
export async function setWebhookGone(
  transaction: Transaction,
  { leagueId, token }: Pick<WebhookRow, 'leagueId' | 'token'>,
  goneAt: string,
): Promise<boolean> {
  const marked = await transaction
    .update(leagueWebhooks)
    .set({ goneAt })
    .where(and(eq(leagueWebhooks.leagueId, leagueId), eq(leagueWebhooks.token, token)))
    .returning({ leagueId: leagueWebhooks.leagueId });
  return marked.length > 0;
}

/** A league with a webhook that works. */
export type Announcer = Pick<WebhookRow, 'leagueId' | 'standings' | 'results' | 'reminders'>;

/** The limit of leagues that announce a season: any user can add a visible season to their own leagues. */
const maxAnnouncers = 50;

/**
 * The leagues with a season that have a webhook that works: those of its own owner first, then those that have had it
 * longest. The season may be a column of another query. Whether their owners may see it is left to the caller.
 */
export function selectAnnouncers(
  transaction: Transaction,
  seasonId: string | AnyColumn,
  leagueIds?: readonly string[],
) {
  const { leagueId, standings, results, reminders } = leagueWebhooks;
  return transaction
    .select({ leagueId, standings, results, reminders, ownerId: leagues.ownerId })
    .from(leagueSeasons)
    .innerJoin(leagueWebhooks, eq(leagueWebhooks.leagueId, leagueSeasons.leagueId))
    .innerJoin(leagues, eq(leagues.id, leagueSeasons.leagueId))
    .innerJoin(seasons, eq(seasons.id, leagueSeasons.seasonId))
    .where(
      and(
        eq(leagueSeasons.seasonId, seasonId),
        isNull(leagueWebhooks.goneAt),
        isNull(leagues.deletedAt),
        isNull(seasons.deletedAt),
        leagueIds === undefined ? undefined : inArray(leagues.id, [...leagueIds]),
      ),
    )
    .orderBy(desc(eq(leagues.ownerId, seasons.ownerId)), asc(leagueSeasons.addedAt), asc(leagues.id))
    .limit(maxAnnouncers)
    .as('announcers');
}

/** The leagues that announce a season, or those of them with these ids: their owners may see it. */
export function listAnnouncers(
  transaction: Transaction,
  seasonId: string,
  leagueIds?: readonly string[],
): Promise<Announcer[]> {
  const announcers = selectAnnouncers(transaction, seasonId, leagueIds);
  const { leagueId, standings, results, reminders, ownerId } = announcers;
  return transaction
    .select({ leagueId, standings, results, reminders })
    .from(announcers)
    .innerJoin(seasons, eq(seasons.id, seasonId))
    .where(seasonsVisibleTo(ownerId));
}

/** The choices of the webhooks of a user's leagues, by league. */
export async function listWebhookChoices(transaction: Transaction, ownerId: string) {
  const { leagueId, goneAt, standings, results, reminders } = leagueWebhooks;
  const rows = await transaction
    .select({ leagueId, goneAt, standings, results, reminders })
    .from(leagueWebhooks)
    .innerJoin(leagues, eq(leagues.id, leagueId))
    .where(and(eq(leagues.ownerId, ownerId), isNull(leagues.deletedAt)));
  return new Map(rows.map(({ leagueId: id, ...choices }) => [id, choices]));
}

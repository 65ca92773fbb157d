import { and, eq, exists, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { leagueSeasons, leagues, leagueWebhooks } from './tables.ts';

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
export interface Announcer extends Pick<WebhookRow, 'leagueId' | 'standings' | 'results' | 'reminders'> {
  readonly ownerId: string;
}

/** The leagues with a season that have a webhook. */
export function listAnnouncers(transaction: Transaction, seasonId: string): Promise<Announcer[]> {
  const { leagueId, standings, results, reminders } = leagueWebhooks;
  return transaction
    .select({ leagueId, standings, results, reminders, ownerId: leagues.ownerId })
    .from(leagueWebhooks)
    .innerJoin(leagues, eq(leagues.id, leagueWebhooks.leagueId))
    .where(
      and(
        isNull(leagueWebhooks.goneAt),
        exists(
          transaction
            .select({ one: sql`1` })
            .from(leagueSeasons)
            .where(and(eq(leagueSeasons.leagueId, leagueWebhooks.leagueId), eq(leagueSeasons.seasonId, seasonId))),
        ),
      ),
    );
}

/** Which of these leagues have a webhook. */
export async function listWithWebhook(transaction: Transaction, leagueIds: readonly string[]): Promise<Set<string>> {
  const rows = await transaction
    .select({ leagueId: leagueWebhooks.leagueId })
    .from(leagueWebhooks)
    .where(inArray(leagueWebhooks.leagueId, [...leagueIds]));
  return new Set(rows.map(({ leagueId }) => leagueId));
}

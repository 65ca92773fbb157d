import type { LiveSummary } from '#contract/entities/live-session';
import { removeDeletedOfEvent } from '../storage/deleted-sessions.ts';
import type { Transaction } from '../storage/open-storage.ts';
import {
  attachSessions,
  clearLive,
  findEventOfLive,
  listAttached,
  listEventsOfLive,
} from '../storage/season-events.ts';
import { updateSeasonRow } from '../storage/seasons.ts';
import { type Context, callerIdOf } from './context.ts';
import { maxSessions } from './season-bounds.ts';
import { teamsOf } from './season-teams.ts';

/**
 * The event that a live session is the race of, in a season that the caller may see, with the teams of that season. Of several,
 * it is one of the recorder's own seasons: an event of another user that names the session must not replace it.
 */
export async function getEventOfLive(context: Context, liveId: string): Promise<Pick<LiveSummary, 'event'>> {
  const found = await findEventOfLive(context.transaction, liveId, callerIdOf(context));
  if (found === null) return {};
  const { season, ...event } = found;
  const { teams, chosen } = teamsOf(season);
  return {
    event: {
      ...event,
      ...(teams.length === 0 ? {} : { teams }),
      ...(chosen.length === 0 ? {} : { teamColours: chosen }),
    },
  };
}

/** Attaches the stored session of a live session to the events whose race it was. Null: there is no stored session. */
export async function attachEnded(
  transaction: Transaction,
  liveId: string,
  { sessionId, now }: { readonly sessionId: string | null; readonly now: string },
): Promise<void> {
  for (const { seasonId, eventId } of await listEventsOfLive(transaction, liveId)) {
    // Locks the season first, as every other change of it does.
    await updateSeasonRow(transaction, seasonId, { updatedAt: now });
    await clearLive(transaction, eventId);
    // A session counts once in a season.
    const attached = await listAttached(transaction, seasonId);
    const isAttached = attached.some(({ session }) => session.id === sessionId);
    if (sessionId !== null && !isAttached && attached.length < maxSessions) {
      await attachSessions(transaction, eventId, [sessionId]);
      await removeDeletedOfEvent(transaction, eventId);
    }
  }
}

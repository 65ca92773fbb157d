import type { LiveSummary } from '#contract/entities/live-session';
import type { Track } from '#contract/enumerations';
import { removeDeletedOfEvent } from '../storage/deleted-sessions.ts';
import type { Transaction } from '../storage/open-storage.ts';
import {
  attachSessions,
  canHold,
  clearLive,
  findSeasonOfTeams,
  listAttached,
  listEventOfEachLive,
  listEventsOfLive,
} from '../storage/season-events.ts';
import { updateSeasonRow } from '../storage/seasons.ts';
import { type Context, callerIdOf } from './context.ts';
import { maxSessions } from './season-bounds.ts';
import { keepColours, teamsOf } from './season-teams.ts';

type LiveEvent = NonNullable<LiveSummary['event']>;

/**
 * These live sessions with the events that they are the races of, in seasons that the caller may see. If there are
 * several, it is one of the recorder's own seasons: an event of another user that names the session must not replace
 * it.
 */
export async function withEventsOfLive(context: Context, sessions: readonly LiveSummary[]): Promise<LiveSummary[]> {
  const found = await findEventsOfLive(
    context,
    sessions.map(({ id }) => id),
  );
  return sessions.map((session) => {
    const event = found.get(session.id);
    return event === undefined ? session : { ...session, event };
  });
}

/** The event that a live session is the race of, with the teams of its season; null without one that the caller may see. */
export async function getEventOfLive(context: Context, liveId: string): Promise<LiveEvent | null> {
  const event = (await findEventsOfLive(context, [liveId])).get(liveId);
  if (event === undefined) return null;
  const season = await findSeasonOfTeams(context.transaction, event.seasonId);
  const teamColours = await teamsOf(context, event.seasonId, season);
  return teamColours.length === 0 ? event : { ...event, teams: teamColours.map(({ team }) => team), teamColours };
}

async function findEventsOfLive(context: Context, liveIds: readonly string[]): Promise<Map<string, LiveEvent>> {
  if (liveIds.length === 0) return new Map();
  const rows = await listEventOfEachLive(context.transaction, liveIds, callerIdOf(context));
  // The contract has checked the track.
  return new Map(rows.map(({ liveId, track, ...event }) => [liveId ?? '', { ...event, track: track as Track }]));
}

const nobody = { userId: null, keyHash: null };

/** Attaches the stored session of a live session to the events whose race it was. Null: there is no stored session. */
export async function attachEnded(
  transaction: Transaction,
  liveId: string,
  { sessionId, now }: { readonly sessionId: string | null; readonly now: string },
): Promise<void> {
  for (const { seasonId, eventId } of await listEventsOfLive(transaction, liveId)) {
    // Locks the season first, as every other change of it does.
    const changed = await updateSeasonRow(transaction, seasonId, { updatedAt: now });
    const row = await keepColours({ transaction, now }, changed);
    await clearLive(transaction, eventId);
    // A session counts once in a season.
    const attached = await listAttached(transaction, nobody, seasonId);
    const isAttached = attached.some(({ session }) => session.id === sessionId);
    if (sessionId === null || isAttached || attached.length >= maxSessions) continue;
    // Anybody can name a race that runs: its private session is not theirs.
    if (await canHold(transaction, seasonId, sessionId)) {
      await attachSessions(transaction, eventId, [sessionId]);
      await removeDeletedOfEvent(transaction, eventId);
      await keepColours({ transaction, now }, row);
    }
  }
}

import { calls } from '#contract/calls/by-name';
import { SessionStatus, SessionType, Track } from '#contract/enumerations';
import { removeDeletedOfEvent } from '../storage/deleted-sessions.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { attachSessions, listAttached, listEventsOfLive, listTakingEvents } from '../storage/season-events.ts';
import { findSeason, updateSeasonRow } from '../storage/seasons.ts';
import { announceWrite } from './announce-write.ts';
import { type Context, requireUser, viewerOf } from './context.ts';
import { maxSessions } from './season-bounds.ts';
import { keepColours } from './season-teams.ts';

/** A recording belongs to an event whose start is not further from its own, in ms. */
const longestDistance = 24 * 60 * 60_000;

interface Recorded {
  readonly id: string;
  readonly internalSessionId: string;
  readonly trackId: number;
  readonly sessionType: number;
  readonly sessionStartTime: string;
}

/** The events that take the recordings of a user at a track and time, the nearest first. */
export async function listEventsOfRecording(
  transaction: Transaction,
  userId: string,
  { trackId, sessionStartTime }: Pick<Recorded, 'trackId' | 'sessionStartTime'>,
): Promise<{ readonly seasonId: string; readonly eventId: string }[]> {
  const start = Date.parse(sessionStartTime);
  return (await listTakingEvents(transaction, userId, trackId))
    .map(({ startsAt, ...event }) => ({
      ...event,
      distance: startsAt === null ? longestDistance : Math.abs(Date.parse(startsAt) - start),
    }))
    .filter(({ distance }) => distance <= longestDistance)
    .sort((one, other) => one.distance - other.distance);
}

/**
 * Attaches a session that a recorder of the caller has stored to the events that take recordings, of their own seasons and
 * those that they record for: in each season to the nearest event at its track. The recorder itself names no event, so that its token can change
 * none. A season that has the race in an event of its owner's choice gets it there, when the live session ends. The
 * owner decides which of two results under one id of the game counts.
 */
export async function attachRecorded(context: Context, session: Recorded, liveId: string | null): Promise<void> {
  const { transaction, now } = context;
  if (session.sessionType === SessionType.TimeTrial || session.trackId === Track.Unknown) return;
  const userId = requireUser(context);
  const chosen = liveId === null ? [] : await listEventsOfLive(transaction, liveId);
  const taking = (await listEventsOfRecording(transaction, userId, session)).filter(
    (event) => !chosen.some(({ seasonId }) => seasonId === event.seasonId),
  );
  const nearest = new Map([...taking].reverse().map((event) => [event.seasonId, event.eventId]));
  // The same order in every transaction.
  for (const [seasonId, eventId] of [...nearest].sort(([one], [other]) => (one < other ? -1 : 1))) {
    // Null: it was deleted in the meantime.
    if ((await findSeason(transaction, seasonId, userId, true)) === null) continue;
    const attached = await listAttached(transaction, viewerOf(context), seasonId);
    const isAttached = attached.some(
      ({ session: { id, internalSessionId, sessionStatus } }) =>
        id === session.id ||
        (internalSessionId === session.internalSessionId && sessionStatus === SessionStatus.Finished),
    );
    if (isAttached || attached.length >= maxSessions) continue;
    const row = await keepColours(context, await updateSeasonRow(transaction, seasonId, { updatedAt: now }));
    await attachSessions(transaction, eventId, [session.id]);
    await removeDeletedOfEvent(transaction, eventId);
    await keepColours(context, row);
    announceWrite(transaction, calls.addEventSession, { params: { seasonId, eventId, sessionId: session.id } });
  }
}

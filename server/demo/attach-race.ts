import { Track } from '#contract/enumerations';
import type { Context } from '../domain/context.ts';
import { getSeason } from '../domain/load-season.ts';
import { removeSession, updateEvent } from '../domain/season-events.ts';
import { listSeasonsOf } from '../domain/seasons.ts';
import type { Storage } from '../storage/open-storage.ts';
import { demoAdmin, demoRecorder } from './fill.ts';

/** Where the live race is driven: the last event of the demo season. */
const demoTrack = Track.Zandvoort;

/** Makes a live session the race of the last event of the demo season, in place of the race before it. */
export async function attachRace(storage: Storage, liveId: string, now: Date): Promise<void> {
  await storage.transaction(async (transaction) => {
    const context: Context = {
      transaction,
      caller: demoAdmin,
      right: 'manageSeason',
      now: now.toISOString(),
      afterCommit: () => undefined,
    };
    for (const { id } of await listSeasonsOf(context, demoAdmin.userId)) {
      const { value: season } = await getSeason(context, id);
      const event = season.events.find(({ track }) => track === demoTrack);
      if (event === undefined || event.liveId === liveId) continue;
      const target = { id, eventId: event.id, expected: null };
      for (const { session } of event.sessions) {
        if (session.userId === demoRecorder.userId) await removeSession(context, { ...target, sessionId: session.id });
      }
      await updateEvent(context, { ...target, changes: { liveId } });
    }
  });
}

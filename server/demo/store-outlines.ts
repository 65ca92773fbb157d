import type { Track } from '#contract/enumerations';
import { storeOutline } from '../domain/outlines.ts';
import type { Storage } from '../storage/open-storage.ts';
import { demoTrack } from './attach-race.ts';
import { courseOf, outlineOf } from './course.ts';
import { demoAdmin, demoRecorder, demoTimekeeper, demoTracks } from './fill.ts';

/** In m: as exact as a good lap. */
const error = 5;

/** Stores the outlines of the demo's tracks: its maps are there from the first lap on. */
export async function storeDemoOutlines(storage: Storage, liveId: string, now: Date): Promise<void> {
  const store = async (trackId: Track, { userId }: { readonly userId: string }) => {
    const course = courseOf(trackId);
    const outline = { trackId, length: course.length, points: outlineOf(course), error, liveId, userId };
    await storeOutline(storage, outline, now.toISOString());
  };
  for (const user of [demoRecorder, demoTimekeeper]) await store(demoTrack, user);
  for (const track of demoTracks) await store(track, demoAdmin);
}

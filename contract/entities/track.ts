import * as v from 'valibot';
import { TrackNumber } from '../enumerations.ts';
import { Instant, real, Uuid, whole } from '../values/values.ts';

const coordinate = real(-100_000, 100_000);

/**
 * The outline of a track, recorded on one lap: points at equal parts of the lap, from the start line in the
 * direction of driving, as x and z in m. No points without an outline.
 */
export const TrackOutline = v.object({
  trackId: TrackNumber,
  /** The length of a lap in m; null without an outline. */
  length: v.nullable(whole(0, 100_000)),
  points: v.pipe(v.array(v.tuple([coordinate, coordinate])), v.maxLength(2_000)),
  /** When it was recorded, and in which live session. */
  source: v.nullable(v.object({ liveId: v.nullable(Uuid), learnedAt: Instant })),
});

export type TrackOutline = v.InferOutput<typeof TrackOutline>;

import * as v from 'valibot';
import { TrackNumber } from '../enumerations.ts';
import { Instant, real, Uuid, whole } from '../values/values.ts';

const coordinate = real(-100_000, 100_000);

/** Where the outline of a track comes from. */
export const OutlineSource = v.object({
  /** The live session that it was recorded in; null where it is gone. */
  liveId: v.nullable(Uuid),
  /** When it was recorded. */
  learnedAt: Instant,
});

/**
 * The outline of a track, recorded on one lap: points at equal parts of the lap, from the start line in the direction of
 * driving.
 */
export const TrackOutline = v.object({
  /** The track. */
  trackId: TrackNumber,
  /** The length of a lap in m; null without an outline. */
  length: v.nullable(whole(0, 100_000)),
  /** Each as x and z in m, in the axes of the game’s world; empty without an outline. */
  points: v.pipe(v.array(v.tuple([coordinate, coordinate])), v.maxLength(2_000)),
  /** Where it comes from; null without an outline. */
  source: v.nullable(OutlineSource),
});

export type TrackOutline = v.InferOutput<typeof TrackOutline>;

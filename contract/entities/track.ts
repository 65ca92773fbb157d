import * as v from 'valibot';
import { TrackNumber } from '../enumerations.ts';
import { real, whole } from '../values/values.ts';

const coordinate = real(-100_000, 100_000);

/** The outline of a track: points at equal parts of a lap, from the start line in the direction of driving. */
export const TrackOutline = v.object({
  /** The track. */
  trackId: TrackNumber,
  /** The length of a lap in m; null without an outline. */
  length: v.nullable(whole(0, 100_000)),
  /** Each as x and z in m, in the axes of the game’s world; empty without an outline. */
  points: v.pipe(v.array(v.tuple([coordinate, coordinate])), v.maxLength(2_000)),
  /** Null. Earlier apps read it. */
  source: v.null_(),
});

export type TrackOutline = v.InferOutput<typeof TrackOutline>;

import * as v from 'valibot';
import { whole } from '../values/values.ts';

/** How much of a session its recorder has received. */
export const Completeness = v.object({
  /** The laps that all drivers have completed. */
  laps: whole(0, 100_000),
  /** Those of them that have a time. */
  lapsRecorded: whole(0, 100_000),
  /** The packets with positions that the game has sent; null where that is not known. */
  packets: v.nullable(whole(0, 1e9)),
  /** Those of them that were not received. */
  packetsLost: v.nullable(whole(0, 1e9)),
  /** How often all cars stopped, by the game’s count; those that are listed may be fewer. Absent where it is not known. */
  pitStops: v.nullish(whole(0, 100_000)),
});

export type Completeness = v.InferOutput<typeof Completeness>;

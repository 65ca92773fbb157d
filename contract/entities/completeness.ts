import * as v from 'valibot';
import { whole } from '../values/values.ts';

/** How much of a session its recorder has received. */
export const Completeness = v.object({
  /** The laps that all drivers have completed. */
  laps: whole(0, 100_000),
  /** The laps with a time among them. */
  lapsRecorded: whole(0, 100_000),
  /** The packets with positions that the game has sent; null where that is not known. */
  packets: v.nullable(whole(0, 1e9)),
  /** The packets that were not received among them. */
  packetsLost: v.nullable(whole(0, 1e9)),
  /** The pit stops of all cars, as the game counts them; fewer may be listed. Absent where it is not known. */
  pitStops: v.nullish(whole(0, 100_000)),
});

export type Completeness = v.InferOutput<typeof Completeness>;

import * as v from 'valibot';
import { oneOf } from '../enumerations.ts';
import { whole } from '../values/values.ts';
import { liveFlags } from './track-flag.ts';

/** A change of the flag, a car that came to the pits, a car that is out. */
export const RaceControlKind = { Flag: 0, Stop: 1, Out: 2 } as const;
/** The numbers of `liveFlags`, by names as other enumerations have them. */
export const liveFlagNumbers = Object.fromEntries(
  liveFlags.map((flag, number) => [`${flag.charAt(0).toUpperCase()}${flag.slice(1)}`, number]),
);
/** The most entries of a session; later ones are left out. */
export const maxRaceControl = 500;

/**
 * An entry that the server makes by itself, because recorders send states without their times. `time` in ms since the start
 * of the session; `flag` is an index of `liveFlags`, `sectors` those of a yellow one, from 1; `stop` is the key of the stop.
 */
export const RaceControlEntry = v.object({
  kind: oneOf(RaceControlKind, RaceControlKind.Flag),
  time: v.nullish(whole(0, 604_800_000)),
  lapNum: v.nullish(whole(0, 255)),
  flag: v.nullish(oneOf(liveFlagNumbers)),
  sectors: v.optional(v.pipe(v.array(whole(1, 3)), v.maxLength(3))),
  driverIdx: v.nullish(whole(0, 63)),
  stop: v.nullish(whole(0, 99_999)),
});

export const RaceControlEntries = v.pipe(v.array(RaceControlEntry), v.maxLength(maxRaceControl));
export type RaceControlEntry = v.InferOutput<typeof RaceControlEntry>;

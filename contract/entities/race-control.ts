import * as v from 'valibot';
import { oneOf } from '../enumerations.ts';
import { SessionMilliseconds } from '../values/recorded-values.ts';
import { whole } from '../values/values.ts';
import { liveFlags } from './track-flag.ts';

/** What an entry of race control is: a flag, a stop in the pits, or a car that is out. */
export const RaceControlKind = { Flag: 0, Stop: 1, Out: 2 } as const;
/** The flag over the whole track, or what stands above it. */
export const RaceControlFlag = Object.fromEntries(
  liveFlags.map((flag, number) => [`${flag.charAt(0).toUpperCase()}${flag.slice(1)}`, number]),
);
export const RaceControlKindNumber = oneOf(RaceControlKind, RaceControlKind.Flag);
export const RaceControlFlagNumber = oneOf(RaceControlFlag);

/** The most entries of a session; later ones are left out. */
export const maxRaceControl = 500;

/**
 * A change of the flag, a car that came to the pits, or a car that is out. The server makes it by itself, because recorders
 * send states without their times.
 */
export const RaceControlEntry = v.object({
  /** The kind of entry. */
  kind: RaceControlKindNumber,
  /** In ms since the start of the session. */
  time: v.nullish(SessionMilliseconds),
  /** The lap of the leader; of a stop, its own. */
  lapNum: v.nullish(whole(0, 255)),
  /** The flag, or what stands above it. */
  flag: v.nullish(RaceControlFlagNumber),
  /** The sectors in which it is yellow, from 1. */
  sectors: v.optional(v.pipe(v.array(whole(1, 3)), v.maxLength(3))),
  /** The carIndex of the car. */
  driverIdx: v.nullish(whole(0, 63)),
  /** The number of the stop in pitStops, from 0. */
  stop: v.nullish(whole(0, 99_999)),
});

export const RaceControlEntries = v.pipe(v.array(RaceControlEntry), v.maxLength(maxRaceControl));
export type RaceControlEntry = v.InferOutput<typeof RaceControlEntry>;

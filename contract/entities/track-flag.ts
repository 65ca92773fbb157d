import type { NumberOf } from '../enumerations.ts';

/** The flag that is shown on the track or in a sector. */
export const TrackFlag = { Clear: 0, Yellow: 1, DoubleYellow: 2, Red: 3 } as const;

/** Where a car is that may be in the pits, as in the game: on the track, in the pit lane, at its box. */
export const PitStatus = { None: 0, InLane: 1, InBox: 2 } as const;

/** The activity of a driver in practice or qualifying, as in the game. */
export const DriverStatus = { Garage: 0, FlyingLap: 1, InLap: 2, OutLap: 3, OnTrack: 4 } as const;

/** The flag over the whole track, or what stands above it, by number. */
export const liveFlags = [
  'green',
  'yellow',
  'doubleYellow',
  'red',
  'safetyCar',
  'safetyCarEnding',
  'virtualSafetyCar',
  'virtualSafetyCarEnding',
  'formationLap',
  'chequered',
] as const;
export type LiveFlag = (typeof liveFlags)[number];

export type TrackFlag = NumberOf<typeof TrackFlag>;
export type PitStatus = NumberOf<typeof PitStatus>;
export type DriverStatus = NumberOf<typeof DriverStatus>;

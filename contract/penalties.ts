import type * as v from 'valibot';
import { oneOf, PitLanePenalty } from './enumerations.ts';

/** A penalty type of the game; Unknown is any that is not in the list. */
export const PenaltyType = {
  Unknown: -1,
  ...PitLanePenalty,
  GridPenalty: 2,
  PenaltyReminder: 3,
  TimePenalty: 4,
  Warning: 5,
  Disqualified: 6,
  RemovedFromFormationLap: 7,
  ParkedTooLongTimer: 8,
  TyreRegulations: 9,
  ThisLapInvalidated: 10,
  ThisAndNextLapInvalidated: 11,
  ThisLapInvalidatedWithoutReason: 12,
  ThisAndNextLapInvalidatedWithoutReason: 13,
  ThisAndPreviousLapInvalidated: 14,
  ThisAndPreviousLapInvalidatedWithoutReason: 15,
  Retired: 16,
  BlackFlagTimer: 17,
} as const;

/** A kind of warning. */
export const WarningType = { CornerCutting: 0, Other: 1 } as const;

export const PenaltyTypeNumber = oneOf(PenaltyType);
export const WarningTypeNumber = oneOf(WarningType, WarningType.Other);

export type PenaltyType = v.InferOutput<typeof PenaltyTypeNumber>;
export type WarningType = v.InferOutput<typeof WarningTypeNumber>;

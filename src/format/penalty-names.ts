import { PenaltyType } from '#contract/penalties';

const penaltyNames: Record<PenaltyType, string> = {
  [PenaltyType.Unknown]: 'Penalty',
  [PenaltyType.DriveThrough]: 'Drive-through',
  [PenaltyType.StopGo]: 'Stop-go',
  [PenaltyType.GridPenalty]: 'Grid penalty',
  [PenaltyType.PenaltyReminder]: 'Penalty reminder',
  [PenaltyType.TimePenalty]: 'Time penalty',
  [PenaltyType.Warning]: 'Warning',
  [PenaltyType.Disqualified]: 'Disqualified',
  [PenaltyType.RemovedFromFormationLap]: 'Removed from formation lap',
  [PenaltyType.ParkedTooLongTimer]: 'Parked too long',
  [PenaltyType.TyreRegulations]: 'Tyre regulations',
  [PenaltyType.ThisLapInvalidated]: 'Lap deleted',
  [PenaltyType.ThisAndNextLapInvalidated]: 'This lap and the next deleted',
  [PenaltyType.ThisLapInvalidatedWithoutReason]: 'Lap deleted',
  [PenaltyType.ThisAndNextLapInvalidatedWithoutReason]: 'This lap and the next deleted',
  [PenaltyType.ThisAndPreviousLapInvalidated]: 'This lap and the previous deleted',
  [PenaltyType.ThisAndPreviousLapInvalidatedWithoutReason]: 'This lap and the previous deleted',
  [PenaltyType.Retired]: 'Retired',
  [PenaltyType.BlackFlagTimer]: 'Black flag',
};

/** The name of a penalty. */
export function penaltyName(type: PenaltyType): string {
  return penaltyNames[type];
}

/** The game's infringements by number. */
const infringements: readonly string[] = [
  'blocking by driving slowly',
  'blocking by driving the wrong way',
  'reversing off the start line',
  'big collision',
  'small collision',
  'place not given back after a collision',
  'places not given back after a collision',
  'time gained by cutting a corner',
  'overtake by cutting a corner',
  'overtakes by cutting a corner',
  'crossing the pit exit line',
  'ignoring blue flags',
  'ignoring yellow flags',
  'ignoring a drive-through',
  'too many drive-throughs',
  'drive-through still to be served',
  'drive-through to be served this lap',
  'speeding in the pit lane',
  'parked for too long',
  'ignoring tyre regulations',
  'too many penalties',
  'repeated warnings',
  'close to disqualification',
  'one tyre compound only',
  'one tyre compound only',
  'corner cut',
  'ran wide',
  'ran wide, small gain',
  'ran wide, clear gain',
  'ran wide, extreme gain',
  'wall riding',
  'flashback used',
  'reset to track',
  'blocking the pit lane',
  'jump start',
  'collision behind the safety car',
  'overtake behind the safety car',
  'too fast behind the safety car',
  'too fast under the virtual safety car',
  'too slow on the formation lap',
  'parked on the formation lap',
  'mechanical failure',
  'terminal damage',
  'too far behind the safety car',
  'black flag timer',
  'stop-go not served',
  'drive-through not served',
  'engine component change',
  'gearbox change',
  'parc fermé change',
  'league grid penalty',
  'retry penalty',
  'time gained illegally',
  'mandatory stop not made',
  'attribute assigned',
];

/** The name of an infringement; null when it is unknown. */
export function infringementName(number: number | null): string | null {
  return number === null ? null : (infringements[number] ?? null);
}

import { type LiveFlag, TrackFlag } from '../entities/track-flag.ts';
import { isRace, ResultStatus, SafetyCarStatus, SessionType } from '../enumerations.ts';
import type { LiveDocument } from '../live/document.ts';

const safetyCars = {
  [SafetyCarStatus.None]: null,
  [SafetyCarStatus.Full]: 'safetyCar',
  [SafetyCarStatus.Virtual]: 'virtualSafetyCar',
  [SafetyCarStatus.FormationLap]: 'formationLap',
} as const;
const trackFlags = {
  [TrackFlag.Clear]: 'green',
  [TrackFlag.Yellow]: 'yellow',
  [TrackFlag.DoubleYellow]: 'doubleYellow',
  [TrackFlag.Red]: 'red',
} as const;

/** The flag that counts most, and the sectors of a yellow one, from 1; none where it is shown everywhere. */
export function liveFlag(
  {
    safetyCarStatus = SafetyCarStatus.None,
    isSafetyCarEnding = false,
    trackFlag,
    sectorFlags = {},
    sessionType = SessionType.Unknown,
    sessionTimeLeft,
  }: Partial<LiveDocument>,
  leader: ResultStatus | undefined,
): { readonly flag: LiveFlag; readonly sectors: readonly number[] } {
  const worst = Math.max(trackFlag ?? TrackFlag.Clear, ...Object.values(sectorFlags)) as TrackFlag;
  const safetyCar = safetyCars[safetyCarStatus];
  const isTimeUp = !isRace(sessionType) && sessionType !== SessionType.Unknown && sessionTimeLeft === 0;
  if (leader === ResultStatus.Finished || isTimeUp) return { flag: 'chequered', sectors: [] };
  if (worst === TrackFlag.Red) return { flag: 'red', sectors: [] };
  if (safetyCar !== null) {
    const isEnding = isSafetyCarEnding && safetyCar !== 'formationLap';
    return { flag: isEnding ? `${safetyCar}Ending` : safetyCar, sectors: [] };
  }
  const sectors = Object.entries(sectorFlags).flatMap(([index, flag]) =>
    flag === TrackFlag.Clear ? [] : [Number(index) + 1],
  );
  return { flag: trackFlags[worst], sectors };
}

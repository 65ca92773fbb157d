import { isRace, ResultStatus, SessionType } from '../enumerations.ts';
import type { LiveDocument, LiveDriver } from '../live/document.ts';
import { liveFlag } from './live-flag.ts';
import { lapsOf } from './live-laps.ts';
import { median } from './median.ts';

/**
 * How long ago the lights of a race went out, in ms, at the time of its document: the laps of a car that is racing, and the
 * time of its current one. The median of all such cars, because a car may have a lap without a time. Null for other sessions,
 * before the start, and where no car has it.
 */
export function timeSinceLightsOut(document: Partial<LiveDocument>): number | null {
  if (!isRace(document.sessionType ?? SessionType.Unknown)) return null;
  if (liveFlag(document, undefined).flag === 'formationLap') return null;
  const times = Object.values(document.drivers ?? {})
    .map(raceTime)
    .filter((time) => time !== null);
  return median(times);
}

function raceTime(driver: LiveDriver): number | null {
  const { resultStatus, currentLapNumber, currentLapTime } = driver;
  if (resultStatus !== ResultStatus.Active || currentLapNumber === undefined || !currentLapTime) return null;
  const laps = lapsOf(driver);
  if (laps.length < currentLapNumber - 1) return null;
  let time = currentLapTime;
  for (const { lapTime } of laps.slice(0, currentLapNumber - 1)) {
    if (!lapTime) return null;
    time += lapTime;
  }
  return time;
}

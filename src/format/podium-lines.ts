import type { PodiumPlace, SessionSummary } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { lapGap, raceGap, timeWithPenalties } from '#contract/race/gaps';
import { shownPodium } from '#contract/race/ruled-event';
import { statusLabel } from '#contract/race/status-label';
import { formatGapOf, formatLap, formatTime, noTime } from './time.ts';

/** The first three of a session in a list, each with a text: the time of the first, the gaps of the others. */
export function podiumLines(
  session: Pick<SessionSummary, 'sessionType' | 'podium' | 'events'>,
): { readonly driver: PodiumPlace; readonly text: string }[] {
  const isOfRace = isRace(session.sessionType);
  const podium = shownPodium(session);
  return podium.map((driver, index) => {
    const [first] = podium;
    const status = driver.resultStatus === undefined ? null : statusLabel(driver.resultStatus);
    if (status !== null) return { driver, text: status };
    if (first === undefined || index === 0)
      return { driver, text: isOfRace ? formatTime(timeWithPenalties(driver)) : formatLap(driver.bestLapTimeMs) };
    const gap = (isOfRace ? raceGap : lapGap)(first, driver);
    // Where stewards have moved cars by places, the order does not follow from the times.
    const isAhead = gap !== null && 'milliseconds' in gap && gap.milliseconds < 0;
    return { driver, text: isAhead ? noTime : formatGapOf(gap) };
  });
}

import type { SessionSummary } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { isIncomplete } from '#contract/race/describe-session';
import { shownPodium } from '#contract/race/ruled-event';
import { formatLap } from '../../format/time.ts';

/** How many of the drivers with the most wins are named. */
const namedWinners = 3;

interface TrackRecords {
  /** The best lap that won a qualifying or practice. */
  readonly fastest: { readonly name: string; readonly time: string; readonly sessionId: string } | null;
  /** The drivers with the most wins, and how many each has. */
  readonly winners: readonly { readonly name: string; readonly wins: number }[];
}

/** The records in the sessions of one track; null while there are none. */
export function trackRecords(sessions: readonly SessionSummary[]): TrackRecords | null {
  let best: { readonly name: string; readonly lap: number; readonly sessionId: string } | null = null;
  const wins = new Map<string, number>();
  for (const session of sessions) {
    const [first] = shownPodium(session);
    if (first === undefined || isIncomplete(session)) continue;
    if (isRace(session.sessionType)) wins.set(first.name, (wins.get(first.name) ?? 0) + 1);
    else if (first.bestLapTimeMs !== null && first.bestLapTimeMs < (best?.lap ?? Number.POSITIVE_INFINITY))
      best = { name: first.name, lap: first.bestLapTimeMs, sessionId: session.id };
  }
  const winners = [...wins]
    .map(([name, count]) => ({ name, wins: count }))
    .sort((one, other) => other.wins - one.wins)
    .slice(0, namedWinners);
  if (best === null && winners.length === 0) return null;
  const fastest = best === null ? null : { name: best.name, time: formatLap(best.lap), sessionId: best.sessionId };
  return { fastest, winners };
}

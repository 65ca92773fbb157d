import type { Gap } from './gaps.ts';
import type { LiveLine } from './live-timing.ts';

/** Two cars of a race, the one ahead first. */
export type Battle = readonly [ahead: LiveLine, behind: LiveLine];

/** A battle is shown for so long before a closer one takes its place, in ms. */
const shownFor = 20_000;

/**
 * Chooses the closest battle of a race again and again: two cars that follow each other on the track. It stays for a while,
 * as long as both go on and stay together. Times in ms.
 */
export function createBattlePicker(): (lines: readonly LiveLine[], now: number) => Battle | null {
  let shown: { readonly cars: readonly [number, number]; readonly since: number } | null = null;
  return (lines, now) => {
    const battles = battlesOf(lines);
    const current = battles.find(
      ([ahead, behind]) => shown?.cars.includes(ahead.carIndex) && shown.cars.includes(behind.carIndex),
    );
    if (current !== undefined && shown !== null && now - shown.since < shownFor) return current;
    const closest = battles.reduce<Battle | null>(
      (best, battle) => (best === null || intervalOf(battle) < intervalOf(best) ? battle : best),
      null,
    );
    shown = closest === null ? null : { cars: [closest[0].carIndex, closest[1].carIndex], since: now };
    return closest;
  };
}

function battlesOf(lines: readonly LiveLine[]): Battle[] {
  return lines.flatMap((behind, index) => {
    const ahead = lines[index - 1];
    if (ahead?.state !== 'driving' || behind.state !== 'driving') return [];
    return Number.isFinite(intervalOf([ahead, behind])) ? [[ahead, behind] as const] : [];
  });
}

function intervalOf([, { interval }]: Battle): number {
  return interval !== null && 'milliseconds' in interval ? interval.milliseconds : Number.POSITIVE_INFINITY;
}

/** The gap between any two cars of a race; null where it is unknown. */
export function gapBetween([ahead, behind]: Battle): Gap | null {
  if (behind.place === ahead.place + 1) return behind.interval;
  const [first, second] = [ahead.place === 1 ? { milliseconds: 0 } : ahead.gap, behind.gap];
  if (first === null || second === null) return null;
  if ('milliseconds' in first && 'milliseconds' in second)
    return { milliseconds: Math.max(0, second.milliseconds - first.milliseconds) };
  if (!('laps' in second)) return null;
  const laps = second.laps - ('laps' in first ? first.laps : 0);
  return laps > 0 ? { laps } : null;
}

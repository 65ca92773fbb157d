import { SafetyCarStatus } from '../enumerations.ts';
import type { LiveDocument, LiveDriver } from '../live/document.ts';
import type { Gap } from './gaps.ts';
import { lapsOf } from './live-laps.ts';
import type { LiveLine } from './live-timing.ts';
import { type PitLoss, pitLossOf, type RacePace } from './pit-loss.ts';

/** Where a driver would come out of the pit lane after a stop now. */
export interface AfterStop extends PitLoss {
  readonly pace: RacePace;
  readonly place: number;
  /** The car ahead then and the time to it in ms; null at the front. */
  readonly ahead: { readonly carIndex: number; readonly milliseconds: number } | null;
  readonly behind: { readonly carIndex: number; readonly milliseconds: number } | null;
}

/** The part of a stop that a car in the pit lane has before it, on the way in and after the line. */
const partBefore = 0.9;
const partAfter = 0.4;

/** The race of one driver after a stop that begins now; null where the gaps are not known, and in the pit lane. */
export function afterStop(
  document: Pick<Partial<LiveDocument>, 'safetyCarStatus' | 'trackLength'>,
  lines: readonly LiveLine[],
  carIndex: number,
): AfterStop | null {
  const pace = paceOf(document);
  const cost = pitLossOf(lines, pace);
  const timed = timesOf(lines, document.trackLength, cost.loss);
  const own = timed.find((line) => line.carIndex === carIndex);
  if (own === undefined || own.isInPits) return null;
  const after = own.time + cost.loss;
  const others = timed.filter((line) => line !== own).sort((one, other) => one.time - other.time);
  const ahead = others.findLast(({ time }) => time <= after);
  const behind = others.find(({ time }) => time > after);
  return {
    ...cost,
    pace,
    place: others.filter(({ time }) => time <= after).length + 1,
    ahead: ahead === undefined ? null : { carIndex: ahead.carIndex, milliseconds: after - ahead.time },
    behind: behind === undefined ? null : { carIndex: behind.carIndex, milliseconds: behind.time - after },
  };
}

function paceOf({ safetyCarStatus }: Pick<Partial<LiveDocument>, 'safetyCarStatus'>): RacePace {
  if (safetyCarStatus === SafetyCarStatus.Full) return 'safetyCar';
  return safetyCarStatus === SafetyCarStatus.Virtual ? 'virtualSafetyCar' : 'racing';
}

interface CarTime {
  readonly carIndex: number;
  /** Behind the leader once stops that are under way are over, in ms. */
  readonly time: number;
  readonly isInPits: boolean;
}

/** The running cars with their times behind the leader, as far as they are known. */
function timesOf(lines: readonly LiveLine[], trackLength: number | undefined, loss: number): CarTime[] {
  const leader = lines[0];
  if (leader === undefined) return [];
  let before: number | null = 0;
  return lines.flatMap((line): CarTime[] => {
    if (line.isOut) return [];
    const { carIndex, gap, interval, state, driver } = line;
    const isLapped = gap !== null && 'laps' in gap;
    // Intervals are exact where a gap in laps is not.
    const chained: number | null =
      isLapped && before !== null && interval !== null && 'milliseconds' in interval
        ? before + interval.milliseconds
        : null;
    const time = line === leader ? 0 : (chained ?? gapTime(gap, leader.driver));
    before = time;
    if (time === null) return [];
    const isInPits = state === 'pit';
    const isOnWayIn = (driver.lapDistance ?? 0) > (trackLength ?? Number.POSITIVE_INFINITY) / 2;
    const rest = isInPits ? loss * (isOnWayIn ? partBefore : partAfter) : 0;
    return [{ carIndex, time: time + rest, isInPits }];
  });
}

/** A gap in ms, with a lap of the leader for each lap behind; null where nothing is known. */
function gapTime(gap: Gap | null, leader: LiveDriver): number | null {
  if (gap === null) return null;
  if ('milliseconds' in gap) return gap.milliseconds;
  const lap = leader.bestLapTimeMs ?? lapsOf(leader).at(-1)?.lapTime;
  return lap === undefined ? null : gap.laps * lap;
}

import { ResultStatus } from '../enumerations.ts';
import type { LiveDocument, LiveDriver } from '../live/document.ts';
import { type LiveLap, lapsOf } from './live-laps.ts';
import { type LiveHighlight, type LiveLine, type LiveTiming, lapHold } from './live-timing.ts';

/** A lap of practice or qualifying on the screen. */
export interface TimedLap {
  /** Ms since the lap began; the lap time once it has ended. */
  readonly time: number;
  readonly highlight: LiveHighlight;
  readonly hasEnded: boolean;
  /**
   * Ms to the fastest lap of the session that it has to beat, at the last end of a sector; negative when it is faster. Null
   * before the first sector has ended, and without such a lap.
   */
  readonly delta: number | null;
  readonly deltaHighlight: LiveHighlight;
}

/** Columns of a practice or qualifying line beside place, best lap and gap. */
export interface TimedLine {
  readonly carIndex: number;
  /** The timed lap; null on other laps, and in the pits. */
  readonly lap: TimedLap | null;
  /**
   * Ms to the best lap on the other side of the knock-out line: what a car below the line lacks, and, negative, what one
   * above it has in hand. Null where there is no line, or no such lap.
   */
  readonly toCut: number | null;
  /** Would be knocked out now. */
  readonly isBelowCut: boolean;
  /** Its last lap is its best one, and has just ended. */
  readonly isImproved: boolean;
}

/** Practice or qualifying as it is now. */
export interface TimedSession {
  /** By car index. */
  readonly lines: ReadonlyMap<number, TimedLine>;
  /** The best lap of the last place that goes on, in ms; null where there is none. */
  readonly cut: number | null;
  /** Seconds since the start; null where the session has no duration. */
  readonly elapsed: number | null;
  readonly remaining: number | null;
}

/** A better lap is marked for so long, in ms. */
const improvedHold = 10_000;

/** The lines of practice or qualifying, from the tower of the same document. */
export function timedSessionOf(
  { sessionDuration, sessionTimeLeft }: Partial<LiveDocument>,
  { lines, lastSafePlace }: Pick<LiveTiming, 'lines' | 'lastSafePlace'>,
): TimedSession {
  const best = lines.map(({ driver }) => bestLapOf(driver));
  const timeAt = (place: number) => lines[place - 1]?.best.time ?? null;
  const cut = lastSafePlace === null ? null : timeAt(lastSafePlace);
  const timed = lines.map((line, index): TimedLine => {
    const isBelowCut = lastSafePlace !== null && line.place > lastSafePlace;
    const limit = lastSafePlace === null ? null : isBelowCut ? cut : timeAt(lastSafePlace + 1);
    const own = line.best.time;
    return {
      carIndex: line.carIndex,
      lap: timedLapOf(line, best, index),
      toCut: own === null || limit === null ? null : own - limit,
      isBelowCut,
      isImproved: hasImproved(line),
    };
  });
  return {
    lines: new Map(timed.map((line) => [line.carIndex, line])),
    cut,
    // Laps that began before the flag are driven on without time left.
    elapsed:
      sessionDuration === undefined || sessionTimeLeft === undefined
        ? null
        : Math.max(0, sessionDuration - sessionTimeLeft),
    remaining: sessionTimeLeft ?? null,
  };
}

/** The fastest valid lap of a driver, or of so many first laps. */
function bestLapOf(driver: LiveDriver, count = Number.POSITIVE_INFINITY): LiveLap | null {
  let best: LiveLap | null = null;
  for (const lap of lapsOf(driver).slice(0, count)) {
    if (lap.invalidLap || lap.lapTime === undefined) continue;
    if (best?.lapTime === undefined || lap.lapTime < best.lapTime) best = lap;
  }
  return best;
}

function timedLapOf(line: LiveLine, best: readonly (LiveLap | null)[], index: number): TimedLap | null {
  const { driver, state, last } = line;
  const { currentLapTime } = driver;
  const laps = lapsOf(driver);
  const ended = laps.at(-1);
  const isHeld = currentLapTime !== undefined && currentLapTime < lapHold && !driver.currentSector1Time;
  // The last lap of a run stays on the screen while the lap back to the pits begins.
  if (isHeld && ended?.lapTime !== undefined && isTimed(line, ended) && isOnTrack(state)) {
    const target = fastestOf([...best.slice(0, index), bestLapOf(driver, laps.length - 1), ...best.slice(index + 1)]);
    return {
      time: ended.lapTime,
      highlight: last.highlight,
      hasEnded: true,
      delta: target?.lapTime === undefined ? null : ended.lapTime - target.lapTime,
      deltaHighlight: last.highlight,
    };
  }
  if (state !== 'driving' || currentLapTime === undefined) return null;
  const splits = splitsOf(driver);
  const target = splitsOf(currentOf(fastestOf(best)));
  const sector = splits.length - 1;
  const [own, other] = [splits[sector], target[sector]];
  return {
    time: currentLapTime,
    highlight: driver.isLapInvalid === true ? 'invalid' : 'none',
    hasEnded: false,
    delta: own === undefined || other === undefined ? null : own - other,
    deltaHighlight: driver.isLapInvalid === true ? 'invalid' : (line.sectors[sector]?.highlight ?? 'none'),
  };
}

function isOnTrack(state: LiveLine['state']): boolean {
  return state === 'driving' || state === 'inLap';
}

/** A lap out of the pits or into them is much slower than the best one. */
function isTimed({ best }: LiveLine, { lapTime }: LiveLap): boolean {
  return best.time === null || (lapTime ?? Number.POSITIVE_INFINITY) < best.time * 1.1;
}

function fastestOf(laps: readonly (LiveLap | null)[]): LiveLap | null {
  let fastest: LiveLap | null = null;
  for (const lap of laps) {
    if (lap?.lapTime !== undefined && (fastest?.lapTime === undefined || lap.lapTime < fastest.lapTime)) fastest = lap;
  }
  return fastest;
}

function currentOf(lap: LiveLap | null): Pick<LiveDriver, 'currentSector1Time' | 'currentSector2Time'> {
  return {
    ...(lap?.sector1Time === undefined ? {} : { currentSector1Time: lap.sector1Time }),
    ...(lap?.sector2Time === undefined ? {} : { currentSector2Time: lap.sector2Time }),
  };
}

/** Times since the start of the lap at the ends of its first two sectors, in ms. */
function splitsOf({
  currentSector1Time: first,
  currentSector2Time: second,
}: Pick<LiveDriver, 'currentSector1Time' | 'currentSector2Time'>): readonly number[] {
  if (!first) return [];
  return second ? [first, first + second] : [first];
}

function hasImproved({ driver, best, state }: LiveLine): boolean {
  const { currentLapTime, resultStatus } = driver;
  const last = lapsOf(driver).at(-1);
  if (last === undefined || last.invalidLap || currentLapTime === undefined) return false;
  if (resultStatus !== ResultStatus.Active || !isOnTrack(state)) return false;
  return last.lapTime === best.time && currentLapTime < improvedHold;
}

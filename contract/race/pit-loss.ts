import type { LiveDriver } from '../live/document.ts';
import { type LiveLap, lapsOf } from './live-laps.ts';
import type { LiveLine } from './live-timing.ts';
import { median } from './median.ts';

/** How fast the race is: neutralised cars lose less in the pits. */
export type RacePace = 'racing' | 'safetyCar' | 'virtualSafetyCar';

/** The time that a stop costs. */
export interface PitLoss {
  /** In ms, against a car that stays out. */
  readonly loss: number;
  /** Computed from stops at this pace; otherwise from other stops, or the usual loss. */
  readonly isMeasured: boolean;
  /** The number of stops that it is computed from; 0 for the usual loss. */
  readonly stops: number;
}

/** The usual cost of a stop at full pace, until the session has one, in ms. */
const usualLoss = 22_000;
/** The usual time past the pits on the track at full pace, in ms. */
const usualSection = 5_500;
/** How much longer a lap takes. */
const slowness = { racing: 1, safetyCar: 1.42, virtualSafetyCar: 1.3 } as const;
/** A sector that takes longer by more than this part was driven behind a safety car, or in traffic that is as slow. */
const slowSector = 1.13;
/** The longest way past the pits, in ms, at any pace while the race is on. */
const longestSection = 10_000;
/** Without a time in the pit lane measured losses outside of these, in ms, are no stops, or repairs. */
const lossBounds = [5_000, 60_000] as const;

/** A completed stop. */
interface Stop {
  /** How much longer the end of the lap in and the start of the lap out took than usual, in ms; null where not known. */
  readonly loss: number | null;
  readonly lane: number | null;
  readonly isSlow: boolean;
}

/**
 * The cost of a stop at a pace. Laps into and out of the pits are compared with the driver's other laps, sector by sector, so
 * that a stop counts as soon as the first sector after it has ended. A neutralised race passes the pits more slowly, and the
 * time in the pit lane stays the same.
 */
export function pitLossOf(lines: readonly Pick<LiveLine, 'driver'>[], pace: RacePace): PitLoss {
  const usual = mediansOf(lines.flatMap(({ driver }) => normalLaps(driver)));
  const stops = lines.flatMap(({ driver }) => stopsOf(driver, usual, lines));
  const timed = stops.filter(({ lane }) => lane !== null);
  const racing = stops.filter(({ isSlow, loss }) => !isSlow && loss !== null);
  const racingLoss = median(racing.flatMap(({ loss }) => loss ?? []));
  const lane = median(timed.flatMap((stop) => stop.lane ?? []));
  const section = lane === null || racingLoss === null ? usualSection : lane - racingLoss;
  if (pace === 'racing') {
    if (racingLoss !== null) return { loss: racingLoss, isMeasured: true, stops: racing.length };
    if (lane !== null) return { loss: lane - section, isMeasured: false, stops: timed.length };
    return { loss: usualLoss, isMeasured: false, stops: 0 };
  }
  const passing = slowness[pace] * section;
  const slow = timed.filter(({ isSlow }) => isSlow);
  const slowLane = median(slow.flatMap((stop) => stop.lane ?? []));
  if (slowLane !== null) return { loss: slowLane - passing, isMeasured: true, stops: slow.length };
  if (lane !== null) return { loss: lane - passing, isMeasured: false, stops: timed.length };
  const loss = (racingLoss ?? usualLoss) + section - passing;
  return { loss, isMeasured: false, stops: racing.length };
}

interface Sectors {
  readonly first: number | null;
  readonly second: number | null;
  readonly third: number | null;
}

function mediansOf(laps: readonly LiveLap[]): Sectors {
  return {
    first: median(laps.flatMap(({ sector1Time }) => sector1Time ?? [])),
    second: median(laps.flatMap(({ sector2Time }) => sector2Time ?? [])),
    third: median(laps.flatMap(({ sector3Time }) => sector3Time ?? [])),
  };
}

/** Laps from the second one on, without those into and out of the pits and without slow ones. */
function normalLaps(driver: LiveDriver): LiveLap[] {
  const inLaps = new Set(Object.values(driver.pitStops ?? {}).map(({ lapNum }) => lapNum));
  const laps = lapsOf(driver).filter((_, index) => index > 0 && !inLaps.has(index + 1) && !inLaps.has(index));
  const best = Math.min(...laps.map(({ lapTime }) => lapTime ?? Number.POSITIVE_INFINITY));
  return laps.filter(({ lapTime }) => lapTime !== undefined && lapTime < best * slowSector);
}

function stopsOf(driver: LiveDriver, usual: Sectors, lines: readonly Pick<LiveLine, 'driver'>[]): Stop[] {
  const laps = lapsOf(driver);
  const own = mediansOf(normalLaps(driver));
  const [first, second, third] = [own.first ?? usual.first, own.second ?? usual.second, own.third ?? usual.third];
  return Object.values(driver.pitStops ?? {}).flatMap(({ lapNum, pitLaneTime }) => {
    const into = laps[lapNum - 1]?.sector3Time;
    const isOutLap = driver.currentLapNumber === lapNum + 1;
    const out = laps[lapNum]?.sector1Time ?? (isOutLap ? driver.currentSector1Time || undefined : undefined);
    const isKnown = into !== undefined && out !== undefined && first !== null && third !== null;
    const loss = isKnown ? into + out - first - third : null;
    // Laps in the rain are no measure for dry ones: a stop costs its time in the pit lane without the way past it.
    const [least, largest] = pitLaneTime === undefined ? lossBounds : [pitLaneTime - longestSection, pitLaneTime];
    const isFair = loss !== null && loss > least && loss < largest;
    if (!isFair && pitLaneTime === undefined) return [];
    const isSlow = isSlowLap(lines, lapNum, usual) || isSlowSector(laps[lapNum - 1]?.sector2Time, second);
    return [{ loss: isFair ? loss : null, lane: pitLaneTime ?? null, isSlow }];
  });
}

function isSlowSector(time: number | undefined, usual: number | null): boolean {
  return time !== undefined && usual !== null && time > usual * slowSector;
}

/** Whether the cars without a stop ended a lap slowly, or began the next one slowly. */
function isSlowLap(lines: readonly Pick<LiveLine, 'driver'>[], lapNum: number, usual: Sectors): boolean {
  const stayedOut = lines.filter(({ driver }) =>
    Object.values(driver.pitStops ?? {}).every((stop) => stop.lapNum !== lapNum && stop.lapNum !== lapNum - 1),
  );
  const ends = stayedOut.flatMap(({ driver }) => lapsOf(driver)[lapNum - 1]?.sector3Time ?? []);
  const starts = stayedOut.flatMap(({ driver }) => lapsOf(driver)[lapNum]?.sector1Time ?? []);
  return isSlowSector(median(ends) ?? undefined, usual.third) || isSlowSector(median(starts) ?? undefined, usual.first);
}

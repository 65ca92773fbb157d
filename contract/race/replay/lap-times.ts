import type { Driver } from '../../entities/session.ts';
import { median } from '../median.ts';
import type { DrivenLap } from './car-path.ts';

/** From a time to another, in ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The usual times of a session, in ms, and where its first two sectors end, as parts of the lap time. */
export interface UsualTimes {
  readonly lap: number;
  readonly sectors: readonly [number, number, number];
}

/** A lap where no time of any was recorded, and the part of the lap time in its sectors. */
const unknownLap = 90_000;
const unknownSector = 1 / 3;
/** The clock of a lap and that of the session differ by a frame or two: laps that are so close follow each other, in ms. */
export const clockTolerance = 1_000;
/** So much of a lap has a car driven that stopped on it, where nothing tells. */
export const stoppedPart = 1 / 3;

/** What tells when a car of practice or qualifying drove its laps; times in ms since the start of the session. */
export interface TimedLaps {
  readonly lapTimes: readonly { readonly lapTime?: number | null | undefined; readonly endedAt?: number | undefined }[];
  /** When something of a lap was. */
  readonly moments: readonly { readonly lapNum: number; readonly time: number }[];
}

/** The usual lap of some laps, in ms. */
export function usualLapOf(laps: TimedLaps['lapTimes']): number {
  return median(laps.flatMap(({ lapTime }) => lapTime || [])) ?? unknownLap;
}

/** The usual times of a session. */
export function usualTimes({ drivers }: { readonly drivers: readonly Pick<Driver, 'lapTimes'>[] }): UsualTimes {
  const laps = drivers.flatMap(({ lapTimes }) => lapTimes);
  const lap = usualLapOf(laps);
  const whole = laps.flatMap(({ lapTime, sector1Time, sector2Time }) =>
    !lapTime || !sector1Time || !sector2Time || lapTime > lap * 1.1
      ? []
      : [[sector1Time / lapTime, sector2Time / lapTime] as const],
  );
  const first = median(whole.map(([part]) => part)) ?? unknownSector;
  const second = median(whole.map(([, part]) => part)) ?? unknownSector;
  return { lap, sectors: [lap * first, lap * second, lap * (1 - first - second)] };
}

/** Whether it is known of a lap when it was driven. */
export function hasEnds({ drivers }: { readonly drivers: readonly Pick<TimedLaps, 'lapTimes'>[] }): boolean {
  return drivers.some(({ lapTimes }) => lapTimes.some(({ endedAt }) => endedAt !== undefined));
}

/** What tells when a driver of a stored session drove the laps. */
export function timedLapsOf({ lapTimes, penalties, warnings }: Driver): TimedLaps {
  const moments = [
    ...penalties.map(({ lapNum, penaltyIssuedTime }) => ({ lapNum, time: penaltyIssuedTime })),
    ...warnings.map(({ lapNum, warningTime }) => ({ lapNum, time: warningTime })),
  ];
  return {
    lapTimes,
    moments: moments.flatMap(({ lapNum, time }) => (lapNum === null || time === null ? [] : { lapNum, time })),
  };
}

/**
 * When the laps of practice or qualifying were driven; `knowsEnds` of a session in which ends of laps are known. `usual` is its
 * usual lap in ms.
 */
export function timedSpans(laps: TimedLaps, usual: number, knowsEnds: boolean): Span[] {
  return knowsEnds ? endingSpans(laps, usual) : followingSpans(laps, usual);
}

/** Laps that do not say when they ended follow the one before, as far as there is time; the first ones end before another. */
function endingSpans({ lapTimes }: TimedLaps, usual: number): Span[] {
  const spans: Span[] = [];
  let unknown: number[] = [];
  const place = (start: number, part: number) => {
    let end = start;
    for (const time of unknown) {
      spans.push({ from: end, to: end + time * part });
      end += time * part;
    }
    unknown = [];
    return end;
  };
  for (const { lapTime, endedAt } of lapTimes) {
    const time = lapTime || usual;
    const before = spans.at(-1)?.to ?? 0;
    if (endedAt === undefined || endedAt <= before) {
      unknown.push(time);
      continue;
    }
    const from = Math.max(before, endedAt - time);
    const sum = unknown.reduce((total, each) => total + each, 0);
    const start = spans.length === 0 ? Math.max(0, from - sum) : before;
    const end = place(start, Math.min(1, (from - start) / sum));
    spans.push({ from: from - end < clockTolerance ? end : from, to: endedAt });
  }
  place(spans.at(-1)?.to ?? 0, 1);
  return spans;
}

/** Laps of which no end is known: one after the other, or later where something of a lap has a time. */
function followingSpans({ lapTimes, moments }: TimedLaps, usual: number): Span[] {
  let end = 0;
  return lapTimes.map(({ lapTime }, index) => {
    const times = moments.flatMap(({ lapNum, time }) => (lapNum === index + 1 ? [time] : []));
    const from = Math.max(end, Math.max(0, ...times) - (lapTime || usual));
    end = from + (lapTime || usual);
    return { from, to: end };
  });
}

/** A lap of a driver with its sectors. */
export function lapBetween({ lapTimes }: Driver, index: number, from: number, to: number): DrivenLap {
  const { sector1Time, sector2Time } = lapTimes[index] ?? {};
  const first = sector1Time ? from + sector1Time : null;
  const second = first !== null && sector2Time ? first + sector2Time : null;
  const isRight = (second ?? first ?? from) < to;
  return { kind: 'timed', from, to, first: isRight ? first : null, second: isRight ? second : null };
}

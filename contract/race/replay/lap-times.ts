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
/** The usual times of a session. */
export function usualTimes({ drivers }: { readonly drivers: readonly Pick<Driver, 'lapTimes'>[] }): UsualTimes {
  const laps = drivers.flatMap(({ lapTimes }) => lapTimes);
  const lap = median(laps.flatMap(({ lapTime }) => lapTime || [])) ?? unknownLap;
  const whole = laps.flatMap(({ lapTime, sector1Time, sector2Time }) =>
    !lapTime || !sector1Time || !sector2Time || lapTime > lap * 1.1
      ? []
      : [[sector1Time / lapTime, sector2Time / lapTime] as const],
  );
  const first = median(whole.map(([part]) => part)) ?? unknownSector;
  const second = median(whole.map(([, part]) => part)) ?? unknownSector;
  return { lap, sectors: [lap * first, lap * second, lap * (1 - first - second)] };
}

/** A lap of a driver with its sectors. */
export function lapBetween({ lapTimes }: Driver, index: number, from: number, to: number): DrivenLap {
  const { sector1Time, sector2Time } = lapTimes[index] ?? {};
  const first = sector1Time ? from + sector1Time : null;
  const second = first !== null && sector2Time ? first + sector2Time : null;
  const isRight = (second ?? first ?? from) < to;
  return { kind: 'timed', from, to, first: isRight ? first : null, second: isRight ? second : null };
}

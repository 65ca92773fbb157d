import type { Driver } from '../../entities/session.ts';
import { ResultStatus } from '../../enumerations.ts';
import type { DrivenLap, PitVisit } from './car-path.ts';
import { clockTolerance, lapBetween, timedLapsOf, timedSpans, type UsualTimes } from './lap-times.ts';

/** The way of a car in practice or qualifying: its stored laps, those between them, and when it stands in its garage. */
export interface TimedWay {
  readonly laps: readonly DrivenLap[];
  readonly way: readonly DrivenLap[];
  readonly visits: readonly PitVisit[];
}

/**
 * Laps out of the garage and into it, in usual laps. In a recorded qualifying of F1 23 cars took 1.2 to 1.6 from the garage to
 * the line, and 1.05 to 1.2 from the line to the pit lane.
 */
const outLap = 1.3;
const inLap = 1.25;
/** A break that is shorter than the first is no lap; from the second on the car was in its garage. In usual laps. */
const shortestSlowLap = 0.8;
const longestSlowLap = 2.3;
/** Cars that come in stay so long at least, in ms. */
const shortestStay = 20_000;
/** Garages are so far behind the line, each so far behind the next, in m. */
const firstGarage = 30;
const garageStep = 8;
/** From the pit entry to the line, and from the garage to the end of the pit lane, in ms. */
const wayIn = 6_000;
const wayOut = 3_000;
/** A car stands in its garage before the session begins: it crossed the line so long before, in ms. */
const arrival = 60_000;

/** Whether a driver only stands in the list, as those who were knocked out before. */
export function isAbsent({ resultStatus }: Pick<Driver, 'resultStatus'>): boolean {
  return resultStatus === ResultStatus.Inactive || resultStatus === ResultStatus.Invalid;
}

/** The way of a car of a session in which ends of laps are known. */
export function timedWay(driver: Driver, usual: UsualTimes): TimedWay {
  const laps = timedSpans(timedLapsOf(driver), usual.lap, true).map(({ from, to }, index) =>
    lapBetween(driver, index, from, to),
  );
  const way: DrivenLap[] = [];
  const visits: PitVisit[] = [];
  for (const lap of laps) {
    const end = way.at(-1)?.to;
    if (end === undefined) leave(-arrival, lap.from);
    else if (lap.from - end >= longestSlowLap * usual.lap) {
      const away = (inLap + outLap) * usual.lap;
      const squeeze = Math.min(1, (lap.from - end - shortestStay) / away);
      comeIn(end, inLap * usual.lap * squeeze);
      leave(end + inLap * usual.lap * squeeze, lap.from, squeeze);
    } else if (lap.from - end >= shortestSlowLap * usual.lap) add('in', end, lap.from);
    way.push(lap);
  }
  const end = way.at(-1)?.to;
  if (end !== undefined) comeIn(end, inLap * usual.lap);
  if (!isAbsent(driver)) stay(way.at(-1)?.to ?? -arrival, Number.POSITIVE_INFINITY);
  return { laps, way, visits };

  function add(kind: DrivenLap['kind'], from: number, to: number): void {
    way.push({ kind, from, to, first: null, second: null });
  }

  function comeIn(from: number, time: number): void {
    add('in', from, from + time);
  }

  /** From the line through the garage to the line again. */
  function leave(from: number, to: number, squeeze = 1): void {
    if (to <= clockTolerance) return;
    stay(from, Math.max(0, to - outLap * usual.lap * squeeze));
    add('out', from, to);
  }

  function stay(line: number, until: number): void {
    const place = firstGarage + garageStep * driver.carIndex;
    visits.push({ from: line - wayIn, to: until + wayOut, lap: way.length, place, standing: null });
  }
}

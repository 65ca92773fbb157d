import { ResultStatus } from '../enumerations.ts';
import type { LiveDocument, LiveDriver } from '../live/document.ts';
import { liveGapToLeader, liveInterval } from './live-gaps.ts';
import { type LiveEntry, orderOf } from './live-order.ts';
import type { ScoredDriver } from './results.ts';

/**
 * The drivers of a running race as the result would have them now: running cars count as finished in the order of the
 * timing tower, with the seconds of their penalties added where the gaps are known. No car falls behind one with a lap less.
 */
export function classifyLive(document: Partial<LiveDocument>): ScoredDriver[] {
  const entries = orderOf(document, true);
  const running = entries.filter(isRunning);
  const hasPenalty = running.some(({ driver }) => driver.totalPenaltiesSeconds);
  const order = hasPenalty ? withPenalties(running, document.trackLength) : running;
  return [...order, ...entries.filter((entry) => !isRunning(entry))].map(({ carIndex, driver }, index) => ({
    carIndex,
    name: driver.name,
    team: driver.team ?? null,
    carNumber: driver.carNumber ?? null,
    finishingPosition: index + 1,
    startingPosition: driver.startingPosition ?? null,
    resultStatus: driver.resultStatus === ResultStatus.Active ? ResultStatus.Finished : driver.resultStatus,
    bestLapTimeMs: driver.bestLapTimeMs ?? null,
    totalRaceTime: driver.totalRaceTime ?? null,
    totalPenaltiesSeconds: driver.totalPenaltiesSeconds ?? null,
    numberOfLaps: driver.numberOfLaps ?? null,
  }));
}

function isRunning({ driver: { resultStatus } }: LiveEntry): boolean {
  return resultStatus === ResultStatus.Active || resultStatus === ResultStatus.Finished;
}

/** A car on the road. */
interface Place {
  readonly laps: number;
  /** Behind the first car with as many laps, in ms; null where nothing is known. */
  readonly time: number | null;
  /** The largest time up to this car. */
  readonly least: number;
}

function withPenalties(running: readonly LiveEntry[], trackLength: number | undefined): LiveEntry[] {
  const places = placesOf(running, trackLength);
  const keyed = running.map((entry, index) => {
    const { laps, time } = places[index] as Place;
    const penalty = (entry.driver.totalPenaltiesSeconds ?? 0) * 1_000;
    return { entry, laps, time: time === null ? latestTime(places, index) : time + penalty };
  });
  const byTime = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1);
  return keyed.sort((one, other) => one.laps - other.laps || byTime(one.time, other.time)).map(({ entry }) => entry);
}

/** Times and laps that grow from the first car to the last, so that only penalties move cars. */
function placesOf(running: readonly LiveEntry[], trackLength: number | undefined): Place[] {
  const places: Place[] = [];
  let before: Place = { laps: 0, time: 0, least: 0 };
  for (const [index, { driver }] of running.entries()) {
    const [leader, ahead] = [running[0]?.driver, running[index - 1]?.driver];
    if (leader !== undefined && ahead !== undefined)
      before = placeAfter(before, { leader, ahead, driver, trackLength });
    places.push(before);
  }
  return places;
}

interface Cars {
  readonly leader: LiveDriver;
  readonly ahead: LiveDriver;
  readonly driver: LiveDriver;
  readonly trackLength: number | undefined;
}

function placeAfter(before: Place, { leader, ahead, driver, trackLength }: Cars): Place {
  const gap = liveGapToLeader(leader, driver, trackLength);
  const laps = Math.max(before.laps, gap !== null && 'laps' in gap ? gap.laps : 0);
  if (laps > before.laps) return { laps, time: 0, least: 0 };
  if (laps === 0 && gap !== null && 'milliseconds' in gap) {
    const time = Math.max(before.least, gap.milliseconds);
    return { laps, time, least: time };
  }
  const interval = liveInterval(ahead, driver, trackLength);
  if (before.time === null || interval === null || 'laps' in interval) return { ...before, time: null };
  const time = before.time + interval.milliseconds;
  return { laps, time, least: time };
}

/** A car of which no time is known is not later than the next one of which there is. */
function latestTime(places: readonly Place[], index: number): number {
  const laps = places[index]?.laps;
  const next = places.slice(index).find((place) => place.laps === laps && place.time !== null);
  return next?.time ?? Number.POSITIVE_INFINITY;
}

import type { LapTime, TyreStint } from '#contract/entities/session';
import { type ResultStatus, ResultStatus as Status, TyreCompound } from '#contract/enumerations';
import { bestTime } from '#contract/race/laps';
import type { Circuit } from './circuits.ts';
import type { Entrant } from './field.ts';
import type { Random } from './random.ts';
import type { SessionWeather } from './weather.ts';

/** The laps of one driver in a practice or qualifying session. */
export interface TimedRun {
  readonly entrant: Entrant;
  readonly laps: LapTime[];
  readonly stints: TyreStint[];
  readonly best: number | null;
  readonly status: ResultStatus;
}

interface TimedInput {
  readonly random: Random;
  readonly circuit: Circuit;
  readonly weather: SessionWeather;
  readonly entrants: readonly Entrant[];
  /** Number of runs; each has an out lap, fast laps and an in lap. */
  readonly runs: number;
  readonly quickLaps: number;
  /** One-shot qualifying: without out laps and in laps. */
  readonly isOneShot: boolean;
  /** Added to each lap in ms: the fuel load in practice, the track evolution in qualifying. */
  readonly timeOffset: number;
}

/** Simulates a practice or qualifying session. The fastest driver is first; drivers without a time are last. */
export function simulateTimedSession(input: TimedInput): TimedRun[] {
  const last = Number.POSITIVE_INFINITY;
  return input.entrants
    .map((entrant) => simulateRuns(input, entrant))
    .sort((one, other) => (one.best ?? last) - (other.best ?? last) || one.entrant.carIndex - other.entrant.carIndex);
}

function simulateRuns(input: TimedInput, entrant: Entrant): TimedRun {
  const { random, circuit, weather, runs, quickLaps, isOneShot, timeOffset } = input;
  const laps: LapTime[] = [];
  const stints: TyreStint[] = [];
  for (let run = 0; run < runs; run += 1) {
    const part = run / Math.max(1, runs);
    const isWet = weather.isWet(part);
    const compound = isWet
      ? TyreCompound.Intermediate
      : timeOffset > 0 && run === 0
        ? TyreCompound.Medium
        : TyreCompound.Soft;
    const quick = circuit.lapTime * 0.972 + (isWet ? 5_600 : 0) + timeOffset - part * 320;
    if (!isOneShot) laps.push(createLap(random, circuit, quick * (1.24 + random.next() * 0.12), false));
    for (let lap = 0; lap < quickLaps; lap += 1) {
      const time =
        quick +
        (entrant.pace * 0.92 + random.normal(entrant.lapTimeDeviation * 1.1) + lap * 90) * (circuit.lapTime / 90_000);
      const isCut = random.chance(0.03 + entrant.boldness * 0.04);
      laps.push(createLap(random, circuit, isCut ? time - random.integer(20, 160) : time, isCut));
    }
    if (!isOneShot) laps.push(createLap(random, circuit, quick * (1.3 + random.next() * 0.2), false));
    stints.push({ tyreCompound: compound, endLap: laps.length });
  }
  return { entrant, laps, stints, best: bestTime(laps, 'lapTime'), status: Status.Finished };
}

function createLap(random: Random, circuit: Circuit, time: number, invalidLap: boolean): LapTime {
  const lapTime = Math.round(time);
  const [first, second] = circuit.sectors;
  const sector1Time = Math.round(lapTime * first * (1 + random.normal(0.0025)));
  const sector2Time = Math.round(lapTime * second * (1 + random.normal(0.0025)));
  return { lapTime, sector1Time, sector2Time, sector3Time: lapTime - sector1Time - sector2Time, invalidLap };
}

import { type ResultStatus, ResultStatus as Status, TyreCompound } from '#contract/enumerations';
import type { LapTime, TyreStint } from '#contract/session';
import type { Circuit } from './circuits.ts';
import type { Entrant } from './field.ts';
import type { Random } from './random.ts';
import type { Sky } from './weather.ts';

/** One driver's laps of a practice or qualifying. */
export interface TimedRun {
  readonly entrant: Entrant;
  readonly laps: LapTime[];
  readonly stints: TyreStint[];
  readonly best: number | null;
  readonly status: ResultStatus;
}

interface TimedSetting {
  readonly random: Random;
  readonly circuit: Circuit;
  readonly sky: Sky;
  readonly entrants: readonly Entrant[];
  /** Runs, each an out lap, quick laps and a lap in. */
  readonly runs: number;
  readonly quickLaps: number;
  /** Leaving out the out lap and the lap in: one quick lap is all there is. */
  readonly isOneShot: boolean;
  /** What is held back in ms: nothing in qualifying, fuel in practice. */
  readonly ballast: number;
}

/** Drives a practice or a qualifying; the best first, who set no time last. */
export function driveTimed(setting: TimedSetting): TimedRun[] {
  const never = Number.POSITIVE_INFINITY;
  return setting.entrants
    .map((entrant) => driveRuns(setting, entrant))
    .sort((one, other) => (one.best ?? never) - (other.best ?? never) || one.entrant.carIndex - other.entrant.carIndex);
}

function driveRuns(setting: TimedSetting, entrant: Entrant): TimedRun {
  const { random, circuit, sky, runs, quickLaps, isOneShot, ballast } = setting;
  const laps: LapTime[] = [];
  const stints: TyreStint[] = [];
  for (let run = 0; run < runs; run += 1) {
    const part = run / Math.max(1, runs);
    const isWet = sky.isWet(part);
    const compound = isWet
      ? TyreCompound.Intermediate
      : ballast > 0 && run === 0
        ? TyreCompound.Medium
        : TyreCompound.Soft;
    const quick = circuit.lapTime * 0.972 + (isWet ? 5_600 : 0) + ballast - part * 320;
    if (!isOneShot) laps.push(lapOf(random, circuit, quick * (1.24 + random.next() * 0.12), false));
    for (let lap = 0; lap < quickLaps; lap += 1) {
      const time =
        quick + (entrant.pace * 0.92 + random.normal(entrant.steadiness * 1.1) + lap * 90) * (circuit.lapTime / 90_000);
      const isCut = random.chance(0.03 + entrant.boldness * 0.04);
      laps.push(lapOf(random, circuit, isCut ? time - random.whole(20, 160) : time, isCut));
    }
    if (!isOneShot) laps.push(lapOf(random, circuit, quick * (1.3 + random.next() * 0.2), false));
    stints.push({ tyreCompound: compound, endLap: laps.length });
  }
  const valid = laps.flatMap((lap) => (lap.invalidLap || lap.lapTime === null ? [] : [lap.lapTime]));
  const best = valid.length === 0 ? null : Math.min(...valid);
  return { entrant, laps, stints, best, status: Status.Finished };
}

function lapOf(random: Random, circuit: Circuit, time: number, invalidLap: boolean): LapTime {
  const lapTime = Math.round(time);
  const [first, second] = circuit.sectors;
  const sector1Time = Math.round(lapTime * first * (1 + random.normal(0.0025)));
  const sector2Time = Math.round(lapTime * second * (1 + random.normal(0.0025)));
  return { lapTime, sector1Time, sector2Time, sector3Time: lapTime - sector1Time - sector2Time, invalidLap };
}

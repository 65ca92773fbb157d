import type { LapTime } from '#contract/entities/session';
import type { TyreCompound } from '#contract/enumerations';
import { createCar } from './car.ts';
import type { Circuit } from './circuits.ts';
import type { Course } from './course.ts';
import { createDrive, type Drive } from './drive.ts';
import type { Entrant } from './field.ts';
import type { Random } from './random.ts';
import type { TimedRun } from './timed.ts';

export type LapKind = 'out' | 'timed' | 'in';

/** A lap between two times of the session, in ms. */
export interface DrivenLap {
  readonly kind: LapKind;
  readonly from: number;
  readonly to: number;
  readonly lap: LapTime;
  readonly compound: TyreCompound;
}

/** A car of practice or qualifying with its way. */
export interface TimedCar {
  readonly entrant: Entrant;
  readonly laps: readonly DrivenLap[];
  readonly drive: Drive;
  readonly course: Course;
}

/** The way of a car begins in its garage, so long before the session, in ms. */
const lead = 200_000;
/** From the box to the end of the pit lane, in ms. */
const wayOut = 3_000;
/** Cars leave their garages within so long, in ms; in the last run the first of them so long before the last moment. */
const firstExits = 110_000;
const lastExits = 75_000;

interface Setting {
  /** The time on the clock in ms. */
  readonly end: number;
  readonly random: Random;
  readonly circuit: Circuit;
  readonly course: Course;
}

/** Puts the runs of a driver on the clock: the first early, the last one so that its last lap begins just before the end. */
export function createTimedCar(
  { entrant, laps, stints }: TimedRun,
  { end, random, circuit, course }: Setting,
): TimedCar {
  const own = random.fork(`car/${entrant.carIndex}`);
  const runs = stints.map(({ tyreCompound, endLap }, index) => ({
    compound: tyreCompound,
    laps: laps.slice(stints[index - 1]?.endLap ?? 0, endLap),
  }));
  const driven: DrivenLap[] = [];
  for (const [index, run] of runs.entries()) {
    const isLast = index === runs.length - 1 && runs.length > 1;
    const toLastLap = run.laps.slice(0, -2).reduce((sum, lap) => sum + (lap.lapTime ?? 0), 0);
    const earliest = (driven.at(-1)?.to ?? 0) + 30_000;
    const wanted = isLast
      ? end - toLastLap - 5_000 - own.integer(0, lastExits)
      : 4_000 + own.integer(0, firstExits) + (index * end) / runs.length;
    let from = Math.max(earliest, wanted);
    for (const [place, lap] of run.laps.entries()) {
      const kind: LapKind = place === 0 ? 'out' : place === run.laps.length - 1 ? 'in' : 'timed';
      // No car begins a lap after the flag.
      if (from >= end && kind !== 'in') continue;
      const to = from + (lap.lapTime ?? 0);
      driven.push({ kind, from, to, lap, compound: run.compound });
      from = to;
    }
  }
  return { entrant, laps: driven, course, drive: driveOf(entrant, driven, { circuit, course, random: own }) };
}

/** The way of a car that waits in its garage between its runs, as cars of a stopped race wait in the pit lane. */
function driveOf(
  entrant: Entrant,
  laps: readonly DrivenLap[],
  { circuit, course, random }: Pick<Setting, 'circuit' | 'course' | 'random'>,
): Drive {
  const car = createCar(entrant, 1);
  const arrival = lead / 2;
  car.laps.push({ lapTime: arrival, sector1Time: 30_000, sector2Time: 30_000, sector3Time: 40_000, invalidLap: false });
  car.crossings.push(arrival);
  for (const [index, { kind, from, to, lap }] of laps.entries()) {
    const before = car.crossings.at(-1) ?? 0;
    const wait = from + lead - before;
    if (kind === 'out') car.halts.push({ lapNum: index + 1, behind: entrant.carIndex, until: from + lead + wayOut });
    car.laps.push({ ...lap, lapTime: to + lead - before, sector1Time: (lap.sector1Time ?? 0) + wait });
    car.crossings.push(to + lead);
  }
  car.halts.push({ lapNum: laps.length + 1, behind: entrant.carIndex, until: Number.MAX_SAFE_INTEGER });
  const drive = createDrive({ car, course, sectors: circuit.sectors, random });
  const later = (time: number | null) => (time === null ? null : time - lead);
  return {
    distanceAt: (time) => drive.distanceAt(time + lead) - course.length,
    timeAt: (distance) => later(drive.timeAt(distance + course.length)),
    stops: [],
    pitStatusAt: (time) => drive.pitStatusAt(time + lead),
    retiredAt: null,
  };
}

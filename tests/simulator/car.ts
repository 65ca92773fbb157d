import type { LapTime, Penalty, PitStop, TyreStint, Warning } from '#contract/entities/session';
import { type ResultStatus, ResultStatus as Status } from '#contract/enumerations';
import type { Entrant } from './field.ts';

/** The race of one car. `crossings[n]` is the end of lap n+1, in ms since the start. */
export interface Car {
  readonly entrant: Entrant;
  readonly grid: number;
  laps: LapTime[];
  crossings: number[];
  stints: TyreStint[];
  pitStops: PitStop[];
  /** Waits in the pit lane for a race to go on; they are no stops. */
  halts: Halt[];
  penalties: Penalty[];
  warnings: Warning[];
  status: ResultStatus;
}

/** A car in the queue of a race that was stopped. */
export interface Halt {
  /** The lap that ends in the pit lane. */
  readonly lapNum: number;
  /** How many cars stand behind it. */
  readonly behind: number;
  /** When it leaves the pit lane, in ms since the start. */
  readonly until: number;
}

/** Laps under a safety car or a virtual safety car, or the lap after which a race is stopped. */
export interface Neutralisation {
  readonly kind: 'full' | 'virtual' | 'red';
  readonly fromLap: number;
  readonly toLap: number;
}

/** A simulated race. */
export interface Race {
  readonly cars: readonly Car[];
  readonly neutralisations: readonly Neutralisation[];
}

/** Creates a car on the grid. */
export function createCar(entrant: Entrant, grid: number): Car {
  return {
    entrant,
    grid,
    laps: [],
    crossings: [],
    stints: [],
    pitStops: [],
    halts: [],
    penalties: [],
    warnings: [],
    status: Status.Finished,
  };
}

/** Ends the race: the flag is shown when the leader has finished all laps; other cars finish their current lap. */
export function applyFlag(cars: readonly Car[], laps: number): void {
  const flag = Math.min(...cars.flatMap((car) => car.crossings[laps - 1] ?? []));
  for (const car of cars) {
    const driven = car.crossings.filter((_, index) => (car.crossings[index - 1] ?? 0) < flag).length;
    // A car that retired after the flag has finished the race.
    if (car.status !== Status.Finished && (car.crossings.at(-1) ?? 0) >= flag) car.status = Status.Finished;
    car.laps = car.laps.slice(0, driven);
    car.crossings = car.crossings.slice(0, driven);
    const isDriven = ({ lapNum }: { lapNum: number | null }) => (lapNum ?? 0) <= driven;
    car.penalties = car.penalties.filter(isDriven);
    car.warnings = car.warnings.filter(isDriven);
    car.pitStops = car.pitStops.filter(({ lapNum }) => lapNum < driven);
    car.halts = car.halts.filter(({ lapNum }) => lapNum < driven);
    const starts = car.stints.map((_, index) => (car.stints[index - 1]?.endLap ?? 0) + 1);
    car.stints = car.stints
      .filter((_, index) => (starts[index] ?? 0) <= driven)
      .map((stint) => ({ ...stint, endLap: Math.min(stint.endLap, driven) }));
  }
}

/** Car indices in the order at the end of a lap; lap 0 is the grid. */
export function orderAfter(cars: readonly Car[], lap: number): number[] {
  if (lap === 0) return [...cars].sort((one, other) => one.grid - other.grid).map((car) => car.entrant.carIndex);
  return cars
    .flatMap((car) => {
      const at = car.crossings[lap - 1];
      return at === undefined ? [] : [{ carIndex: car.entrant.carIndex, at }];
    })
    .sort((one, other) => one.at - other.at)
    .map((entry) => entry.carIndex);
}

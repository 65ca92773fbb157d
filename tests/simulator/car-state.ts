import type { TyreCompound } from '#contract/enumerations';
import type { Car } from './car.ts';
import type { Circuit } from './circuits.ts';
import type { Entrant } from './field.ts';
import type { Random } from './random.ts';
import type { SessionWeather } from './weather.ts';

export interface RaceInput {
  readonly random: Random;
  readonly circuit: Circuit;
  readonly weather: SessionWeather;
  readonly laps: number;
  /** In the order of the grid. */
  readonly grid: readonly Entrant[];
  /** A short race with stops, with a penalty for every second warning, and now and then stopped by a red flag. */
  readonly isLively?: boolean;
}

/** The state of a car during a race. */
export interface CarState {
  readonly car: Car;
  readonly plan: { compound: TyreCompound; until: number }[];
  compound: TyreCompound;
  age: number;
  stintFrom: number;
  /** Time that is added to the first sector of the next lap: the pit exit, or a drive-through. */
  pendingLoss: number;
  isOut: boolean;
  cuts: number;
}

/** When a car last crossed the line, in ms since the start. */
export function lastCrossing({ car }: CarState): number {
  return car.crossings.at(-1) ?? 0;
}

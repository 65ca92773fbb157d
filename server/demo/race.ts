import { PenaltyType, ResultStatus as Status, type TyreCompound, WarningType } from '#contract/enumerations';
import type { Penalty } from '#contract/session';
import { applyFlag, type Car, createCar, type Neutralisation, type Race } from './car.ts';
import type { Circuit } from './circuits.ts';
import type { Entrant } from './field.ts';
import type { Random } from './random.ts';
import { createTyrePlan, tyreTimeLoss } from './tyres.ts';
import type { SessionWeather } from './weather.ts';

interface RaceInput {
  readonly random: Random;
  readonly circuit: Circuit;
  readonly weather: SessionWeather;
  readonly laps: number;
  /** In the order of the grid. */
  readonly grid: readonly Entrant[];
  /** A short race with stops, and with a penalty for every second warning. */
  readonly isLively?: boolean;
}

/** The state of a car during a race. */
interface CarState {
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

/** Simulates a race lap by lap. */
export function simulateRace(input: RaceInput): Race {
  const { random, laps, grid, weather } = input;
  const isWetStart = weather.isWet(0);
  const states = grid.map((entrant, index): CarState => {
    const plan = isWetStart ? [{ compound: 7 as const, until: laps }] : createTyrePlan(random, laps, input.isLively);
    return {
      car: createCar(entrant, index + 1),
      plan,
      compound: plan[0]?.compound ?? 17,
      age: 0,
      stintFrom: 1,
      pendingLoss: 350 + index * 190 + random.integer(0, 400),
      isOut: false,
      cuts: 0,
    };
  });
  const neutralisations: Neutralisation[] = [];
  for (let lap = 1; lap <= laps; lap += 1) driveLap(input, states, neutralisations, lap);
  for (const state of states) endStint(state, state.car.laps.length);
  const cars = states.map((state) => state.car);
  applyFlag(cars, laps);
  return { cars, neutralisations };
}

function lastCrossing({ car }: CarState): number {
  return car.crossings.at(-1) ?? 0;
}

function driveLap(input: RaceInput, states: CarState[], neutralisations: Neutralisation[], lap: number): void {
  const { random, laps } = input;
  simulateRetirements(input, states, neutralisations, lap);
  const neutralisation = neutralisations.find((entry) => lap >= entry.fromLap && lap <= entry.toLap);
  const order = states
    .filter((state) => !state.isOut)
    .sort((one, other) => lastCrossing(one) - lastCrossing(other) || one.car.grid - other.car.grid);
  const finishedLaps: { state: CarState; at: number; isPitting: boolean }[] = [];
  const usedTimes = new Set<number>();
  for (const state of order) {
    const isPitting = lap < laps && shouldStop(input, state, lap, neutralisation !== undefined);
    const freeTime = freeLapTime(input, state, lap, neutralisation);
    const before = lastCrossing(state) + state.pendingLoss;
    let at = applyTraffic(input, state, before + freeTime, finishedLaps, neutralisation, before);
    const stop = isPitting ? input.circuit.pitLoss + random.integer(-600, 1_800) : 0;
    at += Math.round(stop * 0.55);
    while (usedTimes.has(at)) at += 1;
    usedTimes.add(at);
    finishedLaps.push({ state, at, isPitting });
    endLap(input, state, lap, at, stop);
  }
}

/** Lets cars retire by chance. A crash may cause a safety car. */
function simulateRetirements(
  input: RaceInput,
  states: CarState[],
  neutralisations: Neutralisation[],
  lap: number,
): void {
  const { random, laps } = input;
  if (lap === 1) return;
  for (const state of states) {
    const risk = (0.055 + state.car.entrant.boldness * 0.05) / laps;
    if (state.isOut || !random.chance(risk)) continue;
    state.isOut = true;
    const isCrash = random.chance(0.5);
    state.car.status = isCrash ? Status.DidNotFinish : Status.Retired;
    const isGreen = neutralisations.every((entry) => entry.toLap + 3 < lap);
    if (!isGreen || lap > laps - 4 || !random.chance(isCrash ? 0.7 : 0.25)) continue;
    const isFull = isCrash && random.chance(0.65);
    neutralisations.push({
      kind: isFull ? 'full' : 'virtual',
      fromLap: lap,
      toLap: Math.min(laps - 1, lap + (isFull ? random.integer(2, 4) : random.integer(0, 1))),
    });
  }
}

function shouldStop({ random, weather, laps }: RaceInput, state: CarState, lap: number, isSlow: boolean): boolean {
  const isWet = weather.isWet(lap / laps);
  const isOnRainTyres = state.compound === 7 || state.compound === 8;
  // In the last three laps a stop for other tyres is too slow. Drivers react to the weather at different times.
  if (isWet !== isOnRainTyres) return laps - lap > 3 && random.chance(0.6);
  if (isWet || lap >= laps - 2) return false;
  const current = state.plan[0];
  if (current === undefined || state.plan.length < 2) return false;
  if (lap >= current.until) return true;
  return isSlow && current.until - lap < 9 && state.age > 5 && random.chance(0.7);
}

/** The time of a lap without traffic, in ms, without the pending loss. */
function freeLapTime(
  input: RaceInput,
  state: CarState,
  lap: number,
  neutralisation: Neutralisation | undefined,
): number {
  const { random, circuit, weather, laps } = input;
  const { entrant } = state.car;
  const scale = circuit.lapTime / 90_000;
  const fuel = (laps - lap) * (2_200 / Math.max(30, laps));
  const start = lap === 1 ? 4_200 : 0;
  const tyres = tyreTimeLoss(state.compound, state.age, weather.isWet(lap / laps));
  const free =
    circuit.lapTime + (entrant.pace + fuel + tyres + random.normal(entrant.lapTimeDeviation)) * scale + start;
  return Math.round(
    neutralisation === undefined
      ? free
      : circuit.lapTime * (neutralisation.kind === 'full' ? 1.42 : 1.3) + random.normal(250),
  );
}

/** Lets a car pass or follow the cars ahead. Under a safety car cars do not pass and close up. */
function applyTraffic(
  { random, circuit }: RaceInput,
  state: CarState,
  freeTime: number,
  finishedLaps: readonly { state: CarState; at: number; isPitting: boolean }[],
  neutralisation: Neutralisation | undefined,
  before: number,
): number {
  let at = freeTime;
  if (neutralisation?.kind === 'full') {
    const ahead = finishedLaps.findLast((entry) => !entry.isPitting);
    if (ahead === undefined) return at;
    const queue = ahead.at + random.integer(450, 950);
    return Math.max(queue, before + Math.round(circuit.lapTime * 1.06));
  }
  for (const ahead of [...finishedLaps].reverse()) {
    if (ahead.isPitting) continue;
    if (at >= ahead.at + 350) break;
    const gain = ahead.at - at;
    const willingness = 0.55 + state.car.entrant.boldness * 0.6;
    const probability =
      neutralisation === undefined
        ? Math.max(0.02, ((gain + 250) / (500 + circuit.overtakingDifficulty * 2_600)) * willingness)
        : 0;
    if (random.chance(probability)) {
      at = Math.min(at, ahead.at - random.integer(150, 500));
      continue;
    }
    at = ahead.at + random.integer(350, 850);
    break;
  }
  return at;
}

function endLap(input: RaceInput, state: CarState, lap: number, at: number, stop: number): void {
  const { random, circuit } = input;
  const { car } = state;
  const lapTime = at - lastCrossing(state);
  const pitEntryTime = Math.round(stop * 0.55);
  const free = lapTime - pitEntryTime - state.pendingLoss;
  const [first, second] = circuit.sectors;
  const sector1Time = Math.round(free * first * (1 + random.normal(0.0035))) + state.pendingLoss;
  const sector2Time = Math.round(free * second * (1 + random.normal(0.0035)));
  const isCut = random.chance(0.015 + car.entrant.boldness * 0.035);
  const sector3Time = lapTime - sector1Time - sector2Time;
  car.laps.push({ lapTime, sector1Time, sector2Time, sector3Time, invalidLap: isCut });
  car.crossings.push(at);
  state.age += 1;
  state.pendingLoss = 0;
  if (isCut) addWarning(input, state, lap, at - random.integer(1_000, Math.round(lapTime * 0.8)));
  if (random.chance(0.0012 * (0.5 + car.entrant.boldness)))
    addPenalty(state, lap, at, PenaltyType.DriveThrough, null, 17);
  if (stop > 0) changeTyres(input, state, lap, stop);
}

/** Adds a warning for cutting a corner. Some are followed by a time penalty. */
function addWarning({ random, isLively }: RaceInput, state: CarState, lap: number, time: number): void {
  state.cuts += 1;
  state.car.warnings.push({ warningType: WarningType.CornerCutting, lapNum: lap, warningTime: time });
  if (state.cuts % (isLively === true ? 2 : 4) === 0)
    addPenalty(state, lap, time + 2_000, PenaltyType.TimePenalty, random.chance(0.8) ? 5 : 3, 27);
}

function addPenalty(
  state: CarState,
  lap: number,
  time: number,
  penaltyType: Penalty['penaltyType'],
  seconds: number | null,
  infringementType: number,
): void {
  state.car.penalties.push({
    penaltyType,
    penaltyTime: seconds,
    infringementType,
    otherVehicleIdx: null,
    lapNum: lap,
    penaltyIssuedTime: time,
  });
  if (penaltyType === PenaltyType.DriveThrough) state.pendingLoss += 14_000;
}

function changeTyres({ weather, laps, random, circuit }: RaceInput, state: CarState, lap: number, stop: number): void {
  endStint(state, lap);
  state.car.pitStops.push({ lapNum: lap, pitLaneTime: stop - 1_500 });
  state.pendingLoss += stop - Math.round(stop * 0.55);
  state.age = 0;
  if (weather.isWet((lap + 1) / laps)) {
    state.compound = 7;
    return;
  }
  if (state.plan.length > 1) state.plan.shift();
  const left = laps - lap;
  const planned = state.plan[0]?.compound ?? 17;
  state.compound = planned === 7 ? (left > 20 ? 18 : random.chance(0.5) ? 17 : 16) : planned;
  if (circuit.laps < left) state.compound = 18;
}

function endStint(state: CarState, lap: number): void {
  if (lap < state.stintFrom) return;
  state.car.stints.push({ tyreCompound: state.compound, endLap: lap });
  state.stintFrom = lap + 1;
}

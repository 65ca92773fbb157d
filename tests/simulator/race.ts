import type { Penalty } from '#contract/entities/session';
import { PenaltyType, WarningType } from '#contract/penalties';
import { applyFlag, createCar, type Neutralisation, type Race } from './car.ts';
import { type CarState, lastCrossing, type RaceInput } from './car-state.ts';
import { simulateRetirements } from './retirements.ts';
import { createTyrePlan, tyreTimeLoss } from './tyres.ts';

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
    const isPitting =
      lap < laps && neutralisation?.kind !== 'red' && shouldStop(input, state, lap, neutralisation !== undefined);
    const freeTime = freeLapTime(input, state, lap, neutralisation);
    const before = lastCrossing(state) + state.pendingLoss;
    let at = applyTraffic(input, state, before + freeTime, finishedLaps, neutralisation, before);
    const cost = isPitting ? input.circuit.pitLoss + random.integer(-600, 1_800) : 0;
    const lane = cost + pitSection;
    // Cars that stay out pass the pits more slowly then.
    const isCheap = isPitting && input.isLively === true && neutralisation !== undefined;
    const stop = isCheap ? Math.round(lane - slowness[neutralisation.kind] * pitSection) : cost;
    at += Math.round(stop * 0.55);
    while (usedTimes.has(at)) at += 1;
    usedTimes.add(at);
    finishedLaps.push({ state, at, isPitting });
    const isQueue = input.isLively === true && neutralisation !== undefined && neutralisation.kind !== 'virtual';
    endLap(input, state, { lap, at, stop, lane, isQueue });
  }
  if (neutralisation?.kind === 'red') haltRace(input, finishedLaps, lap);
}

/** All cars wait in the pit lane, with fresh tyres, and leave it in the order in which they came. */
function haltRace(input: RaceInput, finishedLaps: readonly { state: CarState; at: number }[], lap: number): void {
  const last = Math.max(...finishedLaps.map(({ at }) => at));
  const restart = last + input.random.fork(`halt/${lap}`).integer(50_000, 80_000);
  for (const [place, { state, at }] of finishedLaps.entries()) {
    const until = restart + place * 1_100;
    state.car.halts.push({ lapNum: lap, behind: finishedLaps.length - 1 - place, until });
    state.pendingLoss += until - at;
    fitTyres(input, state, lap);
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

/** The time past the pits on the track while the race is on, in ms. */
const pitSection = 6_000;
/** How much longer a lap is under each of them. */
const slowness = { full: 1.42, virtual: 1.3, red: 1.5 } as const;

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
    neutralisation === undefined ? free : circuit.lapTime * slowness[neutralisation.kind] + random.normal(250),
  );
}

/** Lets a car pass or follow the cars ahead. Under a safety car or a red flag cars do not pass and close up. */
function applyTraffic(
  { random, circuit }: RaceInput,
  state: CarState,
  freeTime: number,
  finishedLaps: readonly { state: CarState; at: number; isPitting: boolean }[],
  neutralisation: Neutralisation | undefined,
  before: number,
): number {
  let at = freeTime;
  if (neutralisation !== undefined && neutralisation.kind !== 'virtual') {
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

interface LapEnd {
  readonly lap: number;
  readonly at: number;
  /** The time that a stop takes, in ms; 0 without one. */
  readonly stop: number;
  /** The time in the pit lane of a stop, in ms. */
  readonly lane: number;
  /** Cars that follow each other do so in every sector. */
  readonly isQueue: boolean;
}

function endLap(input: RaceInput, state: CarState, { lap, at, stop, lane, isQueue }: LapEnd): void {
  const { random, circuit } = input;
  const { car } = state;
  const lapTime = at - lastCrossing(state);
  const pitEntryTime = Math.round(stop * 0.55);
  const free = lapTime - pitEntryTime - state.pendingLoss;
  const [first, second] = circuit.sectors;
  const [one, two] = [random.normal(0.0035), random.normal(0.0035)].map((share) => (isQueue ? 0 : share));
  const sector1Time = Math.round(free * first * (1 + (one ?? 0))) + state.pendingLoss;
  const sector2Time = Math.round(free * second * (1 + (two ?? 0)));
  const isCut = random.chance(0.015 + car.entrant.boldness * 0.035) && !isQueue;
  const sector3Time = lapTime - sector1Time - sector2Time;
  car.laps.push({ lapTime, sector1Time, sector2Time, sector3Time, invalidLap: isCut });
  car.crossings.push(at);
  state.age += 1;
  state.pendingLoss = 0;
  // There are no warnings in the pit lane.
  const driven = input.isLively === true ? free : lapTime;
  if (isCut) addWarning(input, state, lap, at - random.integer(1_000, Math.round(driven * 0.8)));
  if (random.chance(0.0012 * (0.5 + car.entrant.boldness)))
    addPenalty(state, lap, at, PenaltyType.DriveThrough, null, 17);
  if (stop > 0) changeTyres(input, state, { lap, stop, lane });
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

function changeTyres(
  input: RaceInput,
  state: CarState,
  { lap, stop, lane }: Pick<LapEnd, 'lap' | 'stop' | 'lane'>,
): void {
  state.car.pitStops.push({ lapNum: lap, pitLaneTime: lane });
  state.pendingLoss += stop - Math.round(stop * 0.55);
  fitTyres(input, state, lap);
}

function fitTyres({ weather, laps, random, circuit }: RaceInput, state: CarState, lap: number): void {
  endStint(state, lap);
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

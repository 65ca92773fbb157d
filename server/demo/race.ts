import { PenaltyType, ResultStatus as Status, type TyreCompound, WarningType } from '#contract/enumerations';
import type { Penalty } from '#contract/session';
import { type Car, endAtFlag, type Neutralisation, newCar, type Race } from './car.ts';
import type { Circuit } from './circuits.ts';
import type { Entrant } from './field.ts';
import type { Random } from './random.ts';
import { planOf, tyreCost } from './tyres.ts';
import type { Sky } from './weather.ts';

interface RaceSetting {
  readonly random: Random;
  readonly circuit: Circuit;
  readonly sky: Sky;
  readonly laps: number;
  /** In the order of the grid. */
  readonly grid: readonly Entrant[];
}

/** A car on its way: what it drives on, what it owes, what it plans. */
interface Runner {
  readonly car: Car;
  readonly plan: { compound: TyreCompound; until: number }[];
  compound: TyreCompound;
  age: number;
  stintFrom: number;
  /** Time that the next lap's first sector costs: the way out of the pits, a drive-through. */
  owed: number;
  isOut: boolean;
  cuts: number;
}

/** Drives a race lap by lap. */
export function driveRace(setting: RaceSetting): Race {
  const { random, laps, grid, sky } = setting;
  const isWetStart = sky.isWet(0);
  const runners = grid.map((entrant, index): Runner => {
    const plan = isWetStart ? [{ compound: 7 as const, until: laps }] : planOf(random, laps);
    return {
      car: newCar(entrant, index + 1),
      plan,
      compound: plan[0]?.compound ?? 17,
      age: 0,
      stintFrom: 1,
      owed: 350 + index * 190 + random.whole(0, 400),
      isOut: false,
      cuts: 0,
    };
  });
  const neutralisations: Neutralisation[] = [];
  for (let lap = 1; lap <= laps; lap += 1) driveLap(setting, runners, neutralisations, lap);
  for (const runner of runners) endStint(runner, runner.car.laps.length);
  const cars = runners.map((runner) => runner.car);
  endAtFlag(cars, laps);
  return { cars, neutralisations };
}

function lastCrossing({ car }: Runner): number {
  return car.crossings.at(-1) ?? 0;
}

function driveLap(setting: RaceSetting, runners: Runner[], neutralisations: Neutralisation[], lap: number): void {
  const { random, laps } = setting;
  retireSome(setting, runners, neutralisations, lap);
  const now = neutralisations.find((entry) => lap >= entry.fromLap && lap <= entry.toLap);
  const order = runners
    .filter((runner) => !runner.isOut)
    .sort((one, other) => lastCrossing(one) - lastCrossing(other) || one.car.grid - other.car.grid);
  const placed: { runner: Runner; at: number; isPitting: boolean }[] = [];
  const taken = new Set<number>();
  for (const runner of order) {
    const isPitting = lap < laps && wantsToStop(setting, runner, lap, now !== undefined);
    const alone = lapAlone(setting, runner, lap, now);
    const before = lastCrossing(runner) + runner.owed;
    let at = behindOthers(setting, runner, before + alone, placed, now, before);
    const stop = isPitting ? setting.circuit.pitLoss + random.whole(-600, 1_800) : 0;
    at += Math.round(stop * 0.55);
    while (taken.has(at)) at += 1;
    taken.add(at);
    placed.push({ runner, at, isPitting });
    endLap(setting, runner, lap, at, stop);
  }
}

/** Some break down, some crash; a crash may bring out a safety car. */
function retireSome(setting: RaceSetting, runners: Runner[], neutralisations: Neutralisation[], lap: number): void {
  const { random, laps } = setting;
  if (lap === 1) return;
  for (const runner of runners) {
    const risk = (0.055 + runner.car.entrant.boldness * 0.05) / laps;
    if (runner.isOut || !random.chance(risk)) continue;
    runner.isOut = true;
    const isCrash = random.chance(0.5);
    runner.car.status = isCrash ? Status.DidNotFinish : Status.Retired;
    const isCalm = neutralisations.every((entry) => entry.toLap + 3 < lap);
    if (!isCalm || lap > laps - 4 || !random.chance(isCrash ? 0.7 : 0.25)) continue;
    const isFull = isCrash && random.chance(0.65);
    neutralisations.push({
      kind: isFull ? 'full' : 'virtual',
      fromLap: lap,
      toLap: Math.min(laps - 1, lap + (isFull ? random.whole(2, 4) : random.whole(0, 1))),
    });
  }
}

function wantsToStop({ random, sky, laps }: RaceSetting, runner: Runner, lap: number, isSlow: boolean): boolean {
  const isWet = sky.isWet(lap / laps);
  const isOnRainTyres = runner.compound === 7 || runner.compound === 8;
  // Nobody stops for the weather with three laps to go; not everybody sees it at once.
  if (isWet !== isOnRainTyres) return laps - lap > 3 && random.chance(0.6);
  if (isWet || lap >= laps - 2) return false;
  const current = runner.plan[0];
  if (current === undefined || runner.plan.length < 2) return false;
  if (lap >= current.until) return true;
  return isSlow && current.until - lap < 9 && runner.age > 5 && random.chance(0.7);
}

/** A lap on a free track, in ms, without what was owed. */
function lapAlone(setting: RaceSetting, runner: Runner, lap: number, now: Neutralisation | undefined): number {
  const { random, circuit, sky, laps } = setting;
  const { entrant } = runner.car;
  const scale = circuit.lapTime / 90_000;
  const fuel = (laps - lap) * (2_200 / Math.max(30, laps));
  const start = lap === 1 ? 4_200 : 0;
  const tyres = tyreCost(runner.compound, runner.age, sky.isWet(lap / laps));
  const free = circuit.lapTime + (entrant.pace + fuel + tyres + random.normal(entrant.steadiness)) * scale + start;
  return Math.round(
    now === undefined ? free : circuit.lapTime * (now.kind === 'full' ? 1.42 : 1.3) + random.normal(250),
  );
}

/** Who comes up behind another passes or waits; under a safety car nobody passes and everybody closes up. */
function behindOthers(
  { random, circuit }: RaceSetting,
  runner: Runner,
  alone: number,
  placed: readonly { runner: Runner; at: number; isPitting: boolean }[],
  now: Neutralisation | undefined,
  before: number,
): number {
  let at = alone;
  if (now?.kind === 'full') {
    const ahead = placed.findLast((entry) => !entry.isPitting);
    if (ahead === undefined) return at;
    const queue = ahead.at + random.whole(450, 950);
    return Math.max(queue, before + Math.round(circuit.lapTime * 1.06));
  }
  for (const ahead of [...placed].reverse()) {
    if (ahead.isPitting) continue;
    if (at >= ahead.at + 350) break;
    const gain = ahead.at - at;
    const will = 0.55 + runner.car.entrant.boldness * 0.6;
    const odds = now === undefined ? Math.max(0.02, ((gain + 250) / (500 + circuit.narrowness * 2_600)) * will) : 0;
    if (random.chance(odds)) {
      at = Math.min(at, ahead.at - random.whole(150, 500));
      continue;
    }
    at = ahead.at + random.whole(350, 850);
    break;
  }
  return at;
}

function endLap(setting: RaceSetting, runner: Runner, lap: number, at: number, stop: number): void {
  const { random, circuit } = setting;
  const { car } = runner;
  const lapTime = at - lastCrossing(runner);
  const wayIn = Math.round(stop * 0.55);
  const free = lapTime - wayIn - runner.owed;
  const [first, second] = circuit.sectors;
  const sector1Time = Math.round(free * first * (1 + random.normal(0.0035))) + runner.owed;
  const sector2Time = Math.round(free * second * (1 + random.normal(0.0035)));
  const isCut = random.chance(0.015 + car.entrant.boldness * 0.035);
  const sector3Time = lapTime - sector1Time - sector2Time;
  car.laps.push({ lapTime, sector1Time, sector2Time, sector3Time, invalidLap: isCut });
  car.crossings.push(at);
  runner.age += 1;
  runner.owed = 0;
  if (isCut) warn(random, runner, lap, at - random.whole(1_000, Math.round(lapTime * 0.8)));
  if (random.chance(0.0012 * (0.5 + car.entrant.boldness)))
    penalise(runner, lap, at, PenaltyType.DriveThrough, null, 17);
  if (stop > 0) changeTyres(setting, runner, lap, stop);
}

/** Three cuts are five seconds. */
function warn(random: Random, runner: Runner, lap: number, time: number): void {
  runner.cuts += 1;
  runner.car.warnings.push({ warningType: WarningType.CornerCutting, lapNum: lap, warningTime: time });
  if (runner.cuts % 4 === 0)
    penalise(runner, lap, time + 2_000, PenaltyType.TimePenalty, random.chance(0.8) ? 5 : 3, 27);
}

function penalise(
  runner: Runner,
  lap: number,
  time: number,
  penaltyType: Penalty['penaltyType'],
  seconds: number | null,
  infringementType: number,
): void {
  runner.car.penalties.push({
    penaltyType,
    penaltyTime: seconds,
    infringementType,
    otherVehicleIdx: null,
    lapNum: lap,
    penaltyIssuedTime: time,
  });
  if (penaltyType === PenaltyType.DriveThrough) runner.owed += 14_000;
}

function changeTyres({ sky, laps, random, circuit }: RaceSetting, runner: Runner, lap: number, stop: number): void {
  endStint(runner, lap);
  runner.car.pitStops.push({ lapNum: lap, pitLaneTime: stop - 1_500 });
  runner.owed += stop - Math.round(stop * 0.55);
  runner.age = 0;
  if (sky.isWet((lap + 1) / laps)) {
    runner.compound = 7;
    return;
  }
  if (runner.plan.length > 1) runner.plan.shift();
  const left = laps - lap;
  const planned = runner.plan[0]?.compound ?? 17;
  runner.compound = planned === 7 ? (left > 20 ? 18 : random.chance(0.5) ? 17 : 16) : planned;
  if (circuit.laps < left) runner.compound = 18;
}

function endStint(runner: Runner, lap: number): void {
  if (lap < runner.stintFrom) return;
  runner.car.stints.push({ tyreCompound: runner.compound, endLap: lap });
  runner.stintFrom = lap + 1;
}

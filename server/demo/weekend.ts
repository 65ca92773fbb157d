import {
  PenaltyType,
  ResultStatus,
  SafetyCarStatus,
  SessionStatus,
  SessionType,
  type Track,
} from '#contract/enumerations';
import type { Driver, SessionUpload } from '#contract/session';
import type { Car, Race } from './car.ts';
import { type Circuit, circuitOf } from './circuits.ts';
import { driverOf } from './driver.ts';
import type { Entrant } from './field.ts';
import { overtakesOf } from './overtakes.ts';
import { driveRace } from './race.ts';
import { type Random, randomOf } from './random.ts';
import { driveTimed, type TimedRun } from './timed.ts';
import { type Sky, samplesOf, skyOf } from './weather.ts';

/** A race weekend to invent. `distance` is the part of a full race that is driven. */
export interface WeekendPlan {
  readonly seed: string;
  readonly track: Track;
  readonly field: readonly Entrant[];
  /** When the race starts, ISO 8601 UTC. */
  readonly raceAt: string;
  readonly sessions: readonly PlannedSession[];
  readonly distance: number;
  readonly isMultiplayer?: boolean;
}

/** A session of a weekend; a sprint is a race of a third of the distance. */
export type PlannedSession = { readonly type: SessionType; readonly isSprint?: boolean };

const minute = 60_000;

/** Invents the sessions of a weekend, in order; the same plan gives the same weekend to the last byte. */
export function simulateWeekend(plan: WeekendPlan): SessionUpload[] {
  const random = randomOf(plan.seed);
  const weekendLink = random.fork('weekend').whole(1, 4_000_000_000);
  let grid: readonly Entrant[] = [...plan.field];
  return plan.sessions.map((session, index) => {
    const own = random.fork(`${index}`);
    const startsAt = Date.parse(plan.raceAt) - (plan.sessions.length - 1 - index) * 75 * minute;
    const scene: Scene = { plan, session, random: own, circuit: circuitOf(plan.track), sky: skyOf(own.fork('sky')) };
    const driven = isRaceType(session.type) ? raceSession(scene, grid) : timedSession(scene, grid);
    if (!isRaceType(session.type)) grid = inOrder(plan.field, driven.drivers);
    const end = startsAt + driven.length;
    return {
      ...shell(scene, driven, startsAt),
      sessionStartTime: new Date(startsAt).toISOString(),
      sessionEndTime: new Date(end).toISOString(),
      internalSessionId: sessionUid(own),
      seasonLinkIdentifier: weekendLink,
      weekendLinkIdentifier: weekendLink,
      sessionLinkIdentifier: weekendLink + index + 1,
    };
  });
}

interface Scene {
  readonly plan: WeekendPlan;
  readonly session: PlannedSession;
  readonly random: Random;
  readonly circuit: Circuit;
  readonly sky: Sky;
}

/** What a drive leaves: drivers in the order of the result, and how long it took in ms. */
interface Driven {
  readonly drivers: readonly Driver[];
  readonly length: number;
  readonly laps: number | null;
  readonly race: Race | null;
}

function isRaceType(type: SessionType): boolean {
  return type === SessionType.Race || type === SessionType.Race2 || type === SessionType.Race3;
}

/** Eliminated drivers keep their places behind those of the next part. */
function inOrder(field: readonly Entrant[], drivers: readonly Driver[]): Entrant[] {
  const byIndex = new Map(field.map((entrant) => [entrant.carIndex, entrant]));
  const placed = drivers.flatMap((driver) => byIndex.get(driver.carIndex) ?? []);
  const present = new Set(placed.map((entrant) => entrant.carIndex));
  return [...placed, ...field.filter((entrant) => !present.has(entrant.carIndex))];
}

function sessionUid(random: Random): string {
  return `${random.whole(1, 1_800_000_000)}${String(random.whole(0, 999_999_999)).padStart(9, '0')}`;
}

function shell({ plan, session, random, circuit, sky }: Scene, driven: Driven, startsAt: number) {
  const minutes = Math.ceil(driven.length / minute);
  const kinds = driven.race?.neutralisations.map((entry) => entry.kind) ?? [];
  const last = sky.at(1);
  const firstSky = sky.at(0);
  return {
    trackId: plan.track,
    sessionType: session.type,
    numberOfLaps: driven.laps,
    gameVersion: 'F1 25',
    isMultiplayer: plan.isMultiplayer ?? true,
    startTrackTemp: sky.trackTemperature,
    startAirTemp: sky.airTemperature,
    startWeather: firstSky,
    sessionStatus: SessionStatus.Finished,
    sessionTimeLeft: 0,
    sessionDuration: Math.ceil(driven.length / 1_000),
    safetyCarStatus: SafetyCarStatus.None,
    timeOfDay: 14 * 60 + random.whole(0, 120),
    trackTemp: sky.trackTemperature - (last >= 3 ? 4 : 0),
    airTemp: sky.airTemperature,
    numberOfSafetyCars: driven.race === null ? null : kinds.filter((kind) => kind === 'full').length,
    numberOfVirtualSafetyCars: driven.race === null ? null : kinds.filter((kind) => kind === 'virtual').length,
    numberOfRedFlags: driven.race === null ? null : 0,
    trackLength: circuit.length,
    weatherForecastSamples: samplesOf(sky, 30, session.type, 10),
    weatherHistory: samplesOf(sky, minutes, session.type),
    overtakes: driven.race === null ? [] : overtakesOf(driven.race, random.fork('overtakes'), startsAt),
    drivers: [...driven.drivers].sort((one, other) => one.carIndex - other.carIndex),
  };
}

function raceSession(scene: Scene, grid: readonly Entrant[]): Driven {
  const { plan, session, random, circuit, sky } = scene;
  const share = session.isSprint === true ? plan.distance / 3 : plan.distance;
  const laps = Math.max(3, Math.round(circuit.laps * share));
  const race = driveRace({ random: random.fork('race'), circuit, sky, laps, grid });
  const classified = classify(race.cars);
  const leader = classified[0];
  const drivers = classified.map((car, index) => raceDriver(car, index + 1, leader));
  return { drivers, laps, race, length: Math.max(...race.cars.map((car) => car.crossings.at(-1) ?? 0)) + 20_000 };
}

/** Seconds that count after the flag. */
function penaltySeconds(car: Car): number {
  return car.penalties.reduce(
    (sum, penalty) => sum + (penalty.penaltyType === PenaltyType.TimePenalty ? (penalty.penaltyTime ?? 0) : 0),
    0,
  );
}

function classify(cars: readonly Car[]): Car[] {
  const timeOf = (car: Car) => (car.crossings.at(-1) ?? 0) + penaltySeconds(car) * 1_000;
  return [...cars].sort((one, other) => {
    const byStatus = Number(one.status !== ResultStatus.Finished) - Number(other.status !== ResultStatus.Finished);
    const byLaps = other.laps.length - one.laps.length;
    return byStatus || byLaps || timeOf(one) - timeOf(other) || one.grid - other.grid;
  });
}

function raceDriver(car: Car, place: number, leader: Car | undefined): Driver {
  const total = car.crossings.at(-1) ?? null;
  const lead = leader?.crossings.at(-1) ?? null;
  const isOnLeadLap = car.laps.length === leader?.laps.length && car.status === ResultStatus.Finished;
  return {
    ...driverOf(car.entrant, car.laps, car.stints, car.status),
    pitStops: car.pitStops,
    penalties: car.penalties,
    warnings: car.warnings,
    totalWarnings: car.warnings.length,
    totalCornerCutWarnings: car.warnings.length,
    position: place,
    finishingPosition: place,
    startingPosition: car.grid,
    totalRaceTime: total,
    totalPenaltiesSeconds: penaltySeconds(car),
    deltaToLeader: isOnLeadLap && total !== null && lead !== null ? total - lead : null,
  };
}

const timedForms: Partial<Record<SessionType, { runs: number; quickLaps: number; ballast: number; most: number }>> = {
  [SessionType.Q1]: { runs: 2, quickLaps: 1, ballast: 0, most: 22 },
  [SessionType.Q2]: { runs: 2, quickLaps: 1, ballast: -150, most: 15 },
  [SessionType.Q3]: { runs: 2, quickLaps: 1, ballast: -300, most: 10 },
  [SessionType.ShortQualifying]: { runs: 2, quickLaps: 2, ballast: 0, most: 22 },
  [SessionType.OneShotQualifying]: { runs: 1, quickLaps: 1, ballast: 0, most: 22 },
};

function timedSession({ session, random, circuit, sky }: Scene, order: readonly Entrant[]): Driven {
  const form = timedForms[session.type] ?? { runs: 3, quickLaps: 3, ballast: 900, most: 22 };
  const runs = driveTimed({
    random: random.fork('runs'),
    circuit,
    sky,
    entrants: order.slice(0, form.most),
    isOneShot: session.type === SessionType.OneShotQualifying,
    ...form,
  });
  const best = runs[0]?.best ?? null;
  const drivers = runs.map((run, index) => timedDriver(run, index + 1, best));
  const longest = Math.max(...runs.map((run) => run.laps.reduce((sum, lap) => sum + (lap.lapTime ?? 0), 0)));
  return { drivers, laps: null, race: null, length: longest + 5 * minute };
}

function timedDriver(run: TimedRun, place: number, best: number | null): Driver {
  return {
    ...driverOf(run.entrant, run.laps, run.stints, run.status),
    position: place,
    finishingPosition: place,
    deltaToLeader: run.best === null || best === null ? null : run.best - best,
  };
}

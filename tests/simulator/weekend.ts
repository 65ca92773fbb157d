import type { SessionUpload } from '#contract/api/bodies';
import type { Driver } from '#contract/entities/session';
import { SafetyCarStatus, SessionStatus, SessionType, type Track } from '#contract/enumerations';
import type { Race } from './car.ts';
import { type Circuit, findCircuit } from './circuits.ts';
import { createDriver } from './driver.ts';
import type { Entrant } from './field.ts';
import { findOvertakes } from './overtakes.ts';
import { simulateRace } from './race.ts';
import { classifyRace, createRaceDriver } from './race-result.ts';
import { createRandom, type Random } from './random.ts';
import { simulateTimedSession, type TimedRun } from './timed.ts';
import { type SessionWeather, sampleWeather, simulateWeather } from './weather.ts';

/** The plan of a simulated race weekend. `distance` is the part of a full race distance. */
export interface WeekendPlan {
  readonly seed: string;
  readonly track: Track;
  readonly field: readonly Entrant[];
  /** When the race starts, ISO 8601 UTC. */
  readonly raceAt: string;
  readonly sessions: readonly PlannedSession[];
  readonly distance: number;
}

/** A session of a weekend; a sprint is a race of a third of the distance. */
export type PlannedSession = { readonly type: SessionType; readonly isSprint?: boolean };

const minute = 60_000;

/** Simulates the sessions of a weekend. The same plan gives the same result, byte for byte. */
export function simulateWeekend(plan: WeekendPlan): SessionUpload[] {
  const random = createRandom(plan.seed);
  const weekendLink = random.fork('weekend').integer(1, 4_000_000_000);
  let grid: readonly Entrant[] = [...plan.field];
  return plan.sessions.map((session, index) => {
    const own = random.fork(`${index}`);
    const startsAt = Date.parse(plan.raceAt) - (plan.sessions.length - 1 - index) * 75 * minute;
    const input: SessionInput = {
      plan,
      session,
      random: own,
      circuit: findCircuit(plan.track),
      weather: simulateWeather(own.fork('sky')),
    };
    const result = isRaceType(session.type) ? simulateRaceSession(input, grid) : simulateQualifying(input, grid);
    if (!isRaceType(session.type)) grid = createGrid(plan.field, result.drivers);
    const end = startsAt + result.length;
    return {
      ...createUpload(input, result, startsAt),
      sessionStartTime: new Date(startsAt).toISOString(),
      sessionEndTime: new Date(end).toISOString(),
      internalSessionId: createSessionUid(own),
      seasonLinkIdentifier: weekendLink,
      weekendLinkIdentifier: weekendLink,
      sessionLinkIdentifier: weekendLink + index + 1,
    };
  });
}

interface SessionInput {
  readonly plan: WeekendPlan;
  readonly session: PlannedSession;
  readonly random: Random;
  readonly circuit: Circuit;
  readonly weather: SessionWeather;
}

/** The drivers of a session in the order of the result, and its duration in ms. */
interface SessionResult {
  readonly drivers: readonly Driver[];
  readonly length: number;
  readonly laps: number | null;
  readonly race: Race | null;
}

function isRaceType(type: SessionType): boolean {
  return type === SessionType.Race || type === SessionType.Race2 || type === SessionType.Race3;
}

/** The next grid. Eliminated drivers keep their positions behind the others. */
function createGrid(field: readonly Entrant[], drivers: readonly Driver[]): Entrant[] {
  const byIndex = new Map(field.map((entrant) => [entrant.carIndex, entrant]));
  const placed = drivers.flatMap((driver) => byIndex.get(driver.carIndex) ?? []);
  const present = new Set(placed.map((entrant) => entrant.carIndex));
  return [...placed, ...field.filter((entrant) => !present.has(entrant.carIndex))];
}

function createSessionUid(random: Random): string {
  return `${random.integer(1, 1_800_000_000)}${String(random.integer(0, 999_999_999)).padStart(9, '0')}`;
}

function createUpload(
  { plan, session, random, circuit, weather }: SessionInput,
  result: SessionResult,
  startsAt: number,
) {
  const minutes = Math.ceil(result.length / minute);
  const neutralisationKinds = result.race?.neutralisations.map((entry) => entry.kind) ?? [];
  const last = weather.at(1);
  const firstSky = weather.at(0);
  return {
    trackId: plan.track,
    sessionType: session.type,
    numberOfLaps: result.laps,
    gameVersion: 'F1 25',
    isMultiplayer: true,
    startTrackTemp: weather.trackTemperature,
    startAirTemp: weather.airTemperature,
    startWeather: firstSky,
    sessionStatus: SessionStatus.Finished,
    sessionTimeLeft: 0,
    sessionDuration: Math.ceil(result.length / 1_000),
    safetyCarStatus: SafetyCarStatus.None,
    timeOfDay: 14 * 60 + random.integer(0, 120),
    trackTemp: weather.trackTemperature - (last >= 3 ? 4 : 0),
    airTemp: weather.airTemperature,
    numberOfSafetyCars: result.race === null ? null : neutralisationKinds.filter((kind) => kind === 'full').length,
    numberOfVirtualSafetyCars:
      result.race === null ? null : neutralisationKinds.filter((kind) => kind === 'virtual').length,
    numberOfRedFlags: result.race === null ? null : neutralisationKinds.filter((kind) => kind === 'red').length,
    trackLength: circuit.length,
    weatherForecastSamples: sampleWeather(weather, 30, session.type, 10),
    weatherHistory: sampleWeather(weather, minutes, session.type),
    overtakes: result.race === null ? [] : findOvertakes(result.race, random.fork('overtakes'), startsAt),
    drivers: [...result.drivers].sort((one, other) => one.carIndex - other.carIndex),
  };
}

function simulateRaceSession(input: SessionInput, grid: readonly Entrant[]): SessionResult {
  const { plan, session, random, circuit, weather } = input;
  const share = session.isSprint === true ? plan.distance / 3 : plan.distance;
  const laps = Math.max(3, Math.round(circuit.laps * share));
  const race = simulateRace({ random: random.fork('race'), circuit, weather, laps, grid });
  const classified = classifyRace(race.cars);
  const leader = classified[0];
  const drivers = classified.map((car, index) => createRaceDriver(car, index + 1, leader));
  return { drivers, laps, race, length: Math.max(...race.cars.map((car) => car.crossings.at(-1) ?? 0)) + 20_000 };
}

const timedFormats: Partial<
  Record<SessionType, { runs: number; quickLaps: number; timeOffset: number; maxDrivers: number }>
> = {
  [SessionType.Q1]: { runs: 2, quickLaps: 1, timeOffset: 0, maxDrivers: 22 },
  [SessionType.Q2]: { runs: 2, quickLaps: 1, timeOffset: -150, maxDrivers: 15 },
  [SessionType.Q3]: { runs: 2, quickLaps: 1, timeOffset: -300, maxDrivers: 10 },
  [SessionType.ShortQualifying]: { runs: 2, quickLaps: 2, timeOffset: 0, maxDrivers: 22 },
  [SessionType.OneShotQualifying]: { runs: 1, quickLaps: 1, timeOffset: 0, maxDrivers: 22 },
};

function simulateQualifying(
  { session, random, circuit, weather }: SessionInput,
  order: readonly Entrant[],
): SessionResult {
  const format = timedFormats[session.type] ?? { runs: 3, quickLaps: 3, timeOffset: 900, maxDrivers: 22 };
  const runs = simulateTimedSession({
    random: random.fork('runs'),
    circuit,
    weather,
    entrants: order.slice(0, format.maxDrivers),
    isOneShot: session.type === SessionType.OneShotQualifying,
    ...format,
  });
  const best = runs[0]?.best ?? null;
  const drivers = runs.map((run, index) => createTimedDriver(run, index + 1, best));
  const longest = Math.max(...runs.map((run) => run.laps.reduce((sum, lap) => sum + (lap.lapTime ?? 0), 0)));
  return { drivers, laps: null, race: null, length: longest + 5 * minute };
}

function createTimedDriver(run: TimedRun, position: number, best: number | null): Driver {
  return {
    ...createDriver(run.entrant, run.laps, run.stints, run.status),
    position: position,
    finishingPosition: position,
    deltaToLeader: run.best === null || best === null ? null : run.best - best,
  };
}

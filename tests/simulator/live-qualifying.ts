import { DriverStatus, PitStatus } from '#contract/entities/track-flag';
import { ResultStatus, SafetyCarStatus, SessionType, type Track, type TyreCompound } from '#contract/enumerations';
import type { LiveDetail } from '#contract/live/document';
import { blankDriver } from '#contract/race/blank-driver';
import { bestTime } from '#contract/race/laps';
import { findCircuit } from './circuits.ts';
import { courseOf } from './course.ts';
import { createDriver } from './driver.ts';
import type { Entrant } from './field.ts';
import { lapUnderWay, placeOnTrack } from './live-driver.ts';
import { createRandom } from './random.ts';
import { recordingOf } from './recording.ts';
import type { SimulatedRace } from './simulated-race.ts';
import { simulateTimedSession } from './timed.ts';
import { createTimedCar, type DrivenLap, type LapKind, type TimedCar } from './timed-car.ts';
import { sampleWeather, simulateWeather } from './weather.ts';

/** The plan of a practice or qualifying session that is shown while it runs. */
export interface LiveQualifyingPlan {
  /** The same plan gives the same session, byte for byte. */
  readonly seed: string;
  readonly track: Track;
  readonly type: SessionType;
  readonly field: readonly Entrant[];
  /** Car indexes that were knocked out in an earlier part, the best of them first. */
  readonly knockedOut?: readonly number[];
  /** ISO 8601 UTC. */
  readonly startsAt: string;
  /** The time on the clock; laps that have begun before its end are finished. At least 10. */
  readonly minutes: number;
}

const minute = 60_000;
/** The result is on the screen for so long after the last car has come in, in ms. */
const afterwards = 5_000;

const formats: Partial<Record<SessionType, { readonly runs: number; readonly quickLaps: number }>> = {
  [SessionType.OneShotQualifying]: { runs: 1, quickLaps: 1 },
  [SessionType.ShortQualifying]: { runs: 2, quickLaps: 2 },
  [SessionType.P1]: { runs: 2, quickLaps: 4 },
};
/** The time per lap that the track gains in the next part, in ms. */
const evolution: Partial<Record<SessionType, number>> = {
  [SessionType.Q2]: -150,
  [SessionType.Q3]: -300,
  [SessionType.P1]: 900,
};

/** Simulates practice or qualifying. Its state at any time follows from its laps. */
export function createLiveQualifying(plan: LiveQualifyingPlan): SimulatedRace {
  const random = createRandom(plan.seed);
  const circuit = findCircuit(plan.track);
  const weather = simulateWeather(random.fork('sky'));
  const out = plan.knockedOut ?? [];
  const entrants = plan.field.filter(({ carIndex }) => !out.includes(carIndex));
  const runs = simulateTimedSession({
    random: random.fork('runs'),
    circuit,
    weather,
    entrants,
    ...(formats[plan.type] ?? { runs: 2, quickLaps: 1 }),
    isOneShot: false,
    timeOffset: evolution[plan.type] ?? 0,
  });
  const course = courseOf(plan.track);
  const cars = runs.map((run) => createTimedCar(run, { end: plan.minutes * minute, random, circuit, course }));
  const duration = Math.max(plan.minutes * minute, ...cars.flatMap(({ laps }) => laps.at(-1)?.to ?? 0)) + afterwards;
  const history = sampleWeather(weather, Math.floor(duration / minute), plan.type, 1);
  const detailAt = (time: number): LiveDetail => {
    const isOver = time >= duration;
    const order = orderAt(cars, time);
    const eliminated = out.flatMap((index, place) => {
      const entrant = plan.field.find(({ carIndex }) => carIndex === index);
      return entrant === undefined ? [] : [eliminatedDriver(entrant, order.length + place + 1)];
    });
    return {
      ...recordingOf({ startsAt: plan.startsAt, duration, isOver, weather, ids: random }),
      trackId: plan.track,
      sessionType: plan.type,
      numberOfLaps: null,
      drivers: [...order.map((car, index) => driverAt(car, index + 1, { time, isOver })), ...eliminated].sort(
        (one, other) => one.carIndex - other.carIndex,
      ),
      sessionTimeLeft: Math.max(0, Math.ceil((plan.minutes * minute - time) / 1_000)),
      sessionDuration: plan.minutes * 60,
      safetyCarStatus: SafetyCarStatus.None,
      weatherForecastSamples: [],
      timeOfDay: 16 * 60 + Math.floor(time / minute),
      trackTemp: weather.trackTemperature,
      airTemp: weather.airTemperature,
      numberOfSafetyCars: null,
      numberOfVirtualSafetyCars: null,
      numberOfRedFlags: null,
      trackLength: circuit.length,
      overtakes: [],
      weatherHistory: history.filter(({ timeOffSet }) => timeOffSet * minute <= time),
    };
  };
  return { duration, at: (time) => detailAt(Math.max(0, time)) };
}

/** The cars in the order of their best laps; those without one are last. */
function orderAt(cars: readonly TimedCar[], time: number): TimedCar[] {
  const keyed = cars.map((car) => ({ car, best: bestAt(car, time) ?? Number.POSITIVE_INFINITY }));
  const byTime = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1);
  return keyed
    .sort((one, other) => byTime(one.best, other.best) || one.car.entrant.carIndex - other.car.entrant.carIndex)
    .map(({ car }) => car);
}

function bestAt({ laps }: TimedCar, time: number): number | null {
  const done = laps.filter(({ kind, to }) => kind === 'timed' && to <= time).map(({ lap }) => lap);
  return bestTime(done, 'lapTime');
}

function eliminatedDriver(
  { carIndex, name, team, carNumber }: Entrant,
  position: number,
): LiveDetail['drivers'][number] {
  return { ...blankDriver(carIndex, name), team, carNumber, position, resultStatus: ResultStatus.Inactive };
}

const driverStatuses = {
  out: DriverStatus.OutLap,
  timed: DriverStatus.FlyingLap,
  in: DriverStatus.InLap,
} as const;

/**
 * A driver at a time. Timed laps alone are laps, as in the game: the lap out of the pits belongs to the next one, with
 * distances before the line, and a lap into the pits is not completed.
 */
function driverAt(
  car: TimedCar,
  position: number,
  { time, isOver }: { readonly time: number; readonly isOver: boolean },
): LiveDetail['drivers'][number] {
  const done = car.laps.filter(({ to }) => to <= time);
  const current = car.laps[done.length];
  const isFinished = isOver || current === undefined;
  const isTimed = current?.kind === 'timed';
  const isDriven = current !== undefined && current.from <= time;
  const laps = done.filter(({ kind }) => kind === 'timed').map(({ lap, to }) => ({ ...lap, endedAt: Math.round(to) }));
  const status = isFinished ? ResultStatus.Finished : ResultStatus.Active;
  const begun = isDriven && !isFinished ? [...done, current] : done;
  const driver = {
    ...createDriver(car.entrant, laps, stintsOf(begun, laps.length + (isFinished ? 0 : 1)), status),
    position,
    totalRaceTime: null,
    ...(isOver ? { finishingPosition: position } : {}),
    ...(current === undefined ? {} : { currentTyreCompound: current.compound }),
    currentTyreAgeLaps: ageOf(done, current),
  };
  if (isFinished) return driver;
  const pitStatus = car.drive.pitStatusAt(time);
  const elapsed = isDriven && current.kind !== 'out' ? Math.round(time - current.from) : 0;
  return {
    ...driver,
    currentLapNumber: laps.length + 1,
    pitStatus,
    driverStatus: statusOf(pitStatus, isDriven ? current.kind : 'in'),
    isLapInvalid: isTimed && current.lap.invalidLap && elapsed > (current.lap.sector1Time ?? 0),
    ...lapUnderWay(driver, isTimed ? current.lap : undefined, elapsed),
    ...placeOnTrack(car, time, done.length + (current.kind === 'out' ? 1 : 0)),
  };
}

/** From the line to the garage a car is still on its way in. */
function statusOf(pitStatus: PitStatus, kind: LapKind): DriverStatus {
  return pitStatus === PitStatus.InBox ? DriverStatus.Garage : driverStatuses[kind];
}

/** Laps on the tyres of the current run. */
function ageOf(done: readonly DrivenLap[], current: DrivenLap | undefined): number {
  if (current?.kind === 'out') return 0;
  const out = done.findLastIndex(({ kind }) => kind === 'out');
  return done.length - Math.max(0, out);
}

/** One set of tyres for each run; the last one up to a lap. */
function stintsOf(laps: readonly DrivenLap[], last: number): { tyreCompound: TyreCompound; endLap: number }[] {
  const starts = laps.flatMap(({ kind }, index) => (kind === 'out' ? [index] : []));
  return starts.map((start, run) => ({
    tyreCompound: (laps[start] as DrivenLap).compound,
    endLap:
      run === starts.length - 1 ? last : laps.slice(0, starts[run + 1]).filter(({ kind }) => kind === 'timed').length,
  }));
}

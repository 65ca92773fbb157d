import type { Overtake, WeatherSample } from '#contract/entities/session';
import { TrackFlag } from '#contract/entities/track-flag';
import { SafetyCarStatus, SessionType, type Track } from '#contract/enumerations';
import type { LiveDetail } from '#contract/live/document';
import type { Neutralisation, Race } from './car.ts';
import { findCircuit } from './circuits.ts';
import { courseOf } from './course.ts';
import { createDrive, type Drive } from './drive.ts';
import type { Entrant } from './field.ts';
import { createLiveDriver, type LiveCar, orderAt } from './live-driver.ts';
import { findOvertakes } from './overtakes.ts';
import { simulateRace } from './race.ts';
import { classifyRace, createRaceDriver } from './race-result.ts';
import { createRandom } from './random.ts';
import { recordingOf } from './recording.ts';
import { sampleWeather, simulateWeather } from './weather.ts';

/** The plan of a race that is shown while it runs. */
export interface SimulatedRacePlan {
  /** The same plan gives the same race, byte for byte. */
  readonly seed: string;
  readonly track: Track;
  readonly field: readonly Entrant[];
  /** ISO 8601 UTC. */
  readonly startsAt: string;
  /** About how long it takes, in minutes. */
  readonly minutes: number;
}

/** A race that can be read at any time since its start, in ms. From `duration` on it is the result. */
export interface SimulatedRace {
  readonly duration: number;
  readonly at: (time: number) => LiveDetail;
}

interface Period {
  readonly kind: Neutralisation['kind'];
  readonly from: number;
  readonly to: number;
}

type RaceFacts = ReturnType<typeof simulate>;

const minute = 60_000;
/** Yellow flags from before a car has stopped until after it, in ms. */
const yellowBefore = 4_000;
const yellowAfter = 25_000;
/** The notice before the end of a safety car, in ms. */
const endings = { full: 60_000, virtual: 12_000, red: 0 } as const;

type FlagField = 'trackFlag' | 'sectorFlags' | 'isSafetyCarEnding';

/** Simulates a race. Its state at any time follows from its laps: sectors, laps and gaps add up. `drives` are by car index. */
export function createSimulatedRace(
  plan: SimulatedRacePlan,
): SimulatedRace & { readonly drives: ReadonlyMap<number, Drive> } {
  const facts = simulate(plan);
  return {
    duration: facts.duration,
    at: (time) => readAt(facts, Math.max(0, time)),
    drives: new Map(facts.cars.map(({ car, drive }) => [car.entrant.carIndex, drive])),
  };
}

function simulate(plan: SimulatedRacePlan) {
  const random = createRandom(plan.seed);
  const startsAt = Date.parse(plan.startsAt);
  const circuit = findCircuit(plan.track);
  const weather = simulateWeather(random.fork('sky'));
  const laps = Math.max(3, Math.round((plan.minutes * minute) / circuit.lapTime));
  const grid = [...plan.field]
    .map((entrant) => ({ entrant, time: entrant.pace + random.normal(entrant.lapTimeDeviation * 1.5) }))
    .sort((one, other) => one.time - other.time)
    .map(({ entrant }) => entrant);
  const race = simulateRace({ random: random.fork('race'), circuit, weather, laps, grid, isLively: true });
  const course = courseOf(plan.track);
  const cars = race.cars.map((car): LiveCar => {
    const own = random.fork(`drive/${car.entrant.carIndex}`);
    return { car, course, drive: createDrive({ car, course, sectors: circuit.sectors, random: own }) };
  });
  const duration = Math.max(...race.cars.map((car) => car.crossings.at(-1) ?? 0));
  return {
    plan,
    random,
    circuit,
    weather,
    laps,
    race,
    cars,
    duration,
    periods: periodsOf(race, cars),
    overtakes: findOvertakes(race, random.fork('overtakes'), startsAt)
      .map((overtake) => timed(overtake, cars, startsAt))
      .sort((one, other) => (one.overtakingTime ?? 0) - (other.overtakingTime ?? 0)),
    weatherHistory: sampleWeather(weather, Math.floor(duration / minute), SessionType.Race, 1),
  };
}

/** A safety car or a red flag comes once the car has stopped that needs it; a safety car leaves with the leader's lap. */
function periodsOf(race: Race, cars: readonly LiveCar[]): Period[] {
  const leaderAt = (lap: number) => Math.min(...race.cars.flatMap(({ crossings }) => crossings[lap - 1] ?? []));
  const lastAt = (lap: number) => Math.max(...race.cars.flatMap(({ crossings }) => crossings[lap - 1] ?? []));
  return race.neutralisations
    .map(({ kind, fromLap, toLap }) => {
      const halts = race.cars.flatMap((car) => car.halts.filter(({ lapNum }) => lapNum === fromLap));
      const stopped = cars.flatMap(({ car, drive }) =>
        drive.retiredAt !== null && car.laps.length === fromLap - 1 ? [drive.retiredAt] : [],
      );
      // Red once all cars have finished the lap before, until the first car leaves the pit lane.
      const first = kind === 'red' ? lastAt(fromLap - 1) : leaderAt(fromLap - 1);
      const to = kind === 'red' ? Math.min(...halts.map(({ until }) => until - 3_000)) : leaderAt(toLap);
      return { kind, from: Math.max(first, Math.min(...stopped)), to };
    })
    .filter(({ from, to }) => from < to);
}

/** An overtake at the moment when one car has driven as far as the other. */
function timed(overtake: Overtake, cars: readonly LiveCar[], startsAt: number): Overtake {
  const carOf = (index: number) => cars.find(({ car }) => car.entrant.carIndex === index);
  const [gaining, losing] = [carOf(overtake.overtakingDriverIdx), carOf(overtake.overtakenDriverIdx)];
  const lap = overtake.lapNum ?? 1;
  if (gaining === undefined || losing === undefined) return overtake;
  let before = lap === 1 ? 0 : (losing.car.crossings[lap - 2] ?? 0);
  let after = gaining.car.crossings[lap - 1] ?? before;
  while (after - before > 1) {
    const middle = (before + after) / 2;
    if (gaining.drive.distanceAt(middle) > losing.drive.distanceAt(middle)) after = middle;
    else before = middle;
  }
  const overtakingTime = Math.round(after);
  return { ...overtake, overtakingTime, utcTime: new Date(startsAt + overtakingTime).toISOString() };
}

function readAt(facts: RaceFacts, time: number): LiveDetail {
  const { plan, circuit, weather, laps, race, cars, duration, periods, random } = facts;
  const isOver = time >= duration;
  const part = Math.min(1, time / duration);
  const begun = (kind: Neutralisation['kind']) => periods.filter((one) => one.kind === kind && one.from <= time).length;
  const order = orderAt(cars, time);
  return {
    ...recordingOf({ startsAt: plan.startsAt, duration, isOver, weather, ids: random }),
    trackId: plan.track,
    sessionType: SessionType.Race,
    numberOfLaps: laps,
    drivers: isOver
      ? classifyRace(race.cars)
          .map((car, index, [winner]) => createRaceDriver(car, index + 1, winner))
          .sort((one, other) => one.carIndex - other.carIndex)
      : order
          .map((_, index) => createLiveDriver(order, index, time))
          .sort((one, other) => one.carIndex - other.carIndex),
    sessionTimeLeft: isOver ? 0 : null,
    sessionDuration: isOver ? Math.ceil(duration / 1_000) : null,
    safetyCarStatus: safetyCarAt(periods, time),
    ...(isOver ? {} : flagsAt(facts, time)),
    weatherForecastSamples: forecastAt(facts, time),
    timeOfDay: 14 * 60 + Math.floor(time / minute),
    trackTemp: weather.trackTemperature - (weather.isWet(part) ? 4 : 0),
    airTemp: weather.airTemperature - (weather.isWet(part) ? 2 : 0),
    numberOfSafetyCars: begun('full'),
    numberOfVirtualSafetyCars: begun('virtual'),
    numberOfRedFlags: begun('red'),
    trackLength: circuit.length,
    overtakes: facts.overtakes.filter(({ overtakingTime }) => (overtakingTime ?? 0) <= time),
    weatherHistory: facts.weatherHistory.filter(({ timeOffSet }) => timeOffSet * minute <= time),
  };
}

const safetyCars = {
  full: SafetyCarStatus.Full,
  virtual: SafetyCarStatus.Virtual,
  red: SafetyCarStatus.None,
} as const;

function safetyCarAt(periods: readonly Period[], time: number) {
  const current = periods.find(({ from, to }) => from <= time && time < to);
  return current === undefined ? SafetyCarStatus.None : safetyCars[current.kind];
}

/** Yellow flags where a car stops, until it is away or the race neutralised; a safety car is announced to end. */
function flagsAt({ cars, circuit, periods }: RaceFacts, time: number): Pick<LiveDetail, FlagField> {
  const current = periods.find(({ from, to }) => from <= time && time < to);
  const sectorFlags = [TrackFlag.Clear, TrackFlag.Clear, TrackFlag.Clear] as TrackFlag[];
  for (const { drive, course } of cars) {
    const { retiredAt } = drive;
    if (retiredAt === null || time < retiredAt - yellowBefore || time > yellowEnd(retiredAt, periods)) continue;
    const part = (drive.distanceAt(retiredAt) / course.length) % 1;
    const [first, second] = circuit.sectors;
    const sector = part < course.distanceAfter(first) ? 0 : part < course.distanceAfter(first + second) ? 1 : 2;
    // Double waved while the car still rolls.
    sectorFlags[sector] = time < retiredAt ? TrackFlag.DoubleYellow : TrackFlag.Yellow;
  }
  const isSafetyCarEnding = current !== undefined && current.to - time < endings[current.kind];
  if (current?.kind === 'red')
    return { trackFlag: TrackFlag.Red, sectorFlags: sectorFlags.fill(TrackFlag.Clear), isSafetyCarEnding: false };
  return { trackFlag: TrackFlag.Clear, sectorFlags, isSafetyCarEnding };
}

/** The incident that stops the race stays under yellow flags until then. */
function yellowEnd(retiredAt: number, periods: readonly Period[]): number {
  const red = periods.find(({ kind, from }) => kind === 'red' && from >= retiredAt && from - retiredAt < minute);
  return Math.max(retiredAt + yellowAfter, red?.from ?? 0);
}

/** The weather in 5, 10 and 15 minutes, within the race; it changes once a minute. */
function forecastAt({ weather, duration, weatherHistory }: RaceFacts, time: number): WeatherSample[] {
  const [sample] = weatherHistory;
  const now = Math.floor(time / minute) * minute;
  return [5, 10, 15].flatMap((timeOffSet) => {
    const part = (now + timeOffSet * minute) / duration;
    if (sample === undefined || part > 1) return [];
    return [
      {
        ...sample,
        timeOffSet,
        forecastedWeatherCondition: weather.at(part),
        trackTemperatureCelsius: weather.trackTemperature - (weather.isWet(part) ? 4 : 0),
        rainPercentage: weather.rainAt(part),
      },
    ];
  });
}

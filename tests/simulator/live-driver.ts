import type { Driver, LapTime } from '#contract/entities/session';
import { ResultStatus } from '#contract/enumerations';
import type { LiveDetail } from '#contract/live/document';
import type { Car } from './car.ts';
import type { Course } from './course.ts';
import type { Drive } from './drive.ts';
import { createDriver } from './driver.ts';
import { penaltySeconds } from './race-result.ts';

/** A car of a running race with its way. */
export interface LiveCar {
  readonly car: Car;
  readonly course: Course;
  readonly drive: Drive;
}

/** In ms. */
const velocityStep = 50;
/** Gaps are measured at this many loops in the track, as in real timing. */
const loops = 20;

/** The cars in the order of the race at a time; those that have stopped are last. */
export function orderAt(cars: readonly LiveCar[], time: number): LiveCar[] {
  const keyed = cars.map((entry) => ({
    entry,
    isOut: entry.drive.retiredAt !== null && entry.drive.retiredAt <= time,
    distance: entry.drive.distanceAt(time),
    lastCrossing: entry.car.crossings.at(-1) ?? 0,
  }));
  return keyed
    .sort(
      (one, other) =>
        Number(one.isOut) - Number(other.isOut) ||
        other.distance - one.distance ||
        one.lastCrossing - other.lastCrossing ||
        one.entry.car.grid - other.entry.car.grid,
    )
    .map(({ entry }) => entry);
}

/** The driver at a place in the order of a running race. */
export function createLiveDriver(
  order: readonly LiveCar[],
  index: number,
  time: number,
): LiveDetail['drivers'][number] {
  const current = order[index];
  if (current === undefined) throw new RangeError(`there is no car at place ${index}`);
  const { car, drive } = current;
  const lapsDone = car.crossings.findLastIndex((crossing) => crossing <= time) + 1;
  const isOut = drive.retiredAt !== null && drive.retiredAt <= time;
  const isFinished = drive.retiredAt === null && lapsDone === car.laps.length;
  const isRunning = !isOut && !isFinished;
  const lapNumber = isRunning || isOut ? lapsDone + 1 : lapsDone;
  const status = isOut ? car.status : isFinished ? ResultStatus.Finished : ResultStatus.Active;
  const own = { ...car, penalties: car.penalties.filter(({ penaltyIssuedTime }) => (penaltyIssuedTime ?? 0) <= time) };
  const warnings = car.warnings.filter(({ warningTime }) => (warningTime ?? 0) <= time);
  const elapsed = Math.round(time - (car.crossings[lapsDone - 1] ?? 0));
  const leader = order[0];
  const ahead = order[index - 1];
  const driver = driverAfter(car, lapsDone, lapNumber, status);
  const hasGaps = !isOut && leader !== undefined && ahead !== undefined;
  const gaps = hasGaps ? gapsOf({ leader, ahead, current, time }) : driver;
  const lap = isRunning ? lapUnderWay(driver, car.laps[lapsDone], elapsed) : driver;
  const place = isRunning ? placeOnTrack(current, time, lapsDone) : driver;
  // Each field by its name: this is done for every car in every frame, and a second spread takes longer than all the rest.
  return {
    ...driver,
    position: index + 1,
    startingPosition: car.grid,
    currentLapNumber: lapNumber,
    currentTyreAgeLaps: lapsDone - (driver.tyres.at(-2)?.endLap ?? 0),
    pitStops: drive.stops
      .filter(({ from }) => from <= time)
      .map(({ lapNum, from, to }) => ({ lapNum, pitLaneTime: to <= time ? to - from : null })),
    penalties: own.penalties,
    totalPenaltiesSeconds: penaltySeconds(own),
    warnings,
    totalWarnings: warnings.length,
    totalCornerCutWarnings: warnings.length,
    totalRaceTime: isRunning ? null : (car.crossings[lapsDone - 1] ?? null),
    pitStatus: isRunning ? drive.pitStatusAt(time) : null,
    deltaToLeader: gaps.deltaToLeader,
    deltaToCarAhead: gaps.deltaToCarAhead,
    currentLapTime: lap.currentLapTime,
    currentSector1Time: lap.currentSector1Time,
    currentSector2Time: lap.currentSector2Time,
    bestSector1Time: lap.bestSector1Time,
    bestSector2Time: lap.bestSector2Time,
    lapDistance: place.lapDistance,
    livePosition: place.livePosition,
    velocity: place.velocity,
  };
}

interface LapDriver {
  readonly lapNumber: number;
  readonly status: ResultStatus;
  readonly driver: Driver;
}

/** The drivers of the lap that each car was last read in: it stays the same for thousands of frames. */
const lapDrivers = new WeakMap<Car, LapDriver>();

/** A driver after so many laps, in the lap `lapNumber`. */
function driverAfter(car: Car, lapsDone: number, lapNumber: number, status: ResultStatus): Driver {
  const last = lapDrivers.get(car);
  if (last?.driver.numberOfLaps === lapsDone && last.lapNumber === lapNumber && last.status === status)
    return last.driver;
  const driver = createDriver(car.entrant, car.laps.slice(0, lapsDone), stintsUntil(car, lapNumber), status);
  lapDrivers.set(car, { lapNumber, status, driver });
  return driver;
}

/** The stints that have begun. The last one goes up to the current lap. */
function stintsUntil({ stints }: Car, lap: number): Driver['tyres'] {
  return stints
    .filter((_, index) => (stints[index - 1]?.endLap ?? 0) < lap)
    .map((stint) => ({ ...stint, endLap: Math.min(stint.endLap, lap) }));
}

interface Gaps {
  readonly leader: LiveCar;
  readonly ahead: LiveCar;
  readonly current: LiveCar;
  readonly time: number;
}

/** The gaps at the last loop that a car has passed, in ms; null before the first one. */
function gapsOf(cars: Gaps): Pick<Driver, 'deltaToLeader' | 'deltaToCarAhead'> {
  const { current, time } = cars;
  const { length } = current.course;
  const distance = current.drive.distanceAt(time);
  const passed = Math.floor((distance * loops) / length + 1e-9);
  if (passed <= 0) return { deltaToLeader: null, deltaToCarAhead: null };
  const atLoop = gapsAt(cars, (passed * length) / loops);
  // Where the order has changed since the loop, the gaps are those of this moment.
  return atLoop.deltaToCarAhead > 0 ? atLoop : gapsAt(cars, distance);
}

function gapsAt({ leader, ahead, current }: Gaps, distance: number) {
  const own = current.drive.timeAt(distance) ?? 0;
  const gapTo = ({ drive }: LiveCar) => Math.max(0, Math.round(own - (drive.timeAt(distance) ?? own)));
  const deltaToCarAhead = gapTo(ahead);
  // A leader that has just passed the car ahead was behind it here.
  return { deltaToLeader: Math.max(deltaToCarAhead, gapTo(leader)), deltaToCarAhead };
}

/** The sectors of the lap that is driven now. They count for the best ones at once. */
export function lapUnderWay(
  { bestSector1Time, bestSector2Time }: Pick<Driver, 'bestSector1Time' | 'bestSector2Time'>,
  lap: LapTime | undefined,
  elapsed: number,
) {
  const first = lap?.sector1Time ?? null;
  const second = lap?.sector2Time ?? null;
  const currentSector1Time = first !== null && elapsed >= first ? first : null;
  const currentSector2Time = first !== null && second !== null && elapsed >= first + second ? second : null;
  return {
    currentLapTime: elapsed,
    currentSector1Time,
    currentSector2Time,
    bestSector1Time: lowest(bestSector1Time, currentSector1Time),
    bestSector2Time: lowest(bestSector2Time, currentSector2Time),
  };
}

function lowest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** Where a car is and how fast, from the places where it is shortly before and after. */
export function placeOnTrack(
  { drive, course }: Pick<LiveCar, 'drive' | 'course'>,
  time: number,
  lapsDone: number,
): Pick<Driver, 'lapDistance' | 'livePosition' | 'velocity'> {
  const distance = drive.distanceAt(time);
  const { x, z } = course.at(distance);
  const [before, after] = [time - velocityStep, time + velocityStep].map((near) => course.at(drive.distanceAt(near)));
  const speed = (axis: 'x' | 'z') =>
    before === undefined || after === undefined ? 0 : round(((after[axis] - before[axis]) * 500) / velocityStep);
  return {
    lapDistance: round(distance - lapsDone * course.length),
    livePosition: { x: round(x), y: 0, z: round(z) },
    velocity: { x: speed('x'), y: 0, z: speed('z') },
  };
}

/** To 0.1 m. */
function round(metres: number): number {
  return Math.round(metres * 10) / 10 + 0;
}

// One piece: what a live document says of a moment, car by car, and all of it from the same paths.
import type { TrackOutline } from '../../entities/track.ts';
import { DriverStatus, PitStatus } from '../../entities/track-flag.ts';
import { isRace, ResultStatus, SessionStatus } from '../../enumerations.ts';
import type { LiveDocument, LiveDriver } from '../../live/document.ts';
import { toDocument } from '../../live/to-document.ts';
import { PenaltyType } from '../../penalties.ts';
import { classificationOf } from '../classification.ts';
import { raceClock } from '../race-clock.ts';
import { type CarPath, carPath, type DrivenLap, type PitVisit, type ReplayLap } from './car-path.ts';
import { type DrivenCar, drivenCars, type ReplayedSession } from './driven-cars.ts';
import { flagFields, flagsOf, redSpans } from './flags.ts';
import { lapShape } from './lap-shape.ts';
import { hasEnds, usualTimes } from './lap-times.ts';
import { isAbsent } from './timed-way.ts';
import { type Appearing, appearing, countUntil } from './timeline.ts';

/** What a session lacks, so that its replay is an estimate there. */
export type ReplayGap =
  /** Times of laps: they are as long as others. */
  | 'laps'
  /** Times of sectors: cars are estimated between the lines. */
  | 'sectors'
  /** When laps of practice or qualifying were driven: they follow each other. */
  | 'breaks'
  /** The flags of a race with safety cars or red flags. */
  | 'flags';

/** A stored session that can be read at any time of it. Times in ms since the start of the session. */
export interface Replay {
  /** When the first lap begins. */
  readonly start: number;
  /** When the last car has finished, or the last lap of practice or qualifying ends: from then on it is the result. */
  readonly duration: number;
  readonly gaps: readonly ReplayGap[];
  /** Parts that have not changed since the last read are the same objects. */
  readonly at: (time: number) => LiveDocument;
}

type Entry<List extends 'penalties' | 'warnings' | 'lapTimes'> = NonNullable<LiveDriver[List]>[string];

interface Car {
  readonly driven: DrivenCar;
  readonly path: CarPath;
  readonly lapEnds: readonly number[];
  readonly wayEnds: readonly number[];
  readonly penalties: Appearing<Entry<'penalties'>>;
  readonly warnings: Appearing<Entry<'warnings'>>;
  readonly laps: Appearing<Entry<'lapTimes'>>;
  readonly stops: readonly { readonly lapNum: number; readonly from: number; readonly to: number }[];
  readonly tree: LiveDriver;
}

/** The outline of the track that a session was driven on; without points where none is known. */
type Course = Pick<TrackOutline, 'points' | 'length'>;

/** Gaps are measured at this many loops in the track, as in real timing. */
const loops = 20;
/** A lap of a track whose length is not known, in m. */
const usualLength = 5_000;

/** The replay of a stored session. */
export function replayOf(session: ReplayedSession, course: Course): Replay {
  const whole = toDocument(session);
  const isOfRace = isRace(session.sessionType);
  const isTimed = !isOfRace && hasEnds(session);
  const { start } = raceClock(whole);
  const usual = usualTimes(session);
  const length = course.length ?? session.trackLength ?? usualLength;
  const shape = lapShape(course.points, length);
  const [first, second] = usual.sectors;
  const lap: ReplayLap = {
    ...shape,
    length,
    sectorEnds: [shape.distanceAfter(first / usual.lap), shape.distanceAfter((first + second) / usual.lap)],
  };
  const flags = flagsOf(session, (lapNum) => start + Math.max(0, lapNum - 1) * usual.lap);
  const driven = drivenCars(session, { start, red: redSpans(flags), usual });
  const cars = driven.map((car) => carOf(car, whole, { lap, isOfRace, isTimed, start, usualLap: usual.lap }));
  const duration = Math.ceil(Math.max(start + 1, ...cars.map((car) => endOfCar(car, isTimed))));
  const overtakes = appearing(whole.overtakes, ({ overtakingTime, overtakingDriverIdx, lapNum }) => {
    const car = cars.find(({ driven: { driver } }) => driver.carIndex === overtakingDriverIdx);
    return overtakingTime ?? (car === undefined ? start : timeInLap(car, lapNum ?? 1, 0.5));
  });
  const control = appearing(whole.raceControl, ({ time, lapNum }) => time ?? start + ((lapNum ?? 1) - 1) * usual.lap);
  const weather = appearing(whole.weatherHistory, ({ timeOffSet }) => timeOffSet * 60_000);
  const result = resultOf(session, whole);

  function at(time: number): LiveDocument {
    if (time >= duration) return result;
    const states = cars.map((car) => stateOf(car, time));
    states.sort(isOfRace ? byDistance : byBestLap);
    const drivers: Record<string, LiveDriver> = {};
    for (const [index, state] of states.entries())
      drivers[state.car.driven.driver.carIndex] = driverAt(states, index, time);
    const history = weather.at(time);
    const now = Object.values(history ?? {}).at(-1);
    const { trackTemp, airTemp, ...rest } = headOf(whole);
    return {
      ...rest,
      sessionStatus: SessionStatus.InProgress,
      trackTemp: now?.trackTemperatureCelsius ?? rest.startTrackTemp ?? trackTemp,
      airTemp: now?.airTemperatureCelsius ?? rest.startAirTemp ?? airTemp,
      ...flagFields(flags.findLast((flag) => flag.time <= time)),
      ...(isTimed ? clockAt(time) : {}),
      drivers,
      overtakes: overtakes.at(time),
      raceControl: control.at(time),
      weatherHistory: history,
    } as LiveDocument;
  }

  /** In s. */
  function clockAt(time: number): Pick<LiveDocument, 'sessionDuration' | 'sessionTimeLeft'> {
    const { sessionDuration } = session;
    if (!sessionDuration) return {};
    return { sessionDuration, sessionTimeLeft: Math.max(0, Math.ceil(sessionDuration - time / 1_000)) };
  }

  /** The driver at a place in the order. */
  function driverAt(states: readonly CarState[], index: number, time: number): LiveDriver {
    const state = states[index] as CarState;
    const { car, lapsDone, wayDone, isOut, isRunning, distance } = state;
    const { driver, way } = car.driven;
    if (isTimed && isAbsent(driver)) return { ...car.tree, position: index + 1 };
    const current = isRunning ? way[wayDone] : undefined;
    const lapNumber = isRunning || isOut ? lapsDone + 1 : lapsDone;
    const ahead = states[index - 1]?.car;
    const leader = states[0]?.car;
    const gaps =
      !isOfRace || isOut || ahead === undefined || leader === undefined
        ? null
        : gapsOf({ leader, ahead, car, time, distance });
    const penalties = car.penalties.at(time);
    const warnings = car.warnings.at(time);
    const lapDistance = distance - wayDone * length;
    const visit = isRunning ? car.driven.visits.find(({ from, to }) => from <= time && time < to) : undefined;
    const from = way[wayDone - 1]?.to ?? current?.from ?? start;
    const activity = isTimed && isRunning ? activityOf(current, visit, lapDistance) : null;
    // Tyres are changed in the garage.
    const hasOldTyres = lapsDone > 0 && activity !== null && activity !== 'timed' && activity !== 'out';
    const { tyres, compound, age } = tyresOf(car, { lapNumber: hasOldTyres ? lapsDone : lapNumber, wayDone });
    const isTiming = activity === null || activity === 'timed' || activity === 'in';
    return {
      name: driver.name,
      carNumber: car.tree.carNumber,
      team: car.tree.team,
      startingPosition: car.tree.startingPosition,
      position: index + 1,
      resultStatus: isOut ? driver.resultStatus : isRunning ? ResultStatus.Active : finishedStatus(driver.resultStatus),
      lapTimes: car.laps.at(time),
      numberOfLaps: lapsDone,
      bestLapTimeMs: state.best ?? undefined,
      currentLapNumber: lapNumber,
      tyres,
      currentTyreCompound: compound,
      currentTyreAgeLaps: age,
      pitStops: stopsAt(car, time),
      penalties,
      totalPenaltiesSeconds: secondsOf(penalties),
      warnings,
      totalWarnings: Object.keys(warnings ?? {}).length,
      totalCornerCutWarnings: cornerCuts(car.tree, warnings),
      totalRaceTime: isOfRace && !isRunning && lapsDone > 0 ? Math.round(from - start) : undefined,
      pitStatus: isRunning ? pitStatusOf(visit, activity) : undefined,
      driverStatus: isOfRace || !isRunning ? undefined : driverStatuses[activity ?? 'timed'],
      currentLapTime: isRunning ? (isTiming ? Math.max(0, Math.round(time - from)) : 0) : undefined,
      currentSector1Time: sectorAt(current?.first, time, from),
      currentSector2Time: sectorAt(current?.second, time, current?.first ?? from),
      deltaToLeader: gaps?.toLeader,
      deltaToCarAhead: gaps?.toCarAhead,
      // As in the game the way to the line is before it.
      lapDistance: isRunning ? (current?.kind === 'out' ? lapDistance - length : lapDistance) : undefined,
      livePosition: isRunning ? placeOn(course, distance / length) : undefined,
    } as LiveDriver;
  }

  /** Gaps at the last loop that a car has passed, in ms; null before the first one. */
  function gapsOf({ leader, ahead, car, time, distance }: GapInput) {
    const passed = Math.floor((distance * loops) / length + 1e-9);
    if (passed <= 0) return null;
    const atLoop = gapsAt((passed * length) / loops);
    // Where the order has changed since the loop, the gaps are those of this moment.
    return atLoop.toCarAhead > 0 ? atLoop : gapsAt(distance, time);

    function gapsAt(at: number, own = car.path.timeAt(at) ?? time) {
      const gapTo = ({ path }: Car) => Math.max(0, Math.round(own - (path.timeAt(at) ?? own)));
      const toCarAhead = gapTo(ahead);
      // A leader that has just passed the car ahead was behind it here.
      return { toCarAhead, toLeader: Math.max(toCarAhead, gapTo(leader)) };
    }
  }

  return { start, duration, gaps: gapsIn(session, flags.length > 0), at };
}

interface GapInput {
  readonly leader: Car;
  readonly ahead: Car;
  readonly car: Car;
  readonly time: number;
  readonly distance: number;
}

interface CarState {
  readonly car: Car;
  readonly lapsDone: number;
  readonly wayDone: number;
  readonly isOut: boolean;
  readonly isRunning: boolean;
  readonly distance: number;
  readonly best: number | null;
}

function carOf(
  driven: DrivenCar,
  whole: LiveDocument,
  {
    lap,
    isOfRace,
    isTimed,
    start,
    usualLap,
  }: { lap: ReplayLap; isOfRace: boolean; isTimed: boolean; start: number; usualLap: number },
): Car {
  const { driver, laps, way, visits, until } = driven;
  const tree = whole.drivers?.[driver.carIndex] as LiveDriver;
  const end = way.at(-1)?.to ?? start;
  const last = isTimed ? end : until;
  const rest = last === null || (last <= end && !isTimed) ? null : { from: end, until: last, lapTime: usualLap };
  const path = carPath({ grid: isOfRace ? (driver.startingPosition ?? 1) : null, laps: way, visits, rest }, lap);
  const lapEnds = laps.map(({ to }) => to);
  const inLap = (time: number | undefined, lapNum: number | undefined) =>
    time ?? timeInLap({ driven }, lapNum ?? 1, 0.5);
  return {
    driven,
    path,
    lapEnds,
    wayEnds: way.map(({ to }) => to),
    tree,
    laps: appearing(tree.lapTimes, (_, index) => lapEnds[index] ?? Infinity),
    penalties: appearing(tree.penalties, ({ penaltyIssuedTime, lapNum }) => inLap(penaltyIssuedTime, lapNum)),
    warnings: appearing(tree.warnings, ({ warningTime, lapNum }) => inLap(warningTime, lapNum)),
    stops: driver.pitStops.map(({ lapNum }) => {
      const visit = visits.find((each) => each.lap === lapNum && each.standing !== null);
      const line = timeInLap({ driven }, lapNum, 1);
      return { lapNum, from: visit?.from ?? line, to: visit?.to ?? line };
    }),
  };
}

/** A time in a lap of a car; in the lap that it did not complete where it has no such lap. */
function timeInLap({ driven: { laps, until } }: Pick<Car, 'driven'>, lapNum: number, part: number): number {
  const lap = laps[lapNum - 1];
  if (lap !== undefined) return lap.from + (lap.to - lap.from) * part;
  return until ?? laps.at(-1)?.to ?? 0;
}

function endOfCar({ driven: { laps, until } }: Car, isTimed: boolean): number {
  return Math.max(laps.at(-1)?.to ?? 0, isTimed ? 0 : (until ?? 0));
}

function stateOf(car: Car, time: number): CarState {
  const { driven, lapEnds, wayEnds, path } = car;
  const lapsDone = countUntil(lapEnds, time);
  const wayDone = wayEnds.length === lapEnds.length ? lapsDone : countUntil(wayEnds, time);
  const isOut = driven.isOut && driven.until !== null && driven.until <= time;
  const isRunning = !isOut && time < driven.finishedAt;
  const best = lowest(car.driven.driver.lapTimes, lapsDone);
  return { car, lapsDone, wayDone, isOut, isRunning, distance: path.distanceAt(time), best };
}

/** What a car of practice or qualifying does. */
type Activity = DrivenLap['kind'] | 'garage';

function activityOf(lap: DrivenLap | undefined, visit: PitVisit | undefined, lapDistance: number): Activity {
  const way = visit === undefined ? 1 : lapDistance - visit.place;
  if (Math.abs(way) < 0.01) return 'garage';
  return way > 0 ? (lap?.kind ?? 'in') : 'in';
}

const driverStatuses = {
  timed: DriverStatus.FlyingLap,
  out: DriverStatus.OutLap,
  in: DriverStatus.InLap,
  garage: DriverStatus.Garage,
} as const;

function pitStatusOf(visit: PitVisit | undefined, activity: Activity | null): PitStatus {
  if (visit === undefined) return PitStatus.None;
  return activity === 'garage' ? PitStatus.InBox : PitStatus.InLane;
}

function lowest(laps: DrivenCar['driver']['lapTimes'], count: number): number | null {
  let best: number | null = null;
  for (let index = 0; index < count; index += 1) {
    const { lapTime = null, invalidLap = true } = laps[index] ?? {};
    if (lapTime && !invalidLap && (best === null || lapTime < best)) best = lapTime;
  }
  return best;
}

/** The order of a race; cars that have stopped are last. */
function byDistance(one: CarState, other: CarState): number {
  return (
    Number(one.isOut) - Number(other.isOut) ||
    other.distance - one.distance ||
    (one.car.lapEnds.at(-1) ?? 0) - (other.car.lapEnds.at(-1) ?? 0) ||
    (one.car.driven.driver.startingPosition ?? 64) - (other.car.driven.driver.startingPosition ?? 64)
  );
}

function byBestLap(one: CarState, other: CarState): number {
  if (one.best !== null && other.best !== null) return one.best - other.best;
  if (one.best !== null || other.best !== null) return one.best === null ? 1 : -1;
  const [driver, next] = [one.car.driven.driver, other.car.driven.driver];
  if (!isAbsent(driver) || !isAbsent(next)) return Number(isAbsent(driver)) - Number(isAbsent(next));
  return (driver.position ?? 64) - (next.position ?? 64);
}

function finishedStatus(status: ResultStatus): ResultStatus {
  // A session that was recorded in part has cars that still drive.
  return status === ResultStatus.Active ? ResultStatus.Active : ResultStatus.Finished;
}

function sectorAt(end: number | null | undefined, time: number, from: number): number | undefined {
  return end == null || time < end ? undefined : Math.round(end - from);
}

/** The stints that have begun. The last one goes up to the current lap. */
function tyresOf({ tree: { tyres: all }, driven }: Car, { lapNumber, wayDone }: TyreTime) {
  const stints = Object.values(all ?? {});
  const count = stints.findIndex(({ endLap }) => endLap >= lapNumber) + 1 || stints.length;
  const current = stints[count - 1];
  if (current === undefined) return { tyres: undefined, compound: undefined, age: undefined };
  const begun = [...stints.slice(0, count - 1), { ...current, endLap: Math.min(current.endLap, lapNumber) }];
  const first = driven.way.indexOf(driven.laps[stints[count - 2]?.endLap ?? 0] as DrivenLap);
  const isFromGarage = driven.way[first - 1]?.kind === 'out';
  return {
    tyres: Object.fromEntries(begun.entries()),
    compound: current.tyreCompound,
    age: first < 0 ? 0 : Math.max(0, wayDone - first + Number(isFromGarage)),
  };
}

interface TyreTime {
  readonly lapNumber: number;
  /** The laps that have been driven, out of the garage and into it too. */
  readonly wayDone: number;
}

function stopsAt({ stops, tree }: Car, time: number): LiveDriver['pitStops'] {
  const begun = stops.filter(({ from }) => from <= time);
  if (begun.length === 0) return undefined;
  return Object.fromEntries(
    begun.map(({ lapNum, to }, index) => {
      const pitLaneTime = tree.pitStops?.[index]?.pitLaneTime;
      return [index, to <= time && pitLaneTime !== undefined ? { lapNum, pitLaneTime } : { lapNum }];
    }),
  );
}

function secondsOf(penalties: LiveDriver['penalties']): number {
  return Object.values(penalties ?? {}).reduce(
    (sum, { penaltyType, penaltyTime }) => sum + (penaltyType === PenaltyType.TimePenalty ? (penaltyTime ?? 0) : 0),
    0,
  );
}

/** Of the warnings so far those for track limits, as far as the totals tell. */
function cornerCuts({ totalWarnings, totalCornerCutWarnings }: LiveDriver, warnings: LiveDriver['warnings']) {
  const count = Object.keys(warnings ?? {}).length;
  return totalWarnings === totalCornerCutWarnings ? count : Math.min(count, totalCornerCutWarnings ?? 0);
}

function placeOn({ points }: Course, laps: number): LiveDriver['livePosition'] {
  if (points.length === 0) return undefined;
  const place = (laps - Math.floor(laps)) * points.length;
  const [x, z] = points[Math.floor(place)] ?? [0, 0];
  const [nextX, nextZ] = points[(Math.floor(place) + 1) % points.length] ?? [x, z];
  return { x: x + (nextX - x) * (place % 1), y: 0, z: z + (nextZ - z) * (place % 1) };
}

/** The fields that a session has from its beginning. */
function headOf({
  internalSessionId,
  trackId,
  sessionType,
  numberOfLaps,
  sessionStartTime,
  gameVersion,
  isMultiplayer,
  startTrackTemp,
  startAirTemp,
  startWeather,
  trackLength,
  trackTemp,
  airTemp,
}: LiveDocument) {
  return {
    ...{ internalSessionId, trackId, sessionType, numberOfLaps, sessionStartTime, gameVersion, isMultiplayer },
    ...{ startTrackTemp, startAirTemp, startWeather, trackLength, trackTemp, airTemp },
  };
}

/** The result, its cars in the order of the classification. */
function resultOf(session: ReplayedSession, whole: LiveDocument): LiveDocument {
  const drivers: Record<string, LiveDriver> = { ...whole.drivers };
  for (const [index, { driver }] of classificationOf(session).entries())
    drivers[driver.carIndex] = { ...(drivers[driver.carIndex] as LiveDriver), position: index + 1 };
  return { ...whole, drivers };
}

function gapsIn(session: ReplayedSession, hasFlags: boolean): ReplayGap[] {
  const laps = session.drivers.flatMap(({ lapTimes }) => lapTimes);
  const { numberOfSafetyCars, numberOfVirtualSafetyCars, numberOfRedFlags } = session;
  const stops = (numberOfSafetyCars ?? 0) + (numberOfVirtualSafetyCars ?? 0) + (numberOfRedFlags ?? 0);
  const found: Record<ReplayGap, boolean> = {
    laps: laps.some(({ lapTime }) => !lapTime),
    sectors: laps.some(({ sector1Time, sector2Time }) => !sector1Time || !sector2Time),
    breaks:
      !isRace(session.sessionType) && laps.some(({ lapTime, endedAt }) => lapTime !== null && endedAt === undefined),
    flags: isRace(session.sessionType) && stops > 0 && !hasFlags,
  };
  return (Object.keys(found) as ReplayGap[]).filter((gap) => found[gap]);
}

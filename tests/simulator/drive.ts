import { PitStatus } from '#contract/entities/track-flag';
import { ResultStatus } from '#contract/enumerations';
import type { Car, Halt } from './car.ts';
import type { Course } from './course.ts';
import type { Random } from './random.ts';

/**
 * Where a car is during a race, from its laps and sectors. Distances are metres driven after the start line, all laps
 * together; they never fall. Times are ms since the start.
 */
export interface Drive {
  readonly distanceAt: (time: number) => number;
  /** When the car passes a distance; null when it does not get there. */
  readonly timeAt: (distance: number) => number | null;
  /** When it is in the pit lane, in the order of its stops. */
  readonly stops: readonly { readonly lapNum: number; readonly from: number; readonly to: number }[];
  /** Whether it is on the track, in the pit lane or at its box. */
  readonly pitStatusAt: (time: number) => PitStatus;
  /** When it stopped on the track; null when it finished. */
  readonly retiredAt: number | null;
}

/** A piece of the way. `course` slows down in corners, `start` accelerates from a standstill, `steady` does neither. */
interface Piece {
  readonly kind: 'course' | 'start' | 'steady';
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

interface DriveInput {
  readonly car: Car;
  readonly course: Course;
  /** The parts of the lap time in the three sectors. */
  readonly sectors: readonly [number, number, number];
  readonly random: Random;
}

/** The distance from one place on the grid to the next, and from the first one to the line, in m. */
const gridStep = 8;
const gridOffset = 12;
/** The limit in the pit lane in m per ms, the way to the own box in m, and the time in it in ms. */
const pitSpeed = 0.0222;
const boxDistance = 30;
const boxTime = 2_500;
/** From the entry of the pit lane to the line, and from the queue of a stopped race to the end of the lane, in ms. */
const haltWayIn = 6_000;
const haltWayOut = 3_000;
/** A start takes this long to racing speed, in ms, over this distance, in m. */
const startTime = 7_500;
const startDistance = 260;

/** Computes the way of a car. */
export function createDrive(input: DriveInput): Drive {
  const stops = input.car.pitStops.map((stop) => toVisit(input.car, stop));
  const visits = [...stops, ...input.car.halts.map((halt) => toWait(input.car, halt))];
  const laps = input.car.laps.flatMap((_, index) => drawLap(input, visits, index));
  const end = input.car.status === ResultStatus.Finished ? [] : drawRetirement(input);
  const pieces = [...laps, ...end];
  return {
    stops: stops.map(({ lapNum, from, to }) => ({ lapNum, from, to })),
    pitStatusAt: (time) => {
      const visit = visits.find(({ from, to }) => from <= time && time < to);
      if (visit === undefined) return PitStatus.None;
      return visit.boxAt <= time && time < visit.leavesAt ? PitStatus.InBox : PitStatus.InLane;
    },
    retiredAt: input.car.status === ResultStatus.Finished ? null : (pieces.at(-1)?.to ?? 0),
    distanceAt: (time) => {
      const piece = findPiece(pieces, time, 'from');
      return piece === undefined ? -gridPlace(input.car) : distanceIn(input.course, piece, time);
    },
    timeAt: (distance) => {
      const piece = findPiece(pieces, distance, 'start');
      if (piece === undefined || distance > piece.end) return null;
      return timeIn(input.course, piece, distance);
    },
  };
}

/** A time in the pit lane: the way in, the time at a place that is so many m behind the line, and the way out. */
interface Visit {
  readonly lapNum: number;
  readonly from: number;
  readonly to: number;
  readonly place: number;
  readonly boxAt: number;
  readonly leavesAt: number;
}

function toVisit({ crossings }: Car, { lapNum, pitLaneTime }: Car['pitStops'][number]): Visit {
  const line = crossings[lapNum - 1] ?? 0;
  const lane = pitLaneTime ?? 0;
  const from = Math.round(line - lane * 0.55);
  const boxAt = line + boxDistance / pitSpeed;
  return { lapNum, from, to: from + lane, place: boxDistance, boxAt, leavesAt: boxAt + boxTime };
}

/** Cars that wait for the race to go on stand one behind the other. */
function toWait({ crossings }: Car, { lapNum, behind, until }: Halt): Visit {
  const line = crossings[lapNum - 1] ?? 0;
  const place = boxDistance + gridStep * behind;
  return {
    lapNum,
    from: line - haltWayIn,
    to: until,
    place,
    boxAt: line + place / pitSpeed,
    leavesAt: until - haltWayOut,
  };
}

function gridPlace({ grid }: Car): number {
  return gridOffset + gridStep * (grid - 1);
}

/** The last piece that begins at or before a value. */
function findPiece(pieces: readonly Piece[], value: number, key: 'from' | 'start'): Piece | undefined {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.[key] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  const found = pieces[low];
  return found !== undefined && found[key] <= value ? found : undefined;
}

function distanceIn(course: Course, { kind, from, to, start, end }: Piece, time: number): number {
  if (time >= to) return end;
  const part = (time - from) / (to - from);
  if (kind !== 'course') return start + (end - start) * (kind === 'start' ? part ** 2 : part);
  const [first, last, lap] = courseTimes(course, start, end);
  const place = (lap + course.distanceAfter(first + (last - first) * part)) * course.length;
  return Math.min(end, Math.max(start, place));
}

function timeIn(course: Course, { kind, from, to, start, end }: Piece, distance: number): number {
  if (end <= start) return from;
  const way = (distance - start) / (end - start);
  if (kind !== 'course') return from + (to - from) * (kind === 'start' ? Math.sqrt(way) : way);
  const [first, last, lap] = courseTimes(course, start, end);
  const here = course.timeAfter(distance / course.length - lap);
  return from + (to - from) * Math.min(1, Math.max(0, (here - first) / (last - first)));
}

/** The parts of the lap time at both ends of a piece, which is within one lap, and the laps before. */
function courseTimes(course: Course, start: number, end: number): [first: number, last: number, lap: number] {
  const lap = Math.floor((start + end) / 2 / course.length);
  return [course.timeAfter(start / course.length - lap), course.timeAfter(end / course.length - lap), lap];
}

function drawLap({ car, course, sectors }: DriveInput, visits: readonly Visit[], index: number): Piece[] {
  const lap = car.laps[index];
  const from = index === 0 ? 0 : (car.crossings[index - 1] ?? 0);
  const to = car.crossings[index] ?? from;
  const base = index * course.length;
  const firstEnd = base + course.distanceAfter(sectors[0]) * course.length;
  const secondEnd = base + course.distanceAfter(sectors[0] + sectors[1]) * course.length;
  const firstAt = from + (lap?.sector1Time ?? 0);
  const secondAt = firstAt + (lap?.sector2Time ?? 0);
  const entry = visits.find(({ lapNum }) => lapNum === index + 1);
  const exit = visits.find(({ lapNum }) => lapNum === index);
  const lapEnd = base + course.length;
  const pitEntry = entry === undefined ? lapEnd : lapEnd - pitSpeed * (to - entry.from);
  return [
    ...(index === 0 ? drawStart(car) : []),
    ...(exit === undefined ? [] : drawExit(exit, from, base)),
    {
      kind: 'course',
      from: index === 0 ? startTime : (exit?.to ?? from),
      to: firstAt,
      start: index === 0 ? startDistance - gridPlace(car) : exitDistance(exit, base),
      end: firstEnd,
    },
    { kind: 'course', from: firstAt, to: secondAt, start: firstEnd, end: secondEnd },
    { kind: 'course', from: secondAt, to: entry?.from ?? to, start: secondEnd, end: pitEntry },
    ...(entry === undefined
      ? []
      : [{ kind: 'steady', from: entry.from, to, start: pitEntry, end: lapEnd } satisfies Piece]),
  ];
}

function drawStart(car: Car): Piece[] {
  const place = -gridPlace(car);
  return [{ kind: 'start', from: 0, to: startTime, start: place, end: place + startDistance }];
}

/** From the line to the box, the time there, and to the end of the pit lane. */
function drawExit(visit: Visit, from: number, base: number): Piece[] {
  const { boxAt, leavesAt, to } = visit;
  const box = base + visit.place;
  return [
    { kind: 'steady', from, to: boxAt, start: base, end: box },
    { kind: 'steady', from: boxAt, to: leavesAt, start: box, end: box },
    { kind: 'steady', from: leavesAt, to, start: box, end: exitDistance(visit, base) },
  ];
}

function exitDistance(visit: Visit | undefined, base: number): number {
  return visit === undefined ? base : base + visit.place + pitSpeed * Math.max(0, visit.to - visit.leavesAt);
}

/** A car that retires drives a part of one more lap, and rolls to a stop. */
function drawRetirement({ car, course, random }: DriveInput): Piece[] {
  const laps = car.laps.length;
  const from = car.crossings.at(-1) ?? 0;
  const lapTime = car.laps.at(-1)?.lapTime ?? 90_000;
  const base = laps * course.length;
  // Soon after the line: a safety car comes in the lap in which the car is missing.
  const part = 0.05 + random.next() * 0.12;
  const end = base + part * course.length;
  const to = from + Math.round(course.timeAfter(part) * lapTime);
  return [
    { kind: 'course', from, to, start: base, end },
    { kind: 'steady', from: to, to: to + 4_000, start: end, end: end + 40 },
  ];
}

import type { Track } from '#contract/enumerations';
import { findShippedTrack, type ShippedTrack } from '../domain/outlines.ts';
import { findCircuit } from './circuits.ts';
import { createRandom, type Random } from './random.ts';

/** A point of a track in m, in the axes of the game's world: x to the east, z to the south. */
interface Point {
  readonly x: number;
  readonly z: number;
}

/** The invented course of a track. `at` takes metres after the start line; those before it are negative. */
export interface Course {
  readonly length: number;
  readonly at: (distance: number) => Point;
  /** Where a car is after a part of its lap time, as a part of the lap; both from 0 to 1. */
  readonly distanceAfter: (time: number) => number;
  /** The part of the lap time after a part of the lap. */
  readonly timeAfter: (distance: number) => number;
}

const corners = 13;
/** Points of a course, evenly spaced. */
const steps = 720;
/** The grip in corners and on the brakes, and the engine, in m/s²; the top speed in m/s. */
const grip = 32;
const braking = 34;
const acceleration = 11;
const topSpeed = 90;

/** The course that a track has in all simulated sessions: its times are invented, and so are its places unless it is shipped. */
export function courseOf(track: Track): Course {
  const course = createCourse(createRandom(`course 22/${track}`), findCircuit(track).length);
  const shipped = findShippedTrack(track);
  return shipped === null ? course : { ...course, at: (distance) => placeOn(shipped, distance / course.length) };
}

/** The place after a part of a lap. */
function placeOn({ points }: ShippedTrack, laps: number): Point {
  const place = (laps - Math.floor(laps)) * points.length;
  const [from, to] = [0, 1].map((next) => points[(Math.floor(place) + next) % points.length] ?? [0, 0]);
  const [one, other] = [from, to].map(([x, z] = [0, 0]) => ({ x, z })) as [Point, Point];
  return between(one, other, place % 1);
}

/** Draws a closed course of a length in m. The same random numbers give the same course. */
function createCourse(random: Random, length: number): Course {
  const points = resample(smooth(drawCorners(random)), length);
  const times = cumulate(speedsOf(points, length));
  const at = (distance: number) => {
    const place = ((((distance / length) * steps) % steps) + steps) % steps;
    return between(pointOf(points, Math.floor(place)), pointOf(points, Math.floor(place) + 1), place % 1);
  };
  return {
    length,
    at,
    distanceAfter: (time) => inverse(times, time),
    timeAfter: (distance) => {
      const place = Math.min(1, Math.max(0, distance)) * steps;
      const before = times[Math.floor(place)] ?? 0;
      return before + ((times[Math.floor(place) + 1] ?? before) - before) * (place % 1);
    },
  };
}

/** Corners around a centre: the course cannot cross itself. */
function drawCorners(random: Random): Point[] {
  const stretch = 1.45 + random.next() * 0.5;
  const turn = random.next() * 2 * Math.PI;
  return Array.from({ length: corners }, (_, index) => {
    const angle = ((index + (random.next() - 0.5) * 0.55) / corners) * 2 * Math.PI;
    const radius = 0.56 + random.next() * 0.44;
    const [x, z] = [Math.cos(angle) * radius * stretch, Math.sin(angle) * radius];
    return { x: x * Math.cos(turn) - z * Math.sin(turn), z: x * Math.sin(turn) + z * Math.cos(turn) };
  });
}

function pointOf(points: readonly Point[], index: number): Point {
  return points[((index % points.length) + points.length) % points.length] ?? { x: 0, z: 0 };
}

function between(one: Point, other: Point, part: number): Point {
  return { x: one.x + (other.x - one.x) * part, z: one.z + (other.z - one.z) * part };
}

/** A closed Catmull-Rom spline. */
function smooth(points: readonly Point[]): Point[] {
  const perCorner = 60;
  return points.flatMap((_, index) => {
    const [p0, p1, p2, p3] = [-1, 0, 1, 2].map((offset) => pointOf(points, index + offset)) as [
      Point,
      Point,
      Point,
      Point,
    ];
    return Array.from({ length: perCorner }, (__, step) => {
      const t = step / perCorner;
      const blend = (a: number, b: number, c: number, d: number) =>
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
      return { x: blend(p0.x, p1.x, p2.x, p3.x), z: blend(p0.z, p1.z, p2.z, p3.z) };
    });
  });
}

/** Points at equal distances, scaled to the length. The start line is on the longest straight. */
function resample(points: readonly Point[], length: number): Point[] {
  const distances = points.map((point, index) => {
    const next = pointOf(points, index + 1);
    return Math.hypot(next.x - point.x, next.z - point.z);
  });
  const sums = cumulate(distances, false);
  const total = sums.at(-1) ?? 1;
  const even = Array.from({ length: steps }, (_, index) => {
    const place = inverse(sums, (index / steps) * total) * points.length;
    const { x, z } = between(pointOf(points, Math.floor(place)), pointOf(points, Math.floor(place) + 1), place % 1);
    return { x: (x * length) / total, z: (z * length) / total };
  });
  const start = straightestOf(even);
  return even.map((_, index) => pointOf(even, index + start));
}

/** The change of direction at a point, in radians. */
function turnAt(points: readonly Point[], index: number): number {
  const [before, here, after] = [pointOf(points, index - 2), pointOf(points, index), pointOf(points, index + 2)];
  const first = Math.atan2(here.z - before.z, here.x - before.x);
  const second = Math.atan2(after.z - here.z, after.x - here.x);
  return Math.abs(Math.atan2(Math.sin(second - first), Math.cos(second - first)));
}

function straightestOf(points: readonly Point[]): number {
  const width = Math.round(steps / 14);
  const turns = points.map((_, index) => turnAt(points, index));
  const bends = points.map((_, index) =>
    Array.from(
      { length: width },
      (__, offset) => turns[((index - width / 2 + offset + steps) % steps) | 0] ?? 0,
    ).reduce((sum, turn) => sum + turn, 0),
  );
  return bends.indexOf(Math.min(...bends));
}

/** The time from each point to the next: corners limit the speed, brakes and engine how it changes. */
function speedsOf(points: readonly Point[], length: number): number[] {
  const step = length / steps;
  const speeds = points.map((_, index) => {
    const radius = (2 * step) / Math.max(1e-6, turnAt(points, index));
    return Math.max(17, Math.min(topSpeed, Math.sqrt(grip * radius)));
  });
  // Twice around, so that the limits hold over the start line.
  for (let index = 2 * steps; index > 0; index -= 1) limit(index % steps, (index + 1) % steps, braking);
  for (let index = 0; index < 2 * steps; index += 1) limit((index + 1) % steps, index % steps, acceleration);
  return speeds.map((speed) => step / speed);

  function limit(index: number, from: number, rate: number): void {
    const reachable = Math.sqrt((speeds[from] ?? 0) ** 2 + 2 * rate * step);
    speeds[index] = Math.min(speeds[index] ?? 0, reachable);
  }
}

/** Sums from 0 to the total, or to 1. */
function cumulate(values: readonly number[], isRelative = true): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  const total = sums.at(-1) ?? 1;
  return isRelative ? sums.map((sum) => sum / total) : sums;
}

/** The place of a value in ascending sums, from 0 to 1. */
function inverse(sums: readonly number[], value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  const [before, after] = [sums[low] ?? 0, sums[high] ?? 0];
  const part = after > before ? (value - before) / (after - before) : 0;
  return Math.min(1, Math.max(0, (low + part) / (sums.length - 1)));
}

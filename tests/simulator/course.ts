import type { Track } from '#contract/enumerations';
import { findPart, type LapShape, lapShape, turnAt } from '#contract/race/replay/lap-shape';
import { findShippedTrack, type ShippedTrack } from '../../server/domain/outlines.ts';
import { findCircuit } from './circuits.ts';
import { createRandom, type Random } from './random.ts';

/** A point of a track in m, in the axes of the game's world: x to the east, z to the south. */
interface Point {
  readonly x: number;
  readonly z: number;
}

/** The course of a track. `at` takes metres after the start line; those before it are negative. */
export interface Course extends LapShape {
  readonly length: number;
  readonly at: (distance: number) => Point;
}

const corners = 13;
/** Points of a course, evenly spaced. */
const steps = 720;

/** The course that a track has in all simulated sessions: an invented one unless the track is shipped. */
export function courseOf(track: Track): Course {
  const { length } = findCircuit(track);
  const shipped = findShippedTrack(track);
  return shipped === null
    ? createCourse(createRandom(`course 22/${track}`), length)
    : { length, at: (distance) => placeOn(shipped, distance / length), ...lapShape(shipped.points, length) };
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
  const at = (distance: number) => {
    const place = ((((distance / length) * steps) % steps) + steps) % steps;
    return between(pointOf(points, Math.floor(place)), pointOf(points, Math.floor(place) + 1), place % 1);
  };
  return {
    length,
    at,
    ...lapShape(points.map(toPair), length),
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

function toPair({ x, z }: Point): [x: number, z: number] {
  return [x, z];
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
  const sums = cumulate(distances);
  const total = sums.at(-1) ?? 1;
  const even = Array.from({ length: steps }, (_, index) => {
    const place = findPart(sums, (index / steps) * total) * points.length;
    const { x, z } = between(pointOf(points, Math.floor(place)), pointOf(points, Math.floor(place) + 1), place % 1);
    return { x: (x * length) / total, z: (z * length) / total };
  });
  const start = straightestOf(even);
  return even.map((_, index) => pointOf(even, index + start));
}

function straightestOf(points: readonly Point[]): number {
  const width = Math.round(steps / 14);
  const pairs = points.map(toPair);
  const turns = pairs.map((_, index) => turnAt(pairs, index));
  const bends = points.map((_, index) =>
    Array.from(
      { length: width },
      (__, offset) => turns[((index - width / 2 + offset + steps) % steps) | 0] ?? 0,
    ).reduce((sum, turn) => sum + turn, 0),
  );
  return bends.indexOf(Math.min(...bends));
}

/** Sums from 0 to the total. */
function cumulate(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
}

/** A point of a track as x and z in m, in the axes of the game's world. */
type Point = readonly [x: number, z: number];

/** How a car goes round a lap: slowly through corners, fast along straights. All are parts of a lap, from 0 to 1. */
export interface LapShape {
  /** The part of the lap that is driven after a part of the lap time. */
  readonly distanceAfter: (time: number) => number;
  /** The part of the lap time after a part of the lap. */
  readonly timeAfter: (distance: number) => number;
}

/**
 * What a car can do, in m and s; on the laps of a real qualifying it is within 50 m of the cars at 95 % of the time. Grip in
 * corners grows with the square of the speed, and the engine has none left at the top speed.
 */
const grip = 14;
const gripBySpeed = 0.006;
const braking = 22;
const acceleration = 16;
const lowestSpeed = 15;
const topSpeed = 100;

/** The shape of a lap by the outline of its track, whose points are at equal parts of the lap. Without one a lap is driven at one speed. */
export function lapShape(points: readonly Point[], length: number): LapShape {
  if (points.length < 3) return { distanceAfter: (time) => time, timeAfter: (distance) => distance };
  const times = cumulate(timesBetween(points, length));
  return {
    distanceAfter: (time) => findPart(times, time),
    timeAfter: (distance) => {
      const place = Math.min(1, Math.max(0, distance)) * points.length;
      const before = times[Math.floor(place)] ?? 0;
      return before + ((times[Math.floor(place) + 1] ?? before) - before) * (place % 1);
    },
  };
}

/** The change of direction at a point, in radians. */
export function turnAt(points: readonly Point[], index: number): number {
  const [before, here, after] = [-2, 0, 2].map(
    (offset) => points[(index + offset + points.length) % points.length] ?? [0, 0],
  ) as [Point, Point, Point];
  const first = Math.atan2(here[1] - before[1], here[0] - before[0]);
  const second = Math.atan2(after[1] - here[1], after[0] - here[0]);
  return Math.abs(Math.atan2(Math.sin(second - first), Math.cos(second - first)));
}

/** The time from each point to the next: corners limit the speed, brakes and engine how it changes. */
function timesBetween(points: readonly Point[], length: number): number[] {
  const { length: steps } = points;
  const step = length / steps;
  const speeds = points.map((_, index) => {
    const bend = turnAt(points, index) / (2 * step) - gripBySpeed;
    return bend <= 0 ? topSpeed : Math.max(lowestSpeed, Math.min(topSpeed, Math.sqrt(grip / bend)));
  });
  // Twice around, so that the limits hold over the start line.
  for (let index = 2 * steps; index > 0; index -= 1) limit(index % steps, (index + 1) % steps, () => braking);
  for (let index = 0; index < 2 * steps; index += 1) limit((index + 1) % steps, index % steps, engineAt);
  return speeds.map((speed) => step / speed);

  function limit(index: number, from: number, rateAt: (speed: number) => number): void {
    const speed = speeds[from] ?? 0;
    speeds[index] = Math.min(speeds[index] ?? 0, Math.sqrt(speed ** 2 + 2 * rateAt(speed) * step));
  }
}

function engineAt(speed: number): number {
  return acceleration * Math.max(0, 1 - (speed / topSpeed) ** 2);
}

/** Sums from 0 to 1. */
function cumulate(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  const total = sums.at(-1) ?? 1;
  return sums.map((sum) => sum / total);
}

/** The place of a value among ascending sums, from 0 to 1. */
export function findPart(sums: readonly number[], value: number): number {
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

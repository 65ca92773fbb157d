/** Where a car was: metres after the start line, and x and z in m. */
export interface Sample {
  readonly distance: number;
  readonly x: number;
  readonly z: number;
}

/** A closed outline: points at equal parts of the lap. */
export interface FittedOutline {
  readonly points: readonly [x: number, z: number][];
  /** The largest distance between two samples plus the gap at the line, in m: smaller is better. */
  readonly error: number;
}

const pointCount = 256;
/** Larger gaps leave out corners. */
const maxGap = 80;
/** The outline of a lap is as long as the lap, within this part. */
const tolerance = 0.08;

/** Makes an outline of the samples of one lap, in order. Null when the lap is incomplete, or is not as long as the track. */
export function fitOutline(samples: readonly Sample[], length: number): FittedOutline | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || length <= 0) return null;
  // The lap goes on from its last sample to its first one.
  const closed = [...samples, { ...first, distance: first.distance + length }];
  let gap = 0;
  let perimeter = 0;
  for (const [index, sample] of closed.entries()) {
    const before = closed[index - 1];
    if (before === undefined) continue;
    if (sample.distance <= before.distance) return null;
    const step = Math.hypot(sample.x - before.x, sample.z - before.z);
    gap = Math.max(gap, sample.distance - before.distance, step);
    perimeter += step;
  }
  if (gap > maxGap || Math.abs(perimeter - length) > length * tolerance) return null;
  const points = smooth(resample(closed, length));
  const ends = Math.hypot(first.x - last.x, first.z - last.z);
  return { points, error: gap + Math.abs(ends - (length - last.distance + first.distance)) };
}

/** The places at equal parts of the lap, in whole decimetres. */
function resample(closed: readonly Sample[], length: number): [number, number][] {
  const start = closed[0]?.distance ?? 0;
  let next = 1;
  return Array.from({ length: pointCount }, (_, index) => {
    // Before the first sample, the lap is that of the end.
    const distance = (index / pointCount) * length;
    const target = distance < start ? distance + length : distance;
    if (target < (closed[next - 1]?.distance ?? 0)) next = 1;
    while (next < closed.length - 1 && (closed[next]?.distance ?? 0) < target) next += 1;
    const [before, after] = [closed[next - 1], closed[next]];
    if (before === undefined || after === undefined) return [0, 0];
    const part = (target - before.distance) / (after.distance - before.distance);
    return [before.x + (after.x - before.x) * part, before.z + (after.z - before.z) * part];
  });
}

/** Takes out the noise of single samples. */
function smooth(points: readonly [number, number][]): [number, number][] {
  const at = (index: number) => points[(index + points.length) % points.length] ?? [0, 0];
  const round = (value: number) => Math.round(value * 10) / 10 + 0;
  return points.map(([x, z], index) => {
    const [before, after] = [at(index - 1), at(index + 1)];
    return [round((before[0] + 2 * x + after[0]) / 4), round((before[1] + 2 * z + after[1]) / 4)];
  });
}

import type { RaceCourse, RaceTrace } from '#contract/race/race-trace';
import { compoundAt } from '#contract/race/stints';
import { tyreOf } from '../../../format/names.ts';

/** What the charts of a race share. */
export interface ChartProps {
  readonly course: RaceCourse;
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
  /** What slowed the field on the slow laps. */
  readonly slowLabel: string;
  /** Cars with a line of their own colour; the others are grey. */
  readonly lit: ReadonlySet<number>;
  /** The lap that is read off; 0 is the grid. */
  readonly lap: number;
  readonly onLap: (lap: number) => void;
  readonly onToggle: (carIndex: number) => void;
}

/** The lines of cars of one team, in the order of the result. */
const dashes = [undefined, '7 4', '2 4', '10 3 2 3'];

/** The look of a car's line: each car of a team but the first one is dashed in its own way. */
export function strokeOf(
  { driver }: RaceTrace,
  { traces }: RaceCourse,
  colourOf: (team: string | null) => string,
): { colour: string; dash: string | undefined } {
  const team = traces.filter((trace) => trace.driver.team === driver.team);
  const place = team.findIndex((trace) => trace.driver === driver);
  return { colour: colourOf(driver.team), dash: dashes[place % dashes.length] };
}

/** The last known gaps of the cars in the classification, in ms, and how many laps each lacks at the flag. */
export function lastGaps({
  laps,
  traces,
}: RaceCourse): { readonly trace: RaceTrace; readonly gap: number; readonly lapsDown: number }[] {
  return traces.flatMap((trace) => {
    const gap = trace.gaps.findLast((each) => each !== null) ?? null;
    return trace.isOut || gap === null ? [] : [{ trace, gap, lapsDown: laps - trace.driver.lapTimes.length }];
  });
}

/** The largest of some gaps that a chart shows, in ms: one car far behind would press all others together. */
export function offScale(gaps: readonly number[]): number {
  const sorted = [...gaps].sort((one, other) => one - other);
  return Math.max(5_000, sorted[Math.floor((sorted.length - 1) * 0.9)] ?? 0) * 1.05;
}

/** The stops of a car with the colour of the tyres that it left with. */
export function stopsOf({ driver }: RaceTrace): { lap: number; colour: string }[] {
  return driver.pitStops.map(({ lapNum }) => {
    const compound = compoundAt(driver, lapNum + 1) ?? compoundAt(driver, lapNum);
    return { lap: lapNum, colour: compound === null ? 'currentColor' : tyreOf(compound).colour };
  });
}

/** The laps that an axis names: every one of a short race, else every fifth, or more seldom where they would touch. */
export function lapTicks(laps: number, pixelsPerLap: number): number[] {
  const step = (laps <= 10 ? [1, 2, 5] : [5, 10, 20]).find((each) => each * pixelsPerLap >= 34) ?? 50;
  return Array.from({ length: Math.floor(laps / step) }, (_, index) => (index + 1) * step);
}

/** Moves labels apart that would touch: their places from the top, in px, `gap` apart at least. */
export function spread(places: readonly number[], gap: number, bottom: number): number[] {
  const order = places.map((place, index) => ({ place, index })).sort((one, other) => one.place - other.place);
  let last = Number.NEGATIVE_INFINITY;
  for (const label of order) {
    label.place = Math.max(label.place, last + gap);
    last = label.place;
  }
  let next = bottom + gap;
  for (const label of order.reverse()) {
    label.place = Math.min(label.place, next - gap);
    next = label.place;
  }
  const spreadPlaces = [...places];
  for (const { place, index } of order) spreadPlaces[index] = place;
  return spreadPlaces;
}

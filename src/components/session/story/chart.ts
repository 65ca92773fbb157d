import type { SessionEvent } from '#contract/entities/session';
import { type Stroke, strokesOfTeams } from '#contract/race/line-strokes';
import type { PaceLap } from '#contract/race/pace';
import type { RaceCourse, RaceTrace } from '#contract/race/race-trace';
import { compoundAt } from '#contract/race/stints';
import { tyreOf } from '../../../format/names.ts';

/** Props that the charts of a race share. */
export interface ChartProps {
  readonly course: RaceCourse;
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
  /** The cause of the slow laps. */
  readonly slowLabel: string;
  /** The number of places with points; null without points. */
  readonly pointsPlaces: number | null;
  /** Cars with a line of their own colour; the others are grey. */
  readonly lit: ReadonlySet<number>;
  /** Reads another lap off; 0 is the grid. It is the same function for as long as the chart is the same. */
  readonly onLap: (lap: number) => void;
  readonly onToggle: (carIndex: number) => void;
}

/** By the default rules of a season. */
const usualPointsPlaces = { race: 10, sprint: 8, none: 0 } as const;

/** How many places of a race have points in this event, or as a race without one; null where none has. */
export function pointsPlacesIn(event: Pick<SessionEvent, 'scoring' | 'pointsPlaces'> | null): number | null {
  return (event?.pointsPlaces ?? usualPointsPlaces[event?.scoring ?? 'race']) || null;
}

/** The laps that a chart of lap times does not show: `L1 1:33.304, L10–14 up to 2:10.123`; null for none. */
export function offScaleText(laps: readonly PaceLap[], formatTime: (time: number) => string): string | null {
  const runs: { from: number; to: number; slowest: number }[] = [];
  for (const { lap, time } of laps) {
    const last = runs.at(-1);
    if (last?.to === lap - 1) Object.assign(last, { to: lap, slowest: Math.max(last.slowest, time) });
    else runs.push({ from: lap, to: lap, slowest: time });
  }
  if (runs.length === 0) return null;
  return runs
    .map(({ from, to, slowest }) =>
      from === to ? `L${from} ${formatTime(slowest)}` : `L${from}–${to} up to ${formatTime(slowest)}`,
    )
    .join(', ');
}

/** The looks of the lines with a colour, by car index. */
export function strokesOf(
  { traces }: Pick<RaceCourse, 'traces'>,
  lit: ReadonlySet<number>,
  colourOf: (team: string | null) => string,
  second: ReadonlySet<number | string>,
): ReadonlyMap<number, Stroke> {
  const cars = [...lit];
  const teams = cars.map((car) => traces.find(({ driver }) => driver.carIndex === car)?.driver.team ?? null);
  const strokes = strokesOfTeams(teams, colourOf, (index) => second.has(cars[index] ?? -1));
  return new Map(strokes.map((stroke, index) => [cars[index] ?? -1, stroke]));
}

/** A race with the gaps to one car instead of those to the first; null on laps that this car has no time of. */
export function gapsTo(course: RaceCourse, carIndex: number): RaceCourse {
  const own = course.traces.find(({ driver }) => driver.carIndex === carIndex)?.gaps ?? [];
  const traces = course.traces.map((trace) => ({
    ...trace,
    gaps: trace.gaps.map((gap, index) => {
      const zero = own[index] ?? null;
      return gap === null || zero === null ? null : gap - zero;
    }),
  }));
  return { ...course, traces };
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

/** The gaps that a chart shows, in ms: a tenth of the cars, far ahead or behind, would press all others together. */
export function scaleOfGaps(gaps: readonly number[]): { readonly from: number; readonly to: number } {
  const most = (some: readonly number[]) => {
    const sorted = [...some].sort((one, other) => one - other);
    return sorted[Math.floor((sorted.length - 1) * 0.9)] ?? 0;
  };
  const behind = most(gaps.filter((gap) => gap >= 0));
  const ahead = most(gaps.flatMap((gap) => (gap < 0 ? -gap : [])));
  return { from: ahead === 0 ? 0 : -ahead * 1.05, to: Math.max(5_000, behind) * 1.05 };
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

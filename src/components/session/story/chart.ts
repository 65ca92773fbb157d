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

/** The look of a car's line. */
export interface Stroke {
  readonly colour: string;
  readonly dash: string | undefined;
}

const dashes = [undefined, '7 4', '2 4', '10 3 2 3', '14 5', '5 2 1 2', '1 6'];
/** Colours whose lightness differs by less are alike where no colour is seen; of 100. */
const leastContrast = 15;

/**
 * The looks of the lines with a colour, by car index. Two of one team, and two that a picture without colours would show
 * alike, are dashed in different ways.
 */
export function strokesOf(
  { traces }: Pick<RaceCourse, 'traces'>,
  lit: ReadonlySet<number>,
  colourOf: (team: string | null) => string,
): ReadonlyMap<number, Stroke> {
  const strokes = new Map<number, Stroke>();
  const used: { readonly team: string | null; readonly lightness: number; readonly dash: string | undefined }[] = [];
  for (const carIndex of lit) {
    const team = traces.find(({ driver }) => driver.carIndex === carIndex)?.driver.team ?? null;
    const colour = colourOf(team);
    const lightness = lightnessOf(colour);
    const alike = used.filter((each) => each.team === team || Math.abs(each.lightness - lightness) < leastContrast);
    const dash = dashes.find((each) => alike.every((other) => other.dash !== each));
    used.push({ team, lightness, dash });
    strokes.set(carIndex, { colour, dash });
  }
  return strokes;
}

/** The lightness of a colour in six hexadecimal digits, from 0 to 100 (CIE L*). */
function lightnessOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance <= 0.008856 ? 903.3 * luminance : 116 * Math.cbrt(luminance) - 16;
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

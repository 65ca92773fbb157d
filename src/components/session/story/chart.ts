import type { RaceCourse, RaceTrace } from '#contract/race/race-trace';
import { compoundAt } from '#contract/race/stints';
import { tyreOf } from '../../../format/names.ts';

/** What the charts of a race share. */
export interface ChartProps {
  readonly course: RaceCourse;
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
  /** Which safety car was out on the slow laps. */
  readonly slowLabel: string;
  /** Cars with a line of their own colour; the others are grey. */
  readonly lit: ReadonlySet<number>;
  /** The lap that is read off; 0 is the grid. */
  readonly lap: number;
  readonly onLap: (lap: number) => void;
  readonly onToggle: (carIndex: number) => void;
}

/** The look of a car's line: the second car of a team is dashed. */
export function strokeOf(
  { driver }: RaceTrace,
  { traces }: RaceCourse,
  colourOf: (team: string | null) => string,
): { colour: string; dash: string | undefined } {
  const first = traces.find((trace) => trace.driver.team === driver.team);
  const isSecond = driver.team !== null && first?.driver !== driver;
  return { colour: colourOf(driver.team), dash: isSecond ? '7 4' : undefined };
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

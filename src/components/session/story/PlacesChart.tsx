import { scaleLinear } from 'd3-scale';
import { Fragment, memo } from 'react';
import { changeAfterFlag, type RaceCourse, type RaceTrace } from '#contract/race/race-trace';
import { CarLines } from './CarLines.tsx';
import { type ChartProps, lapTicks } from './chart.ts';
import { LapChart } from './LapChart.tsx';
import { SlowLaps } from './SlowLaps.tsx';

const gutter = 62;
const top = 28;

/** The rows of a phone and of a desk. */
const narrow = { row: 20, y: scaleLinear([1, 2], [top + 10, top + 30]) };
const wide = { row: 26, y: scaleLinear([1, 2], [top + 13, top + 39]) };
const rowsOf = (width: number) => (width < 720 ? narrow : wide);

/** Penalties that changed the order after the flag: `+5s` where all such penalties are alike; null for nothing. */
function penaltyLabel({ traces }: RaceCourse): string | null {
  const lost = traces.filter((trace) => {
    const change = changeAfterFlag(trace);
    return change !== null && change.from < change.to;
  });
  const seconds = new Set(lost.flatMap(({ driver }) => driver.totalPenaltiesSeconds || []));
  if (lost.length === 0) return null;
  return seconds.size === 1 ? `+${[...seconds].join()}s` : 'Penalties';
}

/** The places of all cars from the grid over the laps to the result; a picture, which a table has in numbers. */
export const PlacesChart = memo(function PlacesChart(props: ChartProps) {
  const { course, codes, slowLabel, pointsPlaces, lit, onLap, onToggle } = props;
  const count = course.traces.length;
  const slots = course.laps + 1;
  const penalties = penaltyLabel(course);
  const namesAt = (
    placeOf: (trace: RaceTrace) => number | null | undefined,
    isMarked: (trace: RaceTrace) => boolean,
  ) => {
    const names = Array.from({ length: count }, () => ({ text: '', isLit: false }));
    for (const trace of course.traces) {
      const { carIndex } = trace.driver;
      const place = placeOf(trace) ?? 0;
      const own = names[place - 1];
      if (own === undefined) continue;
      own.text = `${own.text} ${isMarked(trace) ? '×' : place} ${codes.get(carIndex)}`.trim();
      own.isLit ||= lit.has(carIndex);
    }
    return names;
  };
  return (
    <LapChart
      label="Places by lap. The table below has them in numbers."
      from={0}
      to={slots}
      left={gutter}
      right={gutter}
      height={(width) => top + count * rowsOf(width).row}
      cursor={{ top, bottom: 0 }}
      onLap={(at) => onLap(Math.min(at, course.laps))}
      onClick={({ nativeEvent: { offsetX, offsetY } }, { width, end }) => {
        const place = Math.floor((offsetY - top) / rowsOf(width).row) + 1;
        const isLeft = offsetX < gutter;
        if (!isLeft && offsetX < end) return;
        const car = course.traces.find(({ places, result }) => (isLeft ? places[0] : result) === place);
        if (car !== undefined) onToggle(car.driver.carIndex);
      }}
      over={({ width }) => {
        const beside = { row: rowsOf(width).row, top, width: gutter - 12 };
        return (
          <>
            <PlaceNames {...beside} side="left" names={namesAt(gridOf, () => false)} />
            <PlaceNames {...beside} side="right" names={namesAt(resultOf, isOut)} />
          </>
        );
      }}
    >
      {({ x, width, end }) => {
        const { row, y } = rowsOf(width);
        const height = top + count * row;
        // The last slot has a label of its own.
        const ticks = lapTicks(course.laps, x(1) - x(0)).filter((each) => end - x(each) > 44);
        return (
          <>
            <SlowLaps course={course} label={slowLabel} x={x} top={top} height={height - top} />
            <text x={x(0)} y={top - 8} textAnchor="middle" className="fill-mute">
              Grid
            </text>
            {ticks.map((each) => (
              <g key={each}>
                <line x1={x(each)} x2={x(each)} y1={top} y2={height} className="stroke-hair" />
                {course.slowLaps.some(({ from, to }) => each >= from - 1 && each <= to + 1) ? null : (
                  <text x={x(each)} y={top - 8} textAnchor="middle" className="fill-mute">
                    L{each}
                  </text>
                )}
              </g>
            ))}
            <text
              x={end}
              y={top - 8}
              textAnchor="middle"
              className={penalties === null ? 'fill-mute' : 'fill-amber font-650'}
            >
              {penalties ?? 'Result'}
            </text>
            <line x1={x(course.laps)} x2={x(course.laps)} y1={top} y2={height} className="stroke-mute" />
            {pointsPlaces !== null && count > pointsPlaces ? (
              <line
                data-points={pointsPlaces}
                x1={x(0)}
                x2={end}
                y1={y(pointsPlaces + 0.5)}
                y2={y(pointsPlaces + 0.5)}
                className="stroke-mute"
                strokeDasharray="1 5"
              />
            ) : null}
            {[0, end].map((side) => (
              <rect
                key={side}
                x={side}
                y={top}
                width={gutter}
                height={height - top}
                className="cursor-pointer fill-transparent"
              />
            ))}
            <CarLines course={course} codes={codes} lit={lit} from={0} x={x} y={y} valuesOf={valuesOf} />
          </>
        );
      }}
    </LapChart>
  );
});

const gridOf = ({ places: [grid] }: RaceTrace) => grid;
const resultOf = ({ result }: RaceTrace) => result;
const isOut = (trace: RaceTrace) => trace.isOut;

/** The grid, the laps and the result. */
const valuesOf = ({ places, result, isOut }: RaceTrace) => [...places, isOut ? null : result];

interface PlaceNamesProps {
  /** The text at each place, the first one first; none where the place is empty. */
  readonly names: readonly { readonly text: string; readonly isLit: boolean }[];
  /** The height of a place, in px. */
  readonly row: number;
  /** The offset of the first place, in px. */
  readonly top: number;
  readonly width: number;
  /** The side of the chart. */
  readonly side: 'left' | 'right';
}

/**
 * The names beside the places of a chart, over its picture: one text with a line for each, because browsers lay out every
 * text of a picture by itself.
 */
function PlaceNames({ names, row, top, width, side }: PlaceNamesProps) {
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none absolute whitespace-pre text-12 text-mute select-none ${side === 'left' ? 'left-0 text-right' : 'right-0'}`}
      style={{ top, width, lineHeight: `${row}px` }}
    >
      {names.map(({ text, isLit }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Fragment key={place}>
          {isLit ? <b className="font-750 text-text">{text}</b> : text}
          {'\n'}
        </Fragment>
      ))}
    </div>
  );
}

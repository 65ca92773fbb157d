import { Fragment, memo, useContext } from 'react';
import type { RaceCourse, RaceTrace } from '#contract/race/race-trace';
import { ink } from '../../ink.ts';
import { SecondCarsContext } from '../../second-cars-context.ts';
import { TeamColoursContext } from '../../team-colours-context.ts';
import { stopsOf, strokesOf } from './chart.ts';
import { type LineValues, linearOf, linePath } from './line-path.ts';

interface CarLinesProps {
  readonly course: RaceCourse;
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
  readonly lit: ReadonlySet<number>;
  /** The lap of the first value. */
  readonly from: number;
  /** In px of the chart, linear; the same function for as long as the chart is the same. */
  readonly x: (lap: number) => number;
  readonly y: (value: number) => number;
  readonly valuesOf: (trace: RaceTrace) => LineValues;
}

/** The lines of all cars, those with a colour above the grey ones, with their stops and where they stopped for good. */
export const CarLines = memo(function CarLines({ course, codes, lit, from, x, y, valuesOf }: CarLinesProps) {
  const colourOf = useContext(TeamColoursContext);
  const second = useContext(SecondCarsContext);
  const across = linearOf(x);
  const down = linearOf(y);
  const strokes = strokesOf(course, lit, colourOf, second);
  const cars = course.traces.map((trace) => {
    const { carIndex } = trace.driver;
    const values = valuesOf(trace);
    return { trace, carIndex, code: codes.get(carIndex), values, path: linePath(values, from, across, down) };
  });
  const grey = cars.filter(({ carIndex }) => !lit.has(carIndex));
  const crosses = cars.flatMap(({ trace, values }) => {
    const last = values.findLastIndex((value) => value !== null);
    return trace.isOut && last >= 0 ? `M${x(from + last) - 3.5},${y(values[last] ?? 0) - 3.5}l7,7m0,-7l-7,7` : [];
  });
  return (
    <g fill="none" strokeLinejoin="round">
      {/* All grey lines are one element: each costs as much as its line. */}
      <path
        data-car={grey.map(({ code }) => code).join(' ')}
        d={grey.map(({ path }) => path).join('')}
        className="stroke-line"
        strokeWidth={1.25}
      />
      {cars.map(({ trace, carIndex, code, values, path }) => {
        const stroke = strokes.get(carIndex);
        return stroke === undefined ? null : (
          <Fragment key={carIndex}>
            <path
              data-car={code}
              d={path}
              className="ink-stroke"
              style={ink(stroke.colour)}
              strokeWidth={3}
              strokeDasharray={stroke.dash}
            />
            {stopsOf(trace).map(({ lap, colour: ofTyre }) => {
              const value = values[lap - from] ?? null;
              return value === null ? null : (
                <circle
                  key={lap}
                  cx={x(lap)}
                  cy={y(value)}
                  r={5}
                  strokeWidth={2.5}
                  className="ink-stroke fill-bg"
                  style={ink(ofTyre)}
                />
              );
            })}
          </Fragment>
        );
      })}
      {crosses.length === 0 ? null : <path data-out="" d={crosses.join('')} className="stroke-red" strokeWidth={2} />}
    </g>
  );
});

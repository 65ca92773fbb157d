import { Fragment, memo, useContext } from 'react';
import type { RaceCourse, RaceTrace } from '#contract/race/race-trace';
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
  const isLit = ({ driver }: RaceTrace) => lit.has(driver.carIndex);
  const across = linearOf(x);
  const down = linearOf(y);
  const strokes = strokesOf(course, lit, colourOf);
  const drawn = [...course.traces].sort((one, other) => Number(isLit(one)) - Number(isLit(other)));
  return (
    <g fill="none" strokeLinejoin="round">
      {drawn.map((trace) => {
        const { carIndex } = trace.driver;
        const stroke = strokes.get(carIndex);
        const values = valuesOf(trace);
        const last = values.findLastIndex((value) => value !== null);
        const look =
          stroke === undefined
            ? { className: 'stroke-line', strokeWidth: 1.25 }
            : { stroke: stroke.colour, strokeWidth: 3, strokeDasharray: stroke.dash };
        return (
          <Fragment key={carIndex}>
            <path data-car={codes.get(carIndex)} d={linePath(values, from, across, down)} {...look} />
            {isLit(trace)
              ? stopsOf(trace).map(({ lap, colour: ofTyre }) => {
                  const value = values[lap - from] ?? null;
                  return value === null ? null : (
                    <circle
                      key={lap}
                      cx={x(lap)}
                      cy={y(value)}
                      r={5}
                      stroke={ofTyre}
                      strokeWidth={2.5}
                      className="fill-bg"
                    />
                  );
                })
              : null}
            {trace.isOut && last >= 0 ? (
              <path
                d={`M${x(from + last) - 3.5},${y(values[last] ?? 0) - 3.5}l7,7m0,-7l-7,7`}
                className="stroke-red"
                strokeWidth={2}
              />
            ) : null}
          </Fragment>
        );
      })}
    </g>
  );
});

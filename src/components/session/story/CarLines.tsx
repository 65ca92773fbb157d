import { line } from 'd3-shape';
import { Fragment, memo, useContext } from 'react';
import type { RaceCourse, RaceTrace } from '#contract/race/race-trace';
import { TeamColoursContext } from '../../team-colours-context.ts';
import { stopsOf, strokesOf } from './chart.ts';

/** A lap and the value there, such as a place; null where it is not known: the line has a gap there. */
export type ChartPoint = readonly [lap: number, value: number | null];

interface CarLinesProps {
  readonly course: RaceCourse;
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
  readonly lit: ReadonlySet<number>;
  /** In px of the chart; the same function for as long as the chart is the same. */
  readonly x: (lap: number) => number;
  readonly y: (value: number) => number;
  readonly pointsOf: (trace: RaceTrace) => ChartPoint[];
}

/** The lines of all cars, those with a colour above the grey ones, with their stops and where they stopped for good. */
export const CarLines = memo(function CarLines({ course, codes, lit, x, y, pointsOf }: CarLinesProps) {
  const colourOf = useContext(TeamColoursContext);
  const isLit = ({ driver }: RaceTrace) => lit.has(driver.carIndex);
  const path = line<ChartPoint>(
    ([lap]) => x(lap),
    ([, value]) => y(value ?? 0),
  )
    .defined(([, value]) => value !== null)
    .digits(1);
  const strokes = strokesOf(course, lit, colourOf);
  const drawn = [...course.traces].sort((one, other) => Number(isLit(one)) - Number(isLit(other)));
  return (
    <g fill="none" strokeLinejoin="round">
      {drawn.map((trace) => {
        const { carIndex } = trace.driver;
        const stroke = strokes.get(carIndex);
        const points = pointsOf(trace);
        const last = points.findLast(([, value]) => value !== null);
        const look =
          stroke === undefined
            ? { className: 'stroke-line', strokeWidth: 1.25 }
            : { stroke: stroke.colour, strokeWidth: 3, strokeDasharray: stroke.dash };
        return (
          <Fragment key={carIndex}>
            <path data-car={codes.get(carIndex)} d={path(points) ?? undefined} {...look} />
            {isLit(trace)
              ? stopsOf(trace).map(({ lap, colour: ofTyre }) => {
                  const value = points.find(([at]) => at === lap)?.[1] ?? null;
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
            {trace.isOut && last !== undefined ? (
              <path
                d={`M${x(last[0]) - 3.5},${y(last[1] ?? 0) - 3.5}l7,7m0,-7l-7,7`}
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

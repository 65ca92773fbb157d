import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { RaceCourse, RaceTrace } from '#contract/race/race-trace';
import { type ChartProps, lapTicks, stopsOf, strokeOf } from './chart.ts';
import { SlowLaps } from './SlowLaps.tsx';
import { useWidth } from './use-width.ts';

const gutter = 62;
const top = 28;

/** What has changed the order after the flag: `+5s` where all such penalties are alike; null for nothing. */
function penaltyLabel({ traces }: RaceCourse): string | null {
  const lost = traces.filter(
    ({ places, result, isOut }) => !isOut && result !== null && (places.at(-1) ?? 99) < result,
  );
  const seconds = new Set(lost.flatMap(({ driver }) => driver.totalPenaltiesSeconds || []));
  if (lost.length === 0) return null;
  return seconds.size === 1 ? `+${[...seconds].join()}s` : 'Penalties';
}

/** The places of all cars from the grid over the laps to the result; a picture, which a table has in numbers. */
export function PlacesChart({ course, codes, lit, lap, onLap, onToggle }: ChartProps) {
  const [frame, width] = useWidth<HTMLDivElement>();
  const row = width < 720 ? 20 : 26;
  const count = course.traces.length;
  const height = top + count * row;
  const slots = course.laps + 1;
  const x = scaleLinear([0, slots], [gutter, Math.max(gutter + 1, width - gutter)]);
  const y = (place: number) => top + (place - 0.5) * row;
  const path = line<[number, number]>(
    ([at]) => x(at),
    ([, place]) => y(place),
  );
  /** Neighbouring places that are known, then the result. */
  const pointsOf = ({ places, result, isOut }: RaceTrace): [number, number][] => [
    ...places.flatMap((place, at): [number, number][] => (place === null ? [] : [[at, place]])),
    ...(result === null || isOut ? [] : [[slots, result] as [number, number]]),
  ];
  const shown = [...course.traces].sort(
    (one, other) => Number(lit.has(one.driver.carIndex)) - Number(lit.has(other.driver.carIndex)),
  );
  const penalties = penaltyLabel(course);
  // The last slot has a label of its own.
  const ticks = lapTicks(course.laps, x(1) - x(0)).filter((each) => x(slots) - x(each) > 44);
  return (
    <div ref={frame} className="min-w-0 overflow-hidden" style={{ height }}>
      {width === 0 ? null : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list of drivers below does the same by keyboard
        <svg
          role="img"
          aria-label="Places by lap. The table below has them in numbers."
          width={width}
          height={height}
          className="block pan-y text-12 select-none"
          onPointerMove={(event) => {
            const at = Math.round(x.invert(event.nativeEvent.offsetX));
            if (at >= 0 && at <= course.laps && at !== lap) onLap(at);
          }}
          onClick={({ nativeEvent: { offsetX, offsetY } }) => {
            const place = Math.floor((offsetY - top) / row) + 1;
            const isLeft = offsetX < gutter;
            if (!isLeft && offsetX < width - gutter) return;
            const car = course.traces.find(({ places, result }) => (isLeft ? places[0] : result) === place);
            if (car !== undefined) onToggle(car.driver.carIndex);
          }}
        >
          <SlowLaps course={course} x={x} top={top} height={height - top} />
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
            x={width - gutter}
            y={top - 8}
            textAnchor="middle"
            className={penalties === null ? 'fill-mute' : 'fill-amber font-650'}
          >
            {penalties ?? 'Result'}
          </text>
          <line x1={x(course.laps)} x2={x(course.laps)} y1={top} y2={height} className="stroke-mute" />
          <line x1={x(lap)} x2={x(lap)} y1={top} y2={height} className="stroke-text" strokeDasharray="2 3" />
          {count > 10 ? (
            <line x1={x(0)} x2={x(slots)} y1={y(10.5)} y2={y(10.5)} className="stroke-line" strokeDasharray="2 6" />
          ) : null}
          {shown.map((trace) => {
            const { carIndex } = trace.driver;
            const isLit = lit.has(carIndex);
            const { colour, dash } = strokeOf(trace, course);
            const points = pointsOf(trace);
            const last = points.at(-1);
            return (
              <g key={carIndex} fill="none" data-car={codes.get(carIndex)}>
                <path
                  d={path(points) ?? undefined}
                  strokeLinejoin="round"
                  className={isLit ? undefined : 'stroke-line'}
                  stroke={isLit ? colour : undefined}
                  strokeWidth={isLit ? 3 : 1.25}
                  strokeDasharray={isLit ? dash : undefined}
                />
                {isLit
                  ? stopsOf(trace).map((stop) => {
                      const place = trace.places[stop.lap];
                      return place == null ? null : (
                        <circle
                          key={stop.lap}
                          cx={x(stop.lap)}
                          cy={y(place)}
                          r={5.5}
                          stroke={stop.colour}
                          strokeWidth={2.5}
                          className="fill-bg"
                        />
                      );
                    })
                  : null}
                {trace.isOut && last !== undefined ? (
                  <path
                    d={`M${x(last[0]) - 3.5},${y(last[1]) - 3.5}l7,7m0,-7l-7,7`}
                    className="stroke-red"
                    strokeWidth={2}
                  />
                ) : null}
              </g>
            );
          })}
          {course.traces.map(({ driver: { carIndex }, places: [grid], result, isOut }) => {
            const look = lit.has(carIndex) ? 'fill-text font-750' : 'fill-mute';
            const code = codes.get(carIndex);
            return (
              <g key={carIndex} className={`${look} cursor-pointer`} dominantBaseline="central">
                {grid == null ? null : (
                  <text x={gutter - 12} y={y(grid)} textAnchor="end">
                    {grid} {code}
                  </text>
                )}
                {result === null ? null : (
                  <text x={width - gutter + 12} y={y(result)}>
                    {isOut ? `× ${code}` : `${result} ${code}`}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

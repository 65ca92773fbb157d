import { scaleLinear } from 'd3-scale';
import { useContext, useId, useMemo } from 'react';
import type { RaceTrace } from '#contract/race/race-trace';
import { formatGap } from '../../../format/time.ts';
import { TeamColoursContext } from '../../team-colours-context.ts';
import { CarLines, type ChartPoint } from './CarLines.tsx';
import { type ChartProps, lapTicks, spread, strokeOf } from './chart.ts';
import { SlowLaps } from './SlowLaps.tsx';
import { useWidth } from './use-width.ts';

const left = 44;
const right = 104;
const top = 28;
const plot = 300;
const bottom = 22;

const pointsOf = ({ gaps }: RaceTrace): ChartPoint[] => gaps.map((gap, index) => [index + 1, gap]);

/** The gaps of all cars to the first, downward; a picture, which a table has in numbers. */
export function GapsChart({ course, codes, slowLabel, lit, lap, onLap }: Omit<ChartProps, 'onToggle'>) {
  const colourOf = useContext(TeamColoursContext);
  const [frame, width] = useWidth<HTMLDivElement>();
  const clip = useId();
  const ends = course.traces.map((trace) => ({ trace, last: trace.gaps.at(-1) ?? null }));
  const finished = ends.flatMap(({ last }) => (last === null ? [] : [last])).sort((one, other) => one - other);
  // One car far behind would press all others together.
  const most = Math.max(5_000, finished[Math.floor((finished.length - 1) * 0.9)] ?? 0) * 1.05;
  const x = useMemo(
    () => scaleLinear([1, Math.max(2, course.laps)], [left, Math.max(left + 1, width - right)]),
    [course, width],
  );
  const y = useMemo(() => scaleLinear([0, most], [top, top + plot]), [most]);
  const isOff = (gap: number | null) => gap !== null && gap > most;
  const off = course.traces.filter(({ gaps }) => isOff(gaps.at(-1) ?? null)).length;
  const labels = ends.filter(({ trace, last }) => lit.has(trace.driver.carIndex) && last !== null && !isOff(last));
  const places = spread(
    labels.map(({ last }) => y(last ?? 0)),
    17,
    top + plot,
  );
  return (
    <div ref={frame} className="min-w-0 overflow-hidden" style={{ height: top + plot + bottom }}>
      {width === 0 ? null : (
        <svg
          role="img"
          aria-label="Gaps to the leader by lap. The table below has them in numbers."
          width={width}
          height={top + plot + bottom}
          className="block pan-y text-12 select-none"
          onPointerMove={(event) => {
            const at = Math.round(x.invert(event.nativeEvent.offsetX));
            if (at >= 1 && at <= course.laps && at !== lap) onLap(at);
          }}
        >
          <clipPath id={clip}>
            <rect x={0} y={top - 2} width={width} height={plot + 2} />
          </clipPath>
          <SlowLaps course={course} label={slowLabel} x={x} top={top} height={plot} />
          {y.ticks(5).map((gap) => (
            <g key={gap}>
              <line x1={left} x2={width - right} y1={y(gap)} y2={y(gap)} className="stroke-hair" />
              <text x={left - 8} y={y(gap)} textAnchor="end" dominantBaseline="central" className="fill-mute">
                {gap === 0 ? 'P1' : `+${gap / 1_000}`}
              </text>
            </g>
          ))}
          {lapTicks(course.laps, x(2) - x(1)).map((each) => (
            <text key={each} x={x(each)} y={top + plot + 16} textAnchor="middle" className="fill-mute">
              L{each}
            </text>
          ))}
          <line
            x1={x(Math.max(1, lap))}
            x2={x(Math.max(1, lap))}
            y1={top}
            y2={top + plot}
            className="stroke-text"
            strokeDasharray="2 3"
          />
          <g clipPath={`url(#${clip})`}>
            <CarLines course={course} codes={codes} lit={lit} x={x} y={y} pointsOf={pointsOf} />
          </g>
          {labels.map(({ trace, last }, index) => {
            const { colour } = strokeOf(trace, course, colourOf);
            const place = places[index] ?? 0;
            return (
              <g key={trace.driver.carIndex} dominantBaseline="central">
                <rect x={width - right + 8} y={place - 7} width={4} height={14} rx={2} fill={colour} />
                <text x={width - right + 18} y={place} className="fill-text font-750">
                  {codes.get(trace.driver.carIndex)}
                  <tspan className="fill-mute font-500"> {last === 0 ? 'P1' : formatGap(last)}</tspan>
                </text>
              </g>
            );
          })}
          {off === 0 ? null : (
            <text x={width} y={top + plot + 16} textAnchor="end" className="fill-mute">
              {off} off scale
            </text>
          )}
        </svg>
      )}
    </div>
  );
}

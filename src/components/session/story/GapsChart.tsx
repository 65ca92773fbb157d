import { scaleLinear } from 'd3-scale';
import { useContext, useId, useMemo } from 'react';
import type { RaceTrace } from '#contract/race/race-trace';
import { formatCount } from '../../../format/count.ts';
import { formatGap } from '../../../format/time.ts';
import { TeamColoursContext } from '../../team-colours-context.ts';
import { CarLines, type ChartPoint } from './CarLines.tsx';
import { type ChartProps, lastGaps, offScale, spread, strokeOf } from './chart.ts';
import { LapChart } from './LapChart.tsx';
import { SlowLaps } from './SlowLaps.tsx';

const left = 44;
const right = 104;
const top = 28;
const plot = 300;
const bottom = 22;

const pointsOf = ({ gaps }: RaceTrace): ChartPoint[] => gaps.map((gap, index) => [index + 1, gap]);

/** The gaps of all cars to the first, downward; a picture, which a table has in numbers. */
export function GapsChart({ course, codes, slowLabel, lit, lap, onLap }: Omit<ChartProps, 'onToggle'>) {
  const colourOf = useContext(TeamColoursContext);
  const clip = useId();
  const ends = useMemo(() => lastGaps(course), [course]);
  const most = offScale(ends.map(({ gap }) => gap));
  const y = useMemo(() => scaleLinear([0, most], [top, top + plot]), [most]);
  const off = ends.filter(({ gap }) => gap > most).length;
  const labels = ends.filter(({ trace, gap }) => lit.has(trace.driver.carIndex) && gap <= most);
  const places = spread(
    labels.map(({ gap }) => y(gap)),
    17,
    top + plot,
  );
  return (
    <LapChart
      label="Gaps to the leader by lap. The table below has them in numbers."
      from={1}
      to={course.laps}
      left={left}
      right={right}
      height={top + plot + bottom}
      axis={top + plot + 16}
      cursor={{ lap, top, bottom: top + plot }}
      onLap={onLap}
    >
      {({ x, width, end }) => (
        <>
          <clipPath id={clip}>
            <rect x={0} y={top - 2} width={width} height={plot + 2} />
          </clipPath>
          <SlowLaps course={course} label={slowLabel} x={x} top={top} height={plot} />
          {y.ticks(5).map((gap) => (
            <g key={gap}>
              <line x1={left} x2={end} y1={y(gap)} y2={y(gap)} className="stroke-hair" />
              <text x={left - 8} y={y(gap)} textAnchor="end" dominantBaseline="central" className="fill-mute">
                {gap === 0 ? 'P1' : `+${gap / 1_000}`}
              </text>
            </g>
          ))}
          <g clipPath={`url(#${clip})`}>
            <CarLines course={course} codes={codes} lit={lit} x={x} y={y} pointsOf={pointsOf} />
          </g>
          {labels.map(({ trace, gap, lapsDown }, index) => {
            const { colour } = strokeOf(trace, course, colourOf);
            const place = places[index] ?? 0;
            const text = lapsDown > 0 ? `+${formatCount(lapsDown, 'lap')}` : gap === 0 ? 'P1' : formatGap(gap);
            return (
              <g key={trace.driver.carIndex} dominantBaseline="central">
                <rect x={end + 8} y={place - 7} width={4} height={14} rx={2} fill={colour} />
                <text x={end + 18} y={place} className="fill-text font-750">
                  {codes.get(trace.driver.carIndex)}
                  <tspan className="fill-mute font-500"> {text}</tspan>
                </text>
              </g>
            );
          })}
          {off === 0 ? null : (
            <text x={width} y={top + plot + 16} textAnchor="end" className="fill-mute">
              {off} off scale
            </text>
          )}
        </>
      )}
    </LapChart>
  );
}

import { scaleLinear } from 'd3-scale';
import { useContext, useId, useMemo } from 'react';
import type { RaceTrace } from '#contract/race/race-trace';
import { formatCount } from '../../../format/count.ts';
import { formatGap } from '../../../format/time.ts';
import { TeamColoursContext } from '../../team-colours-context.ts';
import { CarLines } from './CarLines.tsx';
import { type ChartProps, gapsTo, lastGaps, scaleOfGaps, spread, strokesOf } from './chart.ts';
import { LapChart } from './LapChart.tsx';
import { SlowLaps } from './SlowLaps.tsx';

const left = 44;
const right = 104;
const top = 28;
const plot = 300;
const bottom = 22;

interface GapsChartProps extends Omit<ChartProps, 'onToggle' | 'pointsPlaces'> {
  /** The car whose line is at zero; null for the first car of each lap. */
  readonly zero: number | null;
}

/** The gaps of all cars to the first or to a chosen one, downward; a picture, which a table has in numbers. */
export function GapsChart({ course: race, codes, slowLabel, lit, zero, onLap }: GapsChartProps) {
  const colourOf = useContext(TeamColoursContext);
  const clip = useId();
  const course = useMemo(() => (zero === null ? race : gapsTo(race, zero)), [race, zero]);
  const ends = useMemo(() => lastGaps(course), [course]);
  const shown = useMemo(() => (zero === null ? lit : new Set([...lit, zero])), [lit, zero]);
  const { from, to } = scaleOfGaps(ends.map(({ gap }) => gap));
  const y = useMemo(() => scaleLinear([from, to], [top, top + plot]), [from, to]);
  const strokes = strokesOf(course, shown, colourOf);
  const isOff = ({ gap }: { gap: number }) => gap > to || gap < from;
  const off = ends.filter(isOff).map(({ trace }) => codes.get(trace.driver.carIndex));
  const labels = ends.filter((end) => shown.has(end.trace.driver.carIndex) && !isOff(end));
  const places = spread(
    labels.map(({ gap }) => y(gap)),
    17,
    top + plot,
  );
  const zeroName = zero === null ? 'P1' : (codes.get(zero) ?? '0');
  return (
    <>
      <LapChart
        label={`Gaps to ${zero === null ? 'the leader' : zeroName} by lap. The table below has those to the leader in numbers.`}
        from={1}
        to={course.laps}
        left={left}
        right={right}
        height={top + plot + bottom}
        axis={top + plot + 16}
        cursor={{ top, bottom }}
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
                <line
                  x1={left}
                  x2={end}
                  y1={y(gap)}
                  y2={y(gap)}
                  className={gap === 0 ? 'stroke-kerb' : 'stroke-hair'}
                />
                <text x={left - 8} y={y(gap)} textAnchor="end" dominantBaseline="central" className="fill-mute">
                  {gap === 0 ? zeroName : `${gap < 0 ? '−' : '+'}${Math.abs(gap) / 1_000}`}
                </text>
              </g>
            ))}
            <g clipPath={`url(#${clip})`}>
              <CarLines course={course} codes={codes} lit={shown} from={1} x={x} y={y} valuesOf={gapsOf} />
            </g>
            {labels.map(({ trace, gap, lapsDown }, index) => {
              const { carIndex } = trace.driver;
              const place = places[index] ?? 0;
              const text = lapsDown > 0 ? `+${formatCount(lapsDown, 'lap')}` : gap === 0 ? '' : formatGap(gap);
              return (
                <g key={carIndex} dominantBaseline="central">
                  <rect x={end + 8} y={place - 7} width={4} height={14} rx={2} fill={strokes.get(carIndex)?.colour} />
                  <text x={end + 18} y={place} className="fill-text font-750">
                    {codes.get(carIndex)}
                    <tspan className="fill-mute font-500"> {text}</tspan>
                  </text>
                </g>
              );
            })}
          </>
        )}
      </LapChart>
      {off.length === 0 ? null : (
        <p className="text-14 text-mute">
          {off.length} off scale: {off.join(', ')}
        </p>
      )}
    </>
  );
}

const gapsOf = ({ gaps }: RaceTrace) => gaps;

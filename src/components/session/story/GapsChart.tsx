import { scaleLinear } from 'd3-scale';
import { useContext, useId, useMemo } from 'react';
import type { RaceTrace } from '#contract/race/race-trace';
import { formatCount } from '../../../format/count.ts';
import { formatGap } from '../../../format/time.ts';
import { SecondCarsContext } from '../../second-cars-context.ts';
import { TeamColoursContext } from '../../team-colours-context.ts';
import { CarLines } from './CarLines.tsx';
import { type ChartProps, gapsTo, lastGaps, scaleOfGaps, spread, strokesOf } from './chart.ts';
import { LapChart, LineName, ValueAxis } from './LapChart.tsx';
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
  const second = useContext(SecondCarsContext);
  const clip = useId();
  const course = useMemo(() => (zero === null ? race : gapsTo(race, zero)), [race, zero]);
  const ends = useMemo(() => lastGaps(course), [course]);
  const shown = useMemo(() => (zero === null ? lit : new Set([...lit, zero])), [lit, zero]);
  const { from, to } = scaleOfGaps(ends.map(({ gap }) => gap));
  const y = useMemo(() => scaleLinear([from, to], [top, top + plot]), [from, to]);
  const strokes = strokesOf(course, shown, colourOf, second);
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
            <ValueAxis
              y={y}
              left={left}
              end={end}
              labelOf={(gap) => (gap === 0 ? zeroName : `${gap < 0 ? '−' : '+'}${Math.abs(gap) / 1_000}`)}
              marked={0}
            />
            <g clipPath={`url(#${clip})`}>
              <CarLines course={course} codes={codes} lit={shown} from={1} x={x} y={y} valuesOf={gapsOf} />
            </g>
            {labels.map(({ trace, gap, lapsDown }, index) => {
              const { carIndex } = trace.driver;
              const value = lapsDown > 0 ? `+${formatCount(lapsDown, 'lap')}` : gap === 0 ? '' : formatGap(gap);
              return (
                <LineName
                  key={carIndex}
                  end={end}
                  place={places[index] ?? 0}
                  colour={strokes.get(carIndex)?.colour}
                  code={codes.get(carIndex)}
                  value={value}
                />
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

import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useContext } from 'react';
import type { Driver } from '#contract/entities/session';
import { type PaceLap, paceDifferences, paceLaps, paceRange } from '#contract/race/pace';
import { tyreOf } from '../../../format/names.ts';
import { formatGap, formatLap } from '../../../format/time.ts';
import { ink } from '../../ink.ts';
import { TeamColoursContext } from '../../team-colours-context.ts';
import { offScaleText, spread } from './chart.ts';
import { LapChart, ValueAxis } from './LapChart.tsx';

interface PaceChartProps {
  /** One or two. */
  readonly drivers: readonly Driver[];
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
}

const left = 56;
const right = 44;
const top = 12;
const plot = 220;
const bars = 96;
const bottom = 22;

/** The lap times of one or two drivers, with their tyres; of two also by how much they differ. The tables have the numbers. */
export function PaceChart({ drivers, codes }: PaceChartProps) {
  const colourOf = useContext(TeamColoursContext);
  const lines = drivers.map((driver) => ({ driver, laps: paceLaps(driver) }));
  const range = paceRange(lines.flatMap(({ laps }) => laps));
  if (range === null) return null;
  const [first, second] = lines;
  const differences = first === undefined || second === undefined ? [] : paceDifferences(first.laps, second.laps);
  const hasBars = differences.length > 0;
  const height = top + plot + bottom + (hasBars ? bars : 0);
  const count = Math.max(...drivers.map(({ lapTimes }) => lapTimes.length));
  const y = scaleLinear([range.from, range.to], [top + plot, top]);
  const ends = lines.map(({ laps }) => laps.filter(({ time }) => time <= range.to && time >= range.from).at(-1));
  const labels = spread(
    ends.map((end) => (end === undefined ? top : y(end.time))),
    15,
    top + plot,
  );
  const isOff = ({ time }: PaceLap) => time > range.to || time < range.from;
  // A start from standing takes seconds: the lap has its time in place of a dot.
  const starts = lines.flatMap(({ driver, laps }) =>
    laps
      .filter((each) => each.lap === 1 && isOff(each))
      .map(({ time }) => {
        const text = formatLap(time).slice(0, -2);
        return second === undefined ? text : `${codes.get(driver.carIndex)} ${text}`;
      }),
  );
  const off = lines.flatMap(({ driver, laps }) => {
    const text = offScaleText(laps.filter(isOff), formatLap);
    return text === null ? [] : `${codes.get(driver.carIndex)} ${text}`;
  });
  return (
    <>
      <LapChart
        label={`Lap times of ${drivers.map(({ name }) => name).join(' and ')}. The tables below have them in numbers.`}
        from={1}
        to={count}
        left={left}
        right={right}
        height={height}
        axis={top + plot + 16}
      >
        {({ x, end: rightEnd }) => (
          <>
            <ValueAxis y={y} left={left} end={rightEnd} labelOf={(time) => formatLap(time).slice(0, -2)} />
            {lines.map(({ driver, laps }, index) => {
              const shown = laps.filter((lap) => !isOff(lap));
              const stints = [...new Set(shown.map(({ stint }) => stint))].map((stint) =>
                shown.filter((lap) => lap.stint === stint),
              );
              const end = ends[index];
              const path = line<PaceLap>(
                ({ lap }) => x(lap),
                ({ time }) => y(time),
              );
              return (
                <g key={driver.carIndex}>
                  {stints.map((stint) => (
                    <g key={stint[0]?.stint}>
                      <path
                        d={path(stint) ?? undefined}
                        fill="none"
                        className="ink-stroke"
                        style={ink(colourOf(driver.team))}
                        strokeWidth={1.25}
                        strokeDasharray={index === 0 ? undefined : '5 4'}
                      />
                      {stint.map((lap, at) => (
                        <Dot key={lap.lap} lap={lap} x={x(lap.lap)} y={y(lap.time)} isFirst={at === 0} />
                      ))}
                    </g>
                  ))}
                  {laps.filter(isOff).map(({ lap, time }) => (
                    <path key={lap} d={`M${x(lap)},${top}v7`} className="stroke-mute" strokeWidth={2}>
                      <title>{`Lap ${lap}: ${formatLap(time)}, off scale`}</title>
                    </path>
                  ))}
                  {end === undefined ? null : (
                    <text
                      x={x(end.lap) + 10}
                      y={labels[index]}
                      dominantBaseline="central"
                      className="fill-text font-750"
                    >
                      {codes.get(driver.carIndex)}
                    </text>
                  )}
                </g>
              );
            })}
            <text x={x(1)} y={top - 6} dominantBaseline="central" className="fill-mute">
              {starts.join(' · ')}
            </text>
            {hasBars ? (
              <Differences
                differences={differences}
                x={x}
                top={top + plot + bottom}
                end={rightEnd}
                label={codes.get(first?.driver.carIndex ?? -1) ?? ''}
              />
            ) : null}
          </>
        )}
      </LapChart>
      <p className="min-h-5 text-14 text-mute">{off.length === 0 ? '' : `Off scale: ${off.join('; ')}.`}</p>
    </>
  );
}

/** A lap in the colour of its tyres; an invalid one is hollow and struck through. */
function Dot({ lap, x, y, isFirst }: { lap: PaceLap; x: number; y: number; isFirst: boolean }) {
  const tyre = lap.compound === null ? null : tyreOf(lap.compound);
  const colour = tyre?.colour ?? 'currentColor';
  return (
    <g>
      <title>{`Lap ${lap.lap}: ${formatLap(lap.time)}${lap.isInvalid ? ', invalid' : ''}`}</title>
      <circle
        cx={x}
        cy={y}
        r={3.5}
        fill="none"
        strokeWidth={1.5}
        className={lap.isInvalid ? 'ink-stroke' : 'ink-stroke ink-fill'}
        style={ink(colour)}
      />
      {lap.isInvalid ? <path d={`M${x - 6},${y}h12`} className="stroke-red" strokeWidth={1.5} /> : null}
      {isFirst && tyre !== null ? (
        <text x={x} y={y - 8} textAnchor="middle" fill={colour} className="font-750">
          {tyre.letter}
        </text>
      ) : null}
    </g>
  );
}

interface DifferencesProps {
  readonly differences: readonly { readonly lap: number; readonly difference: number }[];
  readonly x: (lap: number) => number;
  readonly top: number;
  readonly end: number;
  /** The code of the first driver. */
  readonly label: string;
}

/** Bars up where the first driver was faster, down where slower; those of stops are cut. */
function Differences({ differences, x, top: start, end, label }: DifferencesProps) {
  const half = bars / 2 - 8;
  const zero = start + bars / 2;
  const sizes = differences.map(({ difference }) => Math.abs(difference)).sort((one, other) => one - other);
  // Stops cost many times what laps differ by.
  const most = Math.max(300, (sizes[Math.floor(sizes.length * 0.8)] ?? 0) * 1.2);
  const barWidth = Math.max(2, Math.min(12, (x(2) - x(1)) * 0.6));
  return (
    <g>
      <text x={left - 8} y={zero - half + 8} textAnchor="end" className="fill-green">
        faster
      </text>
      <text x={left - 8} y={zero} textAnchor="end" dominantBaseline="central" className="fill-text font-750">
        {label}
      </text>
      <text x={left - 8} y={zero + half} textAnchor="end" className="fill-red">
        slower
      </text>
      <line x1={left} x2={end} y1={zero} y2={zero} className="stroke-line" />
      {differences.map(({ lap, difference }) => {
        const size = (Math.min(Math.abs(difference), most) / most) * half;
        return (
          <rect
            key={lap}
            x={x(lap) - barWidth / 2}
            width={barWidth}
            y={difference < 0 ? zero - size : zero}
            height={size}
            className={difference < 0 ? 'fill-green' : 'fill-red'}
          >
            <title>{`Lap ${lap}: ${formatGap(difference)}`}</title>
          </rect>
        );
      })}
    </g>
  );
}

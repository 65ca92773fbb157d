import type { Driver } from '#contract/entities/session';
import { paceLaps, paceRange } from '#contract/race/pace';
import { tyreOf } from '../../format/names.ts';
import { ink } from '../ink.ts';

const height = 44;
const edge = 4;

/** The lap times of a driver as a small picture: faster is higher, slow laps end at its foot; colours are those of tyres. */
export function LapSparkline({ driver }: { driver: Driver }) {
  const laps = paceLaps(driver);
  const range = paceRange(laps);
  if (range === null || laps.length < 3) return null;
  const count = driver.lapTimes.length;
  const x = (lap: number) => ((lap - 0.5) / count) * 1_000;
  const y = (time: number) =>
    edge + ((Math.min(time, range.to) - range.from) / (range.to - range.from)) * (height - 2 * edge);
  const compounds = [...new Set(laps.map(({ compound }) => compound))];
  return (
    <svg
      role="img"
      aria-label={`Lap times of ${driver.name} over ${count} laps. The tab with the laps has them in numbers.`}
      viewBox={`0 0 1000 ${height}`}
      preserveAspectRatio="none"
      className="h-11 w-full"
    >
      <path
        d={`M${laps.map(({ lap, time }) => `${x(lap)},${y(time)}`).join('L')}`}
        fill="none"
        strokeWidth="1.25"
        vectorEffect="non-scaling-stroke"
        className="stroke-kerb"
      />
      {compounds.map((compound) => (
        <path
          key={compound}
          d={laps.flatMap((lap) => (lap.compound === compound ? `M${x(lap.lap)},${y(lap.time)}h0` : [])).join('')}
          fill="none"
          className="ink-stroke"
          style={ink(compound === null ? 'currentColor' : tyreOf(compound).colour)}
          strokeWidth="4"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

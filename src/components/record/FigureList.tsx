import type { DriverRecord } from '#contract/entities/record';
import { formatPoints } from '../../format/time.ts';

type Figures = Pick<
  DriverRecord,
  'seasons' | 'starts' | 'wins' | 'podiums' | 'poles' | 'fastestLaps' | 'sprintWins' | 'points' | 'bestFinish'
>;

/** A driver's totals over seasons. */
export function FigureList({ record }: { record: Figures }) {
  const { starts, wins, podiums, poles, fastestLaps, sprintWins, points, bestFinish, seasons } = record;
  const figures = [
    { label: 'Seasons', value: seasons },
    { label: 'Starts', value: starts },
    { label: 'Wins', value: wins },
    { label: 'Podiums', value: podiums },
    { label: 'Poles', value: poles },
    { label: 'Fastest laps', value: fastestLaps },
    { label: 'Sprint wins', value: sprintWins },
    { label: 'Best finish', value: bestFinish === null ? '–' : `P${bestFinish}` },
    { label: 'Points', value: formatPoints(points) },
  ];
  return (
    <dl className="grid grid-cols-3 overflow-hidden rounded-10 border border-line bg-panel wide:grid-cols-9 tiny:grid-cols-1">
      {figures.map(({ label, value }) => (
        <div
          key={label}
          className="grid content-between border-hair px-3.5 py-2.5 not-last:border-b wide:not-last:border-b-0"
        >
          <dt className="text-12 text-mute">{label}</dt>
          <dd className="text-20 font-800 desk:text-26">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

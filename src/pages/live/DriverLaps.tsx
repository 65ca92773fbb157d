import type { Highlight } from '#contract/race/laps';
import { driverLaps } from '#contract/race/live-driver-laps';
import { bestOfAll, liveBests } from '#contract/race/live-laps';
import type { LiveLine } from '#contract/race/live-timing';
import { HighlightShape } from '../../components/session/HighlightShape.tsx';
import { Tyre } from '../../components/Tyre.tsx';
import { formatLap, formatTime } from '../../format/time.ts';

const colours: Readonly<Record<Highlight, string>> = {
  sessionBest: 'text-purple',
  personalBest: 'text-green',
  invalid: 'text-red line-through',
  none: '',
};

/** The completed laps of a driver with the colours of their sectors, the last one first. */
export function DriverLaps({ lines, line }: { lines: readonly LiveLine[]; line: LiveLine }) {
  const laps = driverLaps(line.driver, bestOfAll(lines.map(({ driver }) => liveBests(driver)))).reverse();
  if (laps.length === 0) return null;
  return (
    <div className="grid gap-1.5">
      <h3 id="laps-title" className="font-750">
        Laps
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable */}
      <section aria-labelledby="laps-title" tabIndex={0} className="scroll-y max-h-60">
        <table className="w-full text-right text-14">
          <thead className="sticky top-0 bg-panel">
            <tr className="text-12 text-mute">
              {['Lap', 'Tyre', 'Time', 'S1', 'S2', 'S3'].map((label) => (
                <th key={label} scope="col" className="h-7 font-500">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {laps.map((lap) => (
              <tr key={lap.number} className="h-8 border-b border-hair">
                <td className="text-mute">
                  {lap.isInLap ? (
                    <span className="mr-1.5 rounded-8 bg-amber px-1 text-12 font-650 text-black">PIT</span>
                  ) : null}
                  {lap.number}
                </td>
                <td>{lap.compound === null ? null : <Tyre compound={lap.compound} size={18} />}</td>
                <Time text={formatLap(lap.lapTime)} highlight={lap.highlights.lapTime} isStrong />
                <Time text={formatTime(lap.sector1Time)} highlight={lap.highlights.sector1Time} />
                <Time text={formatTime(lap.sector2Time)} highlight={lap.highlights.sector2Time} />
                <Time text={formatTime(lap.sector3Time)} highlight={lap.highlights.sector3Time} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface TimeProps {
  readonly text: string;
  readonly highlight: Highlight;
  readonly isStrong?: boolean;
}

function Time({ text, highlight, isStrong = false }: TimeProps) {
  return (
    <td className={`whitespace-nowrap ${isStrong ? 'font-650' : ''} ${colours[highlight]}`}>
      {highlight === 'sessionBest' || highlight === 'personalBest' ? <HighlightShape highlight={highlight} /> : null}
      {text}
    </td>
  );
}

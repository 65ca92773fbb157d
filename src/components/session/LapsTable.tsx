import type { Driver } from '#contract/entities/session';
import { type BestTimes, bestTimes, type Highlight, highlightOf, idealLap, type TimeField } from '#contract/race/laps';
import { compoundAt } from '#contract/race/stints';
import { formatLap, formatTime } from '../../format/time.ts';
import { ColumnHeads } from '../ColumnHeads.tsx';
import { TableScroll } from '../TableScroll.tsx';
import { Tyre } from '../Tyre.tsx';
import { HighlightShape } from './HighlightShape.tsx';
import { LapLink } from './LapLink.tsx';

interface LapsTableProps {
  readonly driver: Driver;
  readonly bests: BestTimes;
  /** Positions after each lap; null outside of races. */
  readonly positions: readonly (number | null)[] | null;
  /** The address at which a lap is watched; undefined for none. */
  readonly momentOf: (lap: number) => string | undefined;
}

const highlights: Record<Highlight, { classes: string; label: string | null }> = {
  sessionBest: { classes: 'text-purple', label: 'session best' },
  personalBest: { classes: 'text-green', label: 'personal best' },
  none: { classes: '', label: null },
  invalid: { classes: 'text-red line-through decoration-1', label: 'invalid' },
};

/** All laps of one driver with sectors, position and tyre. */
export function LapsTable({ driver, bests, positions, momentOf }: LapsTableProps) {
  const own = bestTimes(driver.lapTimes);
  const stops = new Set(driver.pitStops.map((stop) => stop.lapNum));
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-14 text-mute">
        <span>
          Best <b className="text-text">{formatLap(own.lapTime)}</b>
        </span>
        <span>
          Ideal lap (best sectors) <b className="text-text">{formatLap(idealLap(own))}</b>
        </span>
        <span>
          <HighlightShape highlight="sessionBest" /> session best
        </span>
        <span>
          <HighlightShape highlight="personalBest" /> personal best
        </span>
      </p>
      <TableScroll label={`Laps of ${driver.name}`}>
        <table className="w-full text-right">
          <caption className="sr-only">Laps of {driver.name}</caption>
          <ColumnHeads
            className="h-9 px-0.5 text-12 font-500 text-mute desk:px-1"
            columns={[
              { name: 'Lap', className: 'text-center' },
              ...(positions === null ? [] : [{ name: 'Pos', className: 'text-center' }]),
              ...['S1', 'S2', 'S3', 'Time'].map((name) => ({ name })),
              { name: 'Tyre', className: 'pl-2 text-left desk:pl-3' },
            ]}
          />
          <tbody>
            {driver.lapTimes.map((lap, index) => {
              const number = index + 1;
              const compound = compoundAt(driver, number);
              const time = (field: TimeField) => highlightOf(lap, field, own, bests);
              return (
                <tr key={number} className="h-9 border-b border-hair">
                  <th scope="row" className="px-1 text-center font-650 text-mute">
                    <LapLink href={momentOf(number)} label="Watch lap">
                      {number}
                    </LapLink>
                  </th>
                  {positions === null ? null : <td className="px-1 text-center">{positions[index] ?? '—'}</td>}
                  <Time highlight={time('sector1Time')} text={formatTime(lap.sector1Time)} isSector />
                  <Time highlight={time('sector2Time')} text={formatTime(lap.sector2Time)} isSector />
                  <Time highlight={time('sector3Time')} text={formatTime(lap.sector3Time)} isSector />
                  <Time highlight={time('lapTime')} text={formatLap(lap.lapTime)} isSector={false} />
                  <td className="w-10 pl-2 text-left whitespace-nowrap desk:w-20 desk:pl-3">
                    {compound === null ? null : <Tyre compound={compound} size={20} />}
                    {stops.has(number) ? (
                      <span className="block text-12 font-750 text-amber desk:ml-1.5 desk:inline">PIT</span>
                    ) : null}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableScroll>
    </div>
  );
}

function Time({ highlight, text, isSector }: { highlight: Highlight; text: string; isSector: boolean }) {
  const { classes, label } = highlights[highlight];
  // An invalid lap is struck through once, at its lap time.
  const isPlain = highlight === 'invalid' && isSector;
  return (
    <td
      className={`px-0.5 whitespace-nowrap desk:px-1 ${isSector ? 'text-14' : 'font-650'} ${isPlain ? 'text-mute' : classes}`}
    >
      {highlight === 'sessionBest' || highlight === 'personalBest' ? <HighlightShape highlight={highlight} /> : null}
      {text}
      {label === null || isPlain ? null : <span className="sr-only"> {label}</span>}
    </td>
  );
}

import type { Session } from '#contract/entities/session';
import { sessionBestTimes } from '#contract/race/laps';
import { formatTime } from '../../format/time.ts';
import { ColumnHeads } from '../ColumnHeads.tsx';
import { TableScroll } from '../TableScroll.tsx';
import { Tyre } from '../Tyre.tsx';
import { bodyCell, headerCell, stickyHead, wideOnly } from './cell-classes.ts';
import { FastestMark } from './FastestMark.tsx';
import { GapHead } from './GapHead.tsx';
import { type ResultsProps, ResultsRow } from './ResultsRow.tsx';
import { driverColumns, wideColumn } from './result-columns.tsx';

const sectors = ['sector1Time', 'sector2Time', 'sector3Time'] as const;

const columns = [
  ...driverColumns,
  { name: 'Best lap' },
  { name: 'Gap', content: <GapHead name="Gap" /> },
  ...['Interval', 'S1', 'S2', 'S3', 'Laps', 'Tyre'].map((name) => wideColumn(name)),
];

/** The classification of practice, qualifying and time trials, by best lap. */
export function TimedResults({ rows, session, ...actions }: ResultsProps & { session: Session }) {
  const sessionBests = sessionBestTimes(session.drivers);
  return (
    <TableScroll label="Best laps" hasStickyHead>
      <table className="w-full min-w-72 text-right">
        <caption className="sr-only">Best laps</caption>
        <ColumnHeads className={`${headerCell} ${stickyHead}`} columns={columns} />
        <tbody>
          {rows.map((row) => {
            const { driver, hasFastestLap } = row;
            const bestLap = driver.lapTimes.find((lap) => !lap.invalidLap && lap.lapTime === driver.bestLapTimeMs);
            const lastStint = driver.tyres.at(-1);
            return (
              <ResultsRow key={driver.carIndex} row={row} {...actions}>
                <td className={`${bodyCell} font-650 whitespace-nowrap ${hasFastestLap ? 'text-purple' : ''}`}>
                  {hasFastestLap ? <FastestMark /> : null}
                  {row.main}
                </td>
                <td className={`${bodyCell} whitespace-nowrap`}>
                  <span className="block font-650">{row.gap}</span>
                  <span className="block text-12 text-mute desk:hidden">{row.interval}</span>
                </td>
                <td className={`${bodyCell} ${wideOnly} text-mute`}>{row.interval}</td>
                {sectors.map((sector) => {
                  const time = bestLap?.[sector] ?? null;
                  const isBest = time !== null && time === sessionBests[sector];
                  return (
                    <td key={sector} className={`${bodyCell} ${wideOnly} ${isBest ? 'text-purple' : 'text-mute'}`}>
                      {isBest ? <FastestMark /> : null}
                      {formatTime(time)}
                    </td>
                  );
                })}
                <td className={`${bodyCell} ${wideOnly}`}>{driver.numberOfLaps ?? driver.lapTimes.length}</td>
                <td className={`${bodyCell} ${wideOnly}`}>
                  {lastStint === undefined ? '—' : <Tyre compound={lastStint.tyreCompound} size={22} />}
                </td>
              </ResultsRow>
            );
          })}
        </tbody>
      </table>
    </TableScroll>
  );
}

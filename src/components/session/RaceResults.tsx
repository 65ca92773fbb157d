import { formatCount } from '../../format/count.ts';
import type { ResultRow } from '../../format/results.ts';
import { ColumnHeads } from '../ColumnHeads.tsx';
import { TableScroll } from '../TableScroll.tsx';
import { Tyre } from '../Tyre.tsx';
import { bodyCell, bodyRow, headerCell, wideOnly } from './cell-classes.ts';
import { DriverHeader } from './DriverHeader.tsx';
import { FastestMark } from './FastestMark.tsx';
import { GapHead } from './GapHead.tsx';
import { driverColumns, wideColumn } from './result-columns.tsx';

const columns = [
  ...driverColumns,
  wideColumn('Grid'),
  wideColumn('Laps'),
  { name: 'Gap', content: <GapHead name="Time / gap" /> },
  wideColumn('Interval'),
  { name: 'Best lap' },
  wideColumn('Stops'),
  wideColumn('Tyres', 'text-left'),
  wideColumn('Penalties'),
];

/** The classification of a race. */
export function RaceResults({ rows }: { rows: readonly ResultRow[] }) {
  return (
    <TableScroll label="Race classification">
      <table className="w-full min-w-72 border-collapse text-right">
        <caption className="sr-only">Race classification</caption>
        <ColumnHeads className={headerCell} columns={columns} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.driver.carIndex} className={`${bodyRow} ${row.isOut ? 'text-mute' : ''}`}>
              <td className={`${bodyCell} text-center text-17 font-800`}>{row.position ?? '—'}</td>
              <DriverHeader row={row} />
              <td className={`${bodyCell} ${wideOnly} text-mute`}>{row.driver.startingPosition ?? '—'}</td>
              <td className={`${bodyCell} ${wideOnly}`}>{row.driver.numberOfLaps ?? '—'}</td>
              <td className={`${bodyCell} whitespace-nowrap`}>
                <span className={`block font-650 ${row.isOut ? 'text-red' : ''}`}>{row.main}</span>
                <span className="block text-12 text-mute desk:hidden">{row.isOut ? lapsText(row) : row.interval}</span>
              </td>
              <td className={`${bodyCell} ${wideOnly} text-mute`}>{row.interval}</td>
              <td className={`${bodyCell} whitespace-nowrap`}>
                <span className={`block font-650 ${row.hasFastestLap ? 'text-purple' : ''}`}>
                  {row.hasFastestLap ? <FastestMark /> : null}
                  {row.bestLap}
                </span>
                <span className="flex justify-end gap-0.5 desk:hidden">
                  <Tyres row={row} size={15} />
                </span>
              </td>
              <td className={`${bodyCell} ${wideOnly}`}>{row.driver.pitStops.length}</td>
              <td className={`${bodyCell} ${wideOnly} text-left`}>
                <Tyres row={row} size={22} />
              </td>
              <td className={`${bodyCell} ${wideOnly} font-650 text-amber`}>{row.penalties}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function lapsText({ driver }: ResultRow): string {
  return driver.numberOfLaps === null ? '' : formatCount(driver.numberOfLaps, 'lap');
}

function Tyres({ row, size }: { row: ResultRow; size: number }) {
  return (
    <span className="inline-flex gap-1">
      {row.driver.tyres.map((stint) => (
        <Tyre key={stint.endLap} compound={stint.tyreCompound} size={size} />
      ))}
    </span>
  );
}

import { type ReactNode, useContext } from 'react';
import type { Result } from '#contract/entities/season';
import { hasPoleBonus } from '#contract/race/pole-bonus';
import { formatCount } from '../../format/count.ts';
import type { ResultRow } from '../../format/results.ts';
import { formatPoints } from '../../format/time.ts';
import { ColumnHeads } from '../ColumnHeads.tsx';
import { TableScroll } from '../TableScroll.tsx';
import { Tyre } from '../Tyre.tsx';
import { TeamColoursContext } from '../team-colours-context.ts';
import { bodyCell, headerCell, stickyHead, wideOnly } from './cell-classes.ts';
import { FastestMark } from './FastestMark.tsx';
import { GapHead } from './GapHead.tsx';
import { type ResultsProps, ResultsRow } from './ResultsRow.tsx';
import { driverColumns, wideColumn } from './result-columns.tsx';

interface RaceResultsProps extends ResultsProps {
  /** By car index; null where the race gives none. */
  readonly points: ReadonlyMap<number, Result> | null;
}

/** The classification of a race. */
export function RaceResults({ rows, points, ...row }: RaceResultsProps) {
  const columns = [
    ...driverColumns,
    wideColumn('Grid'),
    wideColumn('Laps'),
    { name: 'Gap', content: <GapHead name="Time / gap" /> },
    { name: 'Gaps', className: 'hidden w-full wide:table-cell', content: <span className="sr-only">Gaps</span> },
    wideColumn('Interval'),
    { name: 'Best lap' },
    wideColumn('Stops'),
    wideColumn('Tyres', 'text-left'),
    wideColumn('Penalties'),
    ...(points === null ? [] : [wideColumn('Points')]),
  ];
  const most = longestGap(rows);
  return (
    <TableScroll label="Race classification" hasStickyHead>
      <table className="w-full min-w-72 text-right">
        <caption className="sr-only">Race classification</caption>
        <ColumnHeads className={`${headerCell} ${stickyHead}`} columns={columns} />
        <tbody>
          {rows.map((each) => (
            <ResultsRow key={each.driver.carIndex} row={each} {...row}>
              <Wide tone="text-mute">{each.driver.startingPosition ?? '—'}</Wide>
              <Wide>{each.driver.numberOfLaps ?? '—'}</Wide>
              <td className={`${bodyCell} whitespace-nowrap`}>
                <span className={`block font-650 narrow:text-14 ${each.isOut ? 'text-red' : ''}`}>{each.main}</span>
                <span className="block text-12 text-mute desk:hidden">
                  {each.status === null ? each.interval : lapsText(each)}
                </span>
              </td>
              <td className="hidden px-3 wide:table-cell">
                <GapLane row={each} most={most} />
              </td>
              <Wide tone="text-mute">{each.interval}</Wide>
              <td className={`${bodyCell} whitespace-nowrap`}>
                <span className={`block font-650 narrow:text-14 ${each.hasFastestLap ? 'text-purple' : ''}`}>
                  {each.hasFastestLap ? <FastestMark /> : null}
                  {each.bestLap}
                </span>
                <span className="flex justify-end desk:hidden">
                  <Tyres row={each} size={18} />
                </span>
              </td>
              <Wide>{each.driver.pitStops.length}</Wide>
              <Wide tone="text-left">
                <Tyres row={each} size={22} />
              </Wide>
              <Wide tone="font-650 text-amber">{each.penalties}</Wide>
              {points === null ? null : <Points result={points.get(each.driver.carIndex)} />}
            </ResultsRow>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Wide({ tone = '', children }: { tone?: string; children: ReactNode }) {
  return <td className={`${bodyCell} ${wideOnly} whitespace-nowrap ${tone}`}>{children}</td>;
}

function gapOf({ gapToLeader }: ResultRow): number | null {
  return gapToLeader === null || 'laps' in gapToLeader ? null : gapToLeader.milliseconds;
}

/** The longest gap that a lane shows, in ms: one car far behind would press all others together. */
function longestGap(rows: readonly ResultRow[]): number {
  const gaps = rows.flatMap((row) => gapOf(row) ?? []).sort((one, other) => one - other);
  return Math.max(1, gaps[Math.floor((gaps.length - 1) * 0.9)] ?? 1);
}

/** How far a car was behind the winner, as a place on a lane. */
function GapLane({ row, most }: { row: ResultRow; most: number }) {
  const colourOf = useContext(TeamColoursContext);
  const gap = row.position === 1 ? 0 : gapOf(row);
  if (gap === null || gap > most) return null;
  return (
    <span aria-hidden="true" className="relative block h-1 rounded-full bg-raised">
      <span
        className="absolute top-1/2 size-2.5 [translate:-50%_-50%] rounded-full"
        style={{ left: `${(gap / most) * 100}%`, background: colourOf(row.driver.team) }}
      />
    </span>
  );
}

function Points({ result }: { result: Result | undefined }) {
  return (
    <Wide tone="font-750">
      {result !== undefined && hasPoleBonus(result) ? (
        <span className="mr-1.5 text-12 font-500 text-mute">Pole</span>
      ) : null}
      {result === undefined ? '' : formatPoints(result.points)}
    </Wide>
  );
}

function lapsText({ driver }: ResultRow): string {
  return driver.numberOfLaps === null ? '' : formatCount(driver.numberOfLaps, 'lap');
}

function Tyres({ row, size }: { row: ResultRow; size: number }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-0.5 desk:flex-nowrap desk:gap-1">
      {row.driver.tyres.map((stint) => (
        <Tyre key={stint.endLap} compound={stint.tyreCompound} size={size} />
      ))}
    </span>
  );
}

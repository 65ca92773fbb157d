import { useState } from 'react';
import type { TitleFight } from '#contract/race/title-fight';
import { stepLabel } from '../../format/season-steps.ts';
import { formatPoints } from '../../format/time.ts';
import { TableScroll } from '../TableScroll.tsx';

/** The numbers of a title fight. They are drawn when the table is opened: they are many, and seldom read. */
export function TitleTable({ fight: { of, steps, rows } }: { fight: TitleFight }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="not-open:print:hidden" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center link">As a table</summary>
      {isOpen ? (
        <TableScroll label="Points behind the leader by round">
          <table className="border-collapse text-right text-14 whitespace-nowrap">
            <caption className="sr-only">Points behind the leader by round</caption>
            <thead>
              <tr className="h-9 border-b border-line text-12 text-mute *:px-2 *:font-500">
                <th scope="col" className="sticky left-0 bg-bg text-left">
                  {of === 'drivers' ? 'Driver' : 'Team'}
                </th>
                {steps.map((step) => (
                  <th key={step.column.session.id} scope="col">
                    {stepLabel(step)}
                  </th>
                ))}
                <th scope="col">Fewest</th>
                <th scope="col">Most</th>
                <th scope="col">Can win</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name} className="h-11 border-b border-hair *:px-2">
                  <th scope="row" className="sticky left-0 max-w-40 truncate bg-bg text-left font-650">
                    <bdi>{row.name}</bdi>
                  </th>
                  {row.behind.map((behind, index) => (
                    <td key={steps[index]?.column.session.id}>{behind === 0 ? '0' : `−${formatPoints(behind)}`}</td>
                  ))}
                  <td>{formatPoints(row.fewest)}</td>
                  <td>{formatPoints(row.most)}</td>
                  <td>{row.isInFight ? 'yes' : 'no'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      ) : null}
    </details>
  );
}

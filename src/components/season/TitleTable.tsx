import type { TitleFight } from '#contract/race/title-fight';
import { stepLabel } from '../../format/season-steps.ts';
import { formatPoints } from '../../format/time.ts';
import { ChartTable, chartHeadRow, chartRow, chartRowName } from '../session/story/LapChart.tsx';

/** The numbers of a title fight. */
export function TitleTable({ fight: { of, steps, rows } }: { fight: TitleFight }) {
  return (
    <ChartTable label="Points behind the leader by round">
      {() => (
        <>
          <thead>
            <tr className={chartHeadRow}>
              <th scope="col" className={chartRowName}>
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
              <tr key={row.name} className={chartRow}>
                <th scope="row" className={chartRowName}>
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
        </>
      )}
    </ChartTable>
  );
}

import type { TitleFight } from '#contract/race/title-fight';
import { stepLabel } from '../../format/season-steps.ts';
import { formatPoints } from '../../format/time.ts';
import { ChartTable } from '../session/story/LapChart.tsx';

/** The numbers of a title fight. */
export function TitleTable({ fight: { of, steps, rows } }: { fight: TitleFight }) {
  return (
    <ChartTable
      label="Points behind the leader by round"
      columns={[of === 'drivers' ? 'Driver' : 'Team', ...steps.map(stepLabel), 'Fewest', 'Most', 'Can win']}
      rows={() =>
        rows.map(({ name, behind, fewest, most, isInFight }) => ({
          name,
          cells: [
            ...behind.map((points) => (points === 0 ? '0' : `−${formatPoints(points)}`)),
            formatPoints(fewest),
            formatPoints(most),
            isInFight ? 'yes' : 'no',
          ],
        }))
      }
    />
  );
}

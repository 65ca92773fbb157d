import { useMemo } from 'react';
import type { MovedRow } from '#contract/race/standings-changes';
import { ColumnHeads } from '../../../components/ColumnHeads.tsx';
import { PlacesGained } from '../../../components/PlacesGained.tsx';
import { TeamBar } from '../../../components/TeamBar.tsx';
import { formatPoints } from '../../../format/time.ts';
import { useRowOrder } from '../../../navigation/use-row-order.ts';

/** A narrow championship table whose rows move to their new places, with what each of them has gained. */
export function MovingStandings({ rows }: { rows: readonly MovedRow[] }) {
  // Rows are rendered by name, and put in their order by the hook.
  const byName = useMemo(() => [...rows].sort((one, other) => (one.name < other.name ? -1 : 1)), [rows]);
  const body = useRowOrder(useMemo(() => rows.map((row) => byName.indexOf(row)), [rows, byName]));
  return (
    <table className="w-full text-right">
      <caption className="sr-only">Standings of the drivers</caption>
      <ColumnHeads
        className="h-8 px-1 text-12 font-500 text-mute"
        columns={[
          { name: 'P', className: 'w-8 text-center' },
          { name: 'Driver', className: 'text-left' },
          { name: 'Places', className: 'w-11', content: <span className="sr-only">Places</span> },
          { name: 'Points', className: 'w-24' },
        ]}
      />
      <tbody ref={body}>
        {byName.map(({ name, team, position, points, places, gained }, index) => (
          <tr
            key={name}
            data-row={index}
            data-moved={places !== 0 || gained !== 0 ? '' : undefined}
            className="h-9 border-b border-hair data-moved:bg-raised"
          >
            <td className="px-1 text-center font-800">{position}</td>
            <th scope="row" className="max-w-0 px-1 text-left font-650">
              <span className="flex min-w-0 items-center gap-2">
                <TeamBar team={team} driver={name} height={18} />
                <bdi className="truncate" title={name}>
                  {name}
                </bdi>
              </span>
            </th>
            <td className="px-1 text-12 font-650">
              {places === null ? <span className="text-mute">new</span> : <PlacesGained places={places} />}
            </td>
            <td className="px-1 whitespace-nowrap">
              <Gained points={gained} />{' '}
              <span className={`text-17 font-800 ${position === 1 ? 'text-amber' : ''}`}>{formatPoints(points)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Gained({ points }: { points: number }) {
  if (points === 0) return null;
  return (
    <span className={`text-12 font-650 ${points > 0 ? 'text-green' : 'text-red'}`}>
      {points > 0 ? '+' : '−'}
      {formatPoints(Math.abs(points))}
    </span>
  );
}

import type { StandingNow } from '#contract/race/as-it-stands';
import { ColumnHeads } from '../../components/ColumnHeads.tsx';
import { PlacesGained } from '../../components/PlacesGained.tsx';
import { TeamBar } from '../../components/TeamBar.tsx';
import { formatPoints } from '../../format/time.ts';

/** The championship while a race runs: position, driver, places gained or lost, points of this race, all, and to the place ahead. */
export function StandingsNow({ rows }: { rows: readonly StandingNow[] }) {
  return (
    <table className="w-full text-right">
      <caption className="sr-only">The championship if the race ended now</caption>
      <ColumnHeads
        className="h-8 px-1 text-12 font-500 whitespace-nowrap text-mute"
        columns={[
          { name: 'P', className: 'w-8 text-center narrow:w-6' },
          { name: 'Driver', className: 'text-left' },
          { name: 'Places', className: 'w-10 narrow:w-8', content: <span className="sr-only">Places</span> },
          { name: 'Race', className: 'w-12 narrow:w-10' },
          { name: 'Points', className: 'w-14 narrow:w-11' },
          { name: 'To next', className: 'w-13 narrow:w-11' },
        ]}
      />
      <tbody>
        {rows.map(({ name, team, position, points, gained, places, toNext }) => (
          <tr key={name} className="h-10 border-b border-hair">
            <td className="px-1 text-center font-800">{position}</td>
            <th scope="row" className="max-w-0 px-1 text-left font-650">
              <span className="flex min-w-0 items-center gap-2">
                <TeamBar team={team} driver={name} height={18} />
                <bdi className="name-line">{name}</bdi>
              </span>
            </th>
            <td className="px-1 text-12 font-650">
              <PlacesGained places={places ?? 0} />
            </td>
            <td className="px-1 text-14 text-mute">{gained === 0 ? null : formatGain(gained)}</td>
            <td className={`px-1 text-17 font-800 ${position === 1 ? 'text-amber' : ''}`}>{formatPoints(points)}</td>
            <td className="px-1 text-14 text-mute">
              {toNext === null ? null : toNext === 0 ? 'level' : formatPoints(toNext)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatGain(points: number): string {
  return points > 0 ? `+${formatPoints(points)}` : formatPoints(points);
}

import type { ChampionshipRow } from '#contract/race/championship';
import { formatPoints } from '../../format/time.ts';
import { Empty } from '../Empty.tsx';
import { TeamBar } from '../TeamBar.tsx';

/** The championship of drivers or teams. */
export function StandingsTable({ rows, of }: { rows: readonly ChampionshipRow[]; of: 'drivers' | 'teams' }) {
  if (rows.length === 0)
    return <Empty title="No points yet">The standings start with the first race of the season.</Empty>;
  const head = 'h-9 px-1.5 text-12 font-500 text-mute';
  return (
    <table className="w-full border-collapse text-right">
      <caption className="sr-only">{of === 'drivers' ? 'Driver standings' : 'Constructor standings'}</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={`${head} w-8 text-center`}>
            P
          </th>
          <th scope="col" className={`${head} text-left`}>
            {of === 'drivers' ? 'Driver' : 'Team'}
          </th>
          <th scope="col" className={`${head} hidden desk:table-cell`}>
            Wins
          </th>
          <th scope="col" className={`${head} hidden desk:table-cell`}>
            Podiums
          </th>
          <th scope="col" className={head}>
            Gap
          </th>
          <th scope="col" className={head}>
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="h-11 border-b border-hair desk:h-11.5">
            <td className="px-1.5 text-center text-17 font-800">{row.position}</td>
            <th scope="row" className="max-w-0 px-1.5 text-left font-500" style={{ width: '56%' }}>
              <span className="flex items-center gap-2">
                <TeamBar team={of === 'teams' ? row.name : row.team} height={26} />
                <span className="grid min-w-0">
                  <bdi className="truncate font-750 desk:text-17" title={row.name}>
                    {row.name}
                  </bdi>
                  {of === 'drivers' ? (
                    <span className="truncate text-12 text-mute">{row.team ?? 'No team'}</span>
                  ) : null}
                </span>
              </span>
            </th>
            <td className="hidden px-1.5 desk:table-cell">{row.wins}</td>
            <td className="hidden px-1.5 desk:table-cell">{row.podiums}</td>
            <td className="px-1.5 text-mute">{row.behind === 0 ? '—' : `-${formatPoints(row.behind)}`}</td>
            <td className={`px-1.5 text-17 font-800 ${row.position === 1 ? 'text-amber' : ''}`}>
              {formatPoints(row.points)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

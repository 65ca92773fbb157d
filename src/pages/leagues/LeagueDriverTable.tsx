import type { LeagueDriver } from '#contract/entities/record';
import { ColumnHeads } from '../../components/ColumnHeads.tsx';
import { TeamBar } from '../../components/TeamBar.tsx';
import { formatCount } from '../../format/count.ts';
import { formatPoints } from '../../format/time.ts';

interface LeagueDriverTableProps {
  readonly drivers: readonly LeagueDriver[];
  readonly addressOf: (driver: LeagueDriver) => string;
}

/** The drivers of a league over its seasons, the most wins first. */
export function LeagueDriverTable({ drivers, addressOf }: LeagueDriverTableProps) {
  return (
    <table className="w-full text-right">
      <caption className="sr-only">Drivers over all seasons</caption>
      <ColumnHeads
        className="h-9 px-1.5 text-12 font-500 text-mute"
        columns={[
          { name: 'Driver', className: 'text-left' },
          { name: 'Wins' },
          { name: 'Podiums' },
          { name: 'Poles', className: 'tiny:hidden' },
          { name: 'Points', className: 'hidden desk:table-cell' },
        ]}
      />
      <tbody>
        {drivers.map((driver) => (
          <tr key={driver.id} className="h-11 border-b border-hair hover:bg-raised">
            <th scope="row" className="max-w-0 text-left font-500" style={{ width: '50%' }}>
              <a href={addressOf(driver)} className="flex min-h-11 min-w-0 items-center gap-2 px-1.5">
                <TeamBar team={driver.team} height={26} />
                <span className="grid min-w-0">
                  <bdi className="name-text font-750">{driver.name}</bdi>
                  <span className="name-text text-12 text-mute">
                    {formatCount(driver.starts, 'start')} · {formatCount(driver.seasons, 'season')}
                  </span>
                </span>
              </a>
            </th>
            <td className="px-1.5 text-17 font-800">{driver.wins}</td>
            <td className="px-1.5">{driver.podiums}</td>
            <td className="px-1.5 tiny:hidden">{driver.poles}</td>
            <td className="hidden px-1.5 desk:table-cell">{formatPoints(driver.points)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

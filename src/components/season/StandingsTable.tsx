import type { ChampionshipRow } from '#contract/race/championship';
import { rosterDriverOf, type SeatedDriver } from '#contract/race/roster';
import { formatPoints } from '../../format/time.ts';
import { ColumnHeads } from '../ColumnHeads.tsx';
import { Empty } from '../Empty.tsx';
import { PageLink } from '../PageLink.tsx';
import { TeamBar } from '../TeamBar.tsx';

interface StandingsTableProps {
  readonly rows: readonly ChampionshipRow[];
  readonly of: 'drivers' | 'teams';
  /** Their numbers, who is a reserve, and their accounts. */
  readonly roster?: readonly SeatedDriver[];
  /** What is said beside the team of a driver, by name. */
  readonly notes?: ReadonlyMap<string, string>;
}

/** The championship of drivers or teams. */
export function StandingsTable({ rows, of, roster = [], notes }: StandingsTableProps) {
  if (rows.length === 0)
    return <Empty title="No points yet">The standings start with the first race of the season.</Empty>;
  const driverOf = (name: string) => (of === 'drivers' ? rosterDriverOf(roster, name) : null);
  return (
    <table className="w-full border-collapse text-right">
      <caption className="sr-only">{of === 'drivers' ? 'Driver standings' : 'Constructor standings'}</caption>
      <ColumnHeads
        className="h-9 px-1.5 text-12 font-500 text-mute"
        columns={[
          { name: 'P', className: 'w-8 text-center' },
          { name: of === 'drivers' ? 'Driver' : 'Team', className: 'text-left' },
          { name: 'Wins', className: 'hidden desk:table-cell' },
          { name: 'Podiums', className: 'hidden desk:table-cell' },
          { name: 'Gap' },
          { name: 'Points' },
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="h-11 border-b border-hair desk:h-11.5">
            <td className="px-1.5 text-center text-17 font-800">{row.position}</td>
            <th scope="row" className="max-w-0 px-1.5 text-left font-500" style={{ width: '56%' }}>
              <span className="flex items-center gap-2">
                <TeamBar team={of === 'teams' ? row.name : row.team} height={26} />
                <span className="grid min-w-0">
                  <Name name={row.name} userId={driverOf(row.name)?.userId ?? null} />
                  {of === 'drivers' ? (
                    <span className="truncate text-12 text-mute">
                      {notes?.has(row.name) ? <span className="text-amber">{notes.get(row.name)} · </span> : null}
                      {detailOf(row, driverOf(row.name))}
                    </span>
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

/** `4 · Aurora · Reserve` */
function detailOf({ team }: ChampionshipRow, driver: SeatedDriver | null): string {
  const parts = [driver?.number, team ?? 'No team', driver?.isReserve === true ? 'Reserve' : null];
  return parts.filter((part) => part != null).join(' · ');
}

function Name({ name, userId }: { name: string; userId: string | null }) {
  const text = (
    <bdi className="truncate font-750 desk:text-17" title={name}>
      {name}
    </bdi>
  );
  if (userId === null) return text;
  return (
    <PageLink href={`/user/${userId}`} className="grid min-w-0 underline decoration-line underline-offset-4">
      {text}
    </PageLink>
  );
}

import type { Result } from '#contract/entities/season';
import type { ChampionshipRow } from '#contract/race/championship';
import { rosterDriverOf, type SeatedDriver } from '#contract/race/roster';
import type { TitleFight } from '#contract/race/title-fight';
import { followRowLink } from '../../browser/row-link.ts';
import { resultText } from '../../format/results.ts';
import { formatPoints } from '../../format/time.ts';
import { ColumnHeads } from '../ColumnHeads.tsx';
import { Empty } from '../Empty.tsx';
import { PlacesGained } from '../PlacesGained.tsx';
import { TeamBar } from '../TeamBar.tsx';
import { resultLook } from './result-look.ts';

interface StandingsTableProps {
  readonly rows: readonly ChampionshipRow[];
  readonly of: 'drivers' | 'teams';
  readonly fight: TitleFight | null;
  /** There was a race, and its results are not published yet. */
  readonly isUnpublished?: boolean;
  /** The numbers of drivers, and who is a reserve. */
  readonly roster?: readonly SeatedDriver[];
  /** Notes beside the teams of drivers, by name. */
  readonly notes?: ReadonlyMap<string, string>;
  readonly isFollowed: (name: string) => boolean;
  /** The address of a driver's season, by name. */
  readonly hrefOf: (name: string) => string;
}

const deskOnly = 'hidden px-1.5 desk:table-cell print:table-cell';

/** The championship of drivers or teams; the row of a driver opens their season. */
export function StandingsTable(props: StandingsTableProps) {
  const { rows, of, fight, isUnpublished = false, roster = [], notes, isFollowed, hrefOf } = props;
  if (rows.length === 0 && isUnpublished)
    return <Empty title="Not published yet">The standings are here once they are official.</Empty>;
  if (rows.length === 0)
    return <Empty title="No points yet">The standings start with the first race of the season.</Empty>;
  const places = new Map(fight?.rows.map((row) => [row.name, row.places ?? 0]));
  const hasSprints = rows.some(({ sprintWins }) => sprintWins > 0);
  const isOfDrivers = of === 'drivers';
  return (
    <table className="w-full text-right">
      <caption className="sr-only">{isOfDrivers ? 'Driver standings' : 'Constructor standings'}</caption>
      <ColumnHeads
        className="h-9 px-1.5 text-12 font-500 text-mute"
        columns={[
          { name: 'P', className: 'w-9 text-center' },
          { name: isOfDrivers ? 'Driver' : 'Team', className: 'text-left' },
          { name: 'Last 5', className: 'w-28 text-left narrow:hidden' },
          { name: 'Wins', className: 'hidden desk:table-cell print:table-cell' },
          { name: 'Podiums', className: 'hidden desk:table-cell print:table-cell' },
          ...(hasSprints ? [{ name: 'Sprint wins', className: 'hidden desk:table-cell print:table-cell' }] : []),
          { name: 'Gap', className: 'hidden desk:table-cell print:table-cell' },
          { name: 'Points' },
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.name}
            onClick={isOfDrivers ? followRowLink : undefined}
            className={`h-11 border-b border-hair desk:h-11.5 print:h-6 ${isOfDrivers ? 'cursor-pointer hover:bg-panel' : ''} ${isOfDrivers && isFollowed(row.name) ? 'bg-favouriterow' : ''}`}
          >
            <td className="px-1.5 text-center">
              <span className="block text-17 leading-5 font-800">{row.position}</span>
              <PlacesGained places={places.get(row.name) ?? 0} className="block text-12 font-650 print:hidden" />
            </td>
            <th scope="row" className="w-3/5 max-w-0 px-1.5 text-left font-500 min-[1600px]:w-2/5">
              <span className="flex items-center gap-2">
                <TeamBar
                  team={isOfDrivers ? row.team : row.name}
                  driver={isOfDrivers ? row.name : undefined}
                  height={26}
                />
                {isOfDrivers ? (
                  <DriverName
                    row={row}
                    driver={rosterDriverOf(roster, row.name)}
                    note={notes?.get(row.name)}
                    href={hrefOf(row.name)}
                  />
                ) : (
                  <bdi className="name-text font-750 desk:text-17" title={row.name}>
                    {row.name}
                  </bdi>
                )}
              </span>
            </th>
            <td className="px-1.5 text-left narrow:hidden">
              <LatestResults results={row.latest} />
            </td>
            <td className={deskOnly}>{row.wins}</td>
            <td className={deskOnly}>{row.podiums}</td>
            {hasSprints ? <td className={deskOnly}>{row.sprintWins}</td> : null}
            <td className={deskOnly}>
              <Gap row={row} isChampion={row.position === 1 && fight?.isDecided === true} />
            </td>
            <td className="px-1.5">
              <span className={`block text-17 leading-5 font-800 ${row.position === 1 ? 'text-amber' : ''}`}>
                {formatPoints(row.points)}
              </span>
              <span className="block text-12 desk:hidden print:hidden">
                <Gap row={row} isChampion={row.position === 1 && fight?.isDecided === true} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DriverNameProps {
  readonly row: ChampionshipRow;
  readonly driver: SeatedDriver | null;
  readonly note: string | undefined;
  readonly href: string;
}

function DriverName({ row: { name, team }, driver, note, href }: DriverNameProps) {
  return (
    <span className="grid min-w-0 print:flex print:items-baseline print:gap-2">
      <a href={href} aria-haspopup="dialog" title={name} className="name-link font-750 desk:text-17">
        {driver?.number == null ? null : <span className="font-650 text-mute">{driver.number} </span>}
        <bdi>{name}</bdi>
      </a>
      <span className="name-text text-12 text-mute">
        {note === undefined ? null : <span className="text-amber">{note} · </span>}
        {team ?? 'No team'}
        {driver?.isReserve === true ? ' · Reserve' : null}
      </span>
    </span>
  );
}

function Gap({ row, isChampion }: { row: ChampionshipRow; isChampion: boolean }) {
  if (isChampion) return <span className="font-650 text-amber">Champion</span>;
  return <span className="text-mute">{row.behind === 0 ? '—' : `−${formatPoints(row.behind)}`}</span>;
}

/** The last results of a driver or team as small squares, the latest at the right. */
function LatestResults({ results }: { results: readonly (Result | null)[] }) {
  const texts = results.map((result) => (result === null ? 'none' : resultText(result)));
  return (
    <span className="inline-flex gap-0.5 align-middle">
      <span className="sr-only">{texts.join(', ')}</span>
      {results.map((result, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the squares of a row are a sequence of their own
          key={index}
          aria-hidden="true"
          className={`grid size-5 place-items-center rounded-[3px] text-12 ${result === null ? 'text-mute' : resultLook(result)}`}
        >
          {result === null ? '·' : squareText(result)}
        </span>
      ))}
    </span>
  );
}

/** A place, or a cross for drivers who did not finish. */
function squareText(result: Result): string {
  const text = resultText(result);
  return /^\d+$/.test(text) ? text : '×';
}

import type { Result, Season, StandingDriver } from '#contract/entities/season';
import { ResultStatus } from '#contract/enumerations';
import { resultIn, resultsColumns } from '#contract/race/championship';
import { driverCodes } from '../../format/codes.ts';
import { trackName, typeName } from '../../format/names.ts';
import { resultText } from '../../format/results.ts';
import { formatPoints } from '../../format/time.ts';
import { trackCode } from '../../format/track-code.ts';
import { Button } from '../Button.tsx';
import { Empty } from '../Empty.tsx';
import { PageLink } from '../PageLink.tsx';
import { TableScroll } from '../TableScroll.tsx';
import { TeamBar } from '../TeamBar.tsx';

interface Column {
  readonly sessionId: string;
  readonly code: string;
  readonly title: string;
}

function columnsOf(season: Season): Column[] {
  return resultsColumns(season).map(({ event, session, scoring }) => {
    const isSprint = scoring === 'sprint';
    return {
      sessionId: session.id,
      code: `${trackCode(event.track)}${isSprint ? ' S' : ''}`,
      title: `${trackName(event.track)} ${isSprint ? 'sprint' : typeName(session.sessionType)}`,
    };
  });
}

/** Every driver in every race; a cell opens the explanation of its points. */
export function ResultsMatrix({
  season,
  explain,
}: {
  season: Season;
  explain: (driver: StandingDriver, result: Result, title: string) => void;
}) {
  const columns = columnsOf(season);
  const { drivers } = season.standings;
  const codes = driverCodes(drivers.map((driver) => driver.name));
  if (columns.length === 0) return <Empty title="No races yet">Results appear here after each race.</Empty>;
  return (
    <TableScroll label="Results of all races">
      <table className="border-collapse text-center">
        <caption className="sr-only">Results of all drivers in all races</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="sticky left-0 z-10 h-9 bg-bg pr-3 text-left text-12 font-500 text-mute">
              Driver
            </th>
            {columns.map((column) => (
              <th key={column.sessionId} scope="col" className="min-w-12 px-1 text-12 font-650 text-mute">
                <PageLink
                  href={`/sessions/${column.sessionId}`}
                  title={column.title}
                  className="inline-flex min-h-6 items-center gap-1 hover:text-text"
                >
                  {column.code}
                </PageLink>
              </th>
            ))}
            <th scope="col" className="min-w-14 px-1 text-right text-12 font-500 text-mute">
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {drivers.map((driver, index) => (
            <tr key={driver.name} className="h-11 border-b border-hair">
              <th scope="row" className="sticky left-0 z-10 max-w-56 bg-bg pr-3 text-left font-750">
                <span className="flex items-center gap-2">
                  <TeamBar team={driver.team} />
                  <span className="desk:hidden" title={driver.name}>
                    {codes[index]}
                  </span>
                  <bdi className="hidden truncate desk:inline">{driver.name}</bdi>
                </span>
              </th>
              {columns.map((column) => (
                <Cell key={column.sessionId} driver={driver} column={column} explain={explain} />
              ))}
              <td className={`px-1 text-right font-800 ${index === 0 ? 'text-amber' : ''}`}>
                {formatPoints(driver.points)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

interface CellProps {
  readonly driver: StandingDriver;
  readonly column: Column;
  readonly explain: (driver: StandingDriver, result: Result, title: string) => void;
}

function toneOf(result: Result): string {
  if (result.resultStatus !== ResultStatus.Finished) return 'text-red text-12';
  if (result.position === 1) return 'text-amber font-800';
  return result.points > 0 ? 'font-650' : 'text-mute';
}

function Cell({ driver, column, explain }: CellProps) {
  const result = resultIn(driver, column.sessionId);
  if (result === null) return <td className="text-mute">·</td>;
  return (
    <td className="p-0">
      <Button
        kind="plain"
        onClick={() => explain(driver, result, column.title)}
        aria-haspopup="dialog"
        aria-label={`${driver.name}, ${column.title}: ${resultText(result)}, ${formatPoints(result.points)} points`}
        className={`relative h-11 w-full min-w-11 hover:bg-raised ${toneOf(result)} ${result.dropped === true ? 'line-through' : ''}`}
      >
        {resultText(result)}
        {result.fastestLap ? (
          <span aria-hidden="true" className="absolute top-1.5 right-1.5 size-1.5 rounded-full bg-purple" />
        ) : null}
      </Button>
    </td>
  );
}

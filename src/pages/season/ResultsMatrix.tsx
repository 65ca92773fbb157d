import type { ReactNode } from 'react';
import type { Result, Season, SeasonEvent, StandingDriver } from '#contract/entities/season';
import { resultIn, resultsColumns } from '#contract/race/championship';
import { driverCodes } from '#contract/race/driver-codes';
import { hasPoleBonus } from '#contract/race/pole-bonus';
import { Button } from '../../components/Button.tsx';
import { Empty } from '../../components/Empty.tsx';
import { LocalTime } from '../../components/LocalTime.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { resultLook } from '../../components/season/result-look.ts';
import { TableScroll } from '../../components/TableScroll.tsx';
import { TeamBar } from '../../components/TeamBar.tsx';
import { formatShortDay } from '../../format/date.ts';
import { trackName, typeName } from '../../format/names.ts';
import { resultText } from '../../format/results.ts';
import { seasonSessionPath } from '../../format/session-path.ts';
import { formatPoints } from '../../format/time.ts';
import { trackCode } from '../../format/track-code.ts';

interface Column {
  readonly key: string;
  /** Null: the event has no results yet. */
  readonly sessionId: string | null;
  readonly code: string;
  /** Below the code. */
  readonly note: ReactNode;
  readonly title: string;
}

/** The races and sprints with results, and the events without any. */
function columnsOf(season: Season): Column[] {
  const columns = resultsColumns(season);
  return season.events.flatMap((event): Column[] => {
    const code = trackCode(event.track);
    const own = columns.filter((column) => column.event === event);
    if (own.length === 0) return [{ key: event.id, sessionId: null, code, note: dayOf(event), title: titleOf(event) }];
    return own.map(({ session, scoring }) => ({
      key: session.id,
      sessionId: session.id,
      code,
      note: scoring === 'sprint' ? 'Sprint' : '',
      title: `${trackName(event.track)} ${scoring === 'sprint' ? 'sprint' : typeName(session.sessionType)}`,
    }));
  });
}

function titleOf(event: SeasonEvent): string {
  return `${event.name ?? trackName(event.track)}, not raced yet`;
}

function dayOf({ startsAt }: SeasonEvent): ReactNode {
  return startsAt === null ? 'No date' : <LocalTime instant={startsAt} format={formatShortDay} />;
}

interface ResultsMatrixProps {
  readonly season: Season;
  readonly isFollowed: (name: string) => boolean;
  readonly explain: (driver: StandingDriver, result: Result, title: string) => void;
}

/** Every driver in every race; a cell opens the explanation of its points. */
export function ResultsMatrix({ season, isFollowed, explain }: ResultsMatrixProps) {
  const columns = columnsOf(season);
  const { drivers } = season.standings;
  const codes = driverCodes(drivers.map((driver) => driver.name));
  if (drivers.length === 0) return <Empty title="No races yet">Results appear here after each race.</Empty>;
  return (
    <TableScroll label="Results of all races">
      <table className="border-separate [border-spacing:0] text-center">
        <caption className="sr-only">Results of all drivers in all races</caption>
        <thead>
          <tr className="*:border-b *:border-line">
            <th scope="col" className="sticky left-0 z-10 h-11 bg-bg text-left text-12 font-500 text-mute">
              Driver
            </th>
            <th
              scope="col"
              className="sticky left-18 z-10 border-r bg-bg pr-2 text-right text-12 font-500 text-mute desk:left-56"
            >
              Points
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className="min-w-12 px-1 text-12 font-650 text-mute">
                <ColumnHead seasonId={season.id} column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drivers.map((driver, index) => (
            <tr key={driver.name} className="h-11 *:border-b *:border-hair">
              <th
                scope="row"
                className={`sticky left-0 z-10 w-18 min-w-18 text-left font-750 desk:w-56 desk:max-w-56 desk:min-w-56 desk:pr-3 ${isFollowed(driver.name) ? 'bg-favouriterow' : 'bg-bg'}`}
              >
                <span className="flex items-center gap-2">
                  <TeamBar team={driver.team} driver={driver.name} />
                  <span className="desk:hidden" title={driver.name}>
                    {codes[index]}
                  </span>
                  <bdi className="hidden truncate desk:inline" title={driver.name}>
                    {driver.name}
                  </bdi>
                </span>
              </th>
              <td
                className={`sticky left-18 z-10 border-r pr-2 text-right font-800 desk:left-56 ${isFollowed(driver.name) ? 'bg-favouriterow' : 'bg-bg'} ${index === 0 ? 'text-amber' : ''}`}
              >
                {formatPoints(driver.points)}
              </td>
              {columns.map((column) => (
                <Cell key={column.key} driver={driver} column={column} explain={explain} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

interface ColumnHeadProps {
  readonly seasonId: string;
  readonly column: Column;
}

function ColumnHead({ seasonId, column: { sessionId, code, note, title } }: ColumnHeadProps) {
  const text = (
    <>
      {code}
      {note === '' ? null : <span className="font-500 whitespace-nowrap">{note}</span>}
    </>
  );
  if (sessionId === null)
    return (
      <span title={title} className="grid justify-items-center opacity-80">
        {text}
      </span>
    );
  return (
    <PageLink
      href={seasonSessionPath(seasonId, sessionId)}
      title={title}
      className="grid min-h-6 content-center justify-items-center hover:text-text"
    >
      {text}
    </PageLink>
  );
}

interface CellProps extends Pick<ResultsMatrixProps, 'explain'> {
  readonly driver: StandingDriver;
  readonly column: Column;
}

function Cell({ driver, column, explain }: CellProps) {
  const result = column.sessionId === null ? null : resultIn(driver, column.sessionId);
  if (result === null) return <td className="text-mute">{column.sessionId === null ? null : '·'}</td>;
  const text = resultText(result);
  return (
    <td className="p-0.5">
      <Button
        kind="plain"
        onClick={() => explain(driver, result, column.title)}
        aria-haspopup="dialog"
        aria-label={`${driver.name}, ${column.title}: ${text}, ${formatPoints(result.points)} points${result.fastestLap ? ', fastest lap' : ''}${hasPoleBonus(result) ? ', pole position' : ''}`}
        className={`grid h-10 w-full min-w-11 place-items-center rounded-[4px] hover:bg-line ${resultLook(result)} ${/^\d/.test(text) ? '' : 'text-12'} ${result.dropped === true ? 'line-through' : ''}`}
      >
        {result.fastestLap ? (
          <span className="grid size-8 place-items-center rounded-full border-2 border-purple">{text}</span>
        ) : (
          text
        )}
      </Button>
    </td>
  );
}

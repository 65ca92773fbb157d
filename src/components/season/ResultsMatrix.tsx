import { isRace, ResultStatus } from '#contract/enumerations';
import type { Result, Season, StandingDriver } from '#contract/season';
import { driverCodes } from '../../format/codes.ts';
import { trackCode, trackName, typeName } from '../../format/names.ts';
import { formatPoints } from '../../format/time.ts';
import { resultIn, resultText, scoredSessionIds, scoredSessions } from '../../race/season.ts';
import { Empty } from '../Empty.tsx';
import { TeamBar } from '../TeamBar.tsx';

interface Column {
  readonly sessionId: string;
  readonly code: string;
  readonly title: string;
  readonly isSprint: boolean;
}

function columnsOf(season: Season): Column[] {
  const scored = scoredSessionIds(season);
  return season.events.flatMap((event) => {
    const sessions = scoredSessions(event, scored).filter(({ session }) => isRace(session.sessionType));
    const most = Math.max(...sessions.map(({ session }) => session.numberOfLaps ?? 0));
    return sessions.map(({ session, scoring }) => {
      const isSprint =
        scoring === 'sprint' || (scoring === undefined && sessions.length === 2 && (session.numberOfLaps ?? 0) < most);
      return {
        sessionId: session.id,
        code: `${trackCode(event.track)}${isSprint ? ' S' : ''}`,
        title: `${trackName(event.track)} ${isSprint ? 'sprint' : typeName(session.sessionType)}`,
        isSprint,
      };
    });
  });
}

/** Every driver in every race; a cell opens to say where its points come from. */
export function ResultsMatrix({
  season,
  why,
}: {
  season: Season;
  why: (driver: StandingDriver, result: Result, title: string) => void;
}) {
  const columns = columnsOf(season);
  const { drivers } = season.standings;
  const codes = driverCodes(drivers.map((driver) => driver.name));
  if (columns.length === 0) return <Empty title="No race yet">The matrix fills race by race.</Empty>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section aria-label="Results of all races" tabIndex={0} className="scroll-x -mx-4 px-4 desk:mx-0 desk:px-0">
      <table className="border-collapse text-center">
        <caption className="sr-only">Results of all drivers in all races</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="sticky left-0 z-10 h-9 bg-bg pr-3 text-left text-12 font-500 text-mute">
              Driver
            </th>
            {columns.map((column) => (
              <th key={column.sessionId} scope="col" className="min-w-12 px-1 text-12 font-650 text-mute">
                <a
                  href={`/sessions/${column.sessionId}`}
                  title={column.title}
                  className="inline-grid min-h-6 place-items-center hover:text-text"
                >
                  {column.code}
                </a>
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
                <Cell key={column.sessionId} driver={driver} column={column} why={why} />
              ))}
              <td className={`px-1 text-right font-800 ${index === 0 ? 'text-amber' : ''}`}>
                {formatPoints(driver.points)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  readonly driver: StandingDriver;
  readonly column: Column;
  readonly why: (driver: StandingDriver, result: Result, title: string) => void;
}

function toneOf(result: Result): string {
  if (result.resultStatus !== ResultStatus.Finished) return 'text-red text-12';
  if (result.position === 1) return 'text-amber font-800';
  return result.points > 0 ? 'font-650' : 'text-mute';
}

function Cell({ driver, column, why }: CellProps) {
  const result = resultIn(driver, column.sessionId);
  if (result === null) return <td className="text-mute">·</td>;
  return (
    <td className="p-0">
      <button
        type="button"
        onClick={() => why(driver, result, column.title)}
        aria-haspopup="dialog"
        aria-label={`${driver.name}, ${column.title}: ${resultText(result)}, ${formatPoints(result.points)} points`}
        className={`relative h-11 w-full min-w-11 hover:bg-raised ${toneOf(result)} ${result.dropped === true ? 'line-through' : ''}`}
      >
        {resultText(result)}
        {result.fastestLap ? (
          <span aria-hidden="true" className="absolute top-1.5 right-1.5 size-1.5 rounded-full bg-purple" />
        ) : null}
      </button>
    </td>
  );
}

import { isRace } from '#contract/enumerations';
import type { Session } from '#contract/session';
import { formatSector } from '../../format/time.ts';
import { type ResultRow, resultRows } from '../../race/classification.ts';
import { bestsOf, sessionBests } from '../../race/laps.ts';
import { TeamBar } from '../TeamBar.tsx';
import { Tyre } from '../Tyre.tsx';

const head = 'h-9 px-1.5 text-12 font-500 text-mute whitespace-nowrap';
const cell = 'px-1.5';
const wide = 'hidden desk:table-cell';

/** The classification: two lines a row on a phone, all columns on a desk. */
export function ResultsTable({ session }: { session: Session }) {
  const rows = resultRows(session);
  return isRace(session.sessionType) ? <RaceTable rows={rows} /> : <TimedTable rows={rows} session={session} />;
}

function RaceTable({ rows }: { rows: readonly ResultRow[] }) {
  return (
    <table className="w-full border-collapse text-right">
      <caption className="sr-only">Classification of the race</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={`${head} w-8 text-center`}>
            P
          </th>
          <th scope="col" className={`${head} text-left`}>
            Driver
          </th>
          <th scope="col" className={`${head} ${wide}`}>
            Grid
          </th>
          <th scope="col" className={`${head} ${wide}`}>
            Laps
          </th>
          <th scope="col" className={head}>
            <span className="desk:hidden">Gap / int</span>
            <span className="hidden desk:inline">Time / gap</span>
          </th>
          <th scope="col" className={`${head} ${wide}`}>
            Interval
          </th>
          <th scope="col" className={head}>
            Best lap
          </th>
          <th scope="col" className={`${head} ${wide}`}>
            Stops
          </th>
          <th scope="col" className={`${head} ${wide} text-left`}>
            Tyres
          </th>
          <th scope="col" className={`${head} ${wide}`}>
            Penalties
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.driver.carIndex}
            className={`h-11 border-b border-hair desk:h-11.5 ${row.isOut ? 'text-mute' : ''}`}
          >
            <Place row={row} />
            <Who row={row} />
            <td className={`${cell} ${wide} text-mute`}>{row.driver.startingPosition ?? '—'}</td>
            <td className={`${cell} ${wide}`}>{row.driver.numberOfLaps ?? '—'}</td>
            <td className={`${cell} whitespace-nowrap`}>
              <span className={`block font-650 ${row.isOut ? 'text-red' : ''}`}>{row.main}</span>
              <span className="block text-12 text-mute desk:hidden">{row.isOut ? lapsWord(row) : row.interval}</span>
            </td>
            <td className={`${cell} ${wide} text-mute`}>{row.interval}</td>
            <BestLap row={row} />
            <td className={`${cell} ${wide}`}>{row.driver.pitStops.length}</td>
            <td className={`${cell} ${wide} text-left`}>
              <TyresUsed row={row} size={22} />
            </td>
            <td className={`${cell} ${wide} font-650 text-amber`}>{row.penalties}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function lapsWord({ driver }: ResultRow): string {
  return driver.numberOfLaps === null ? '' : `${driver.numberOfLaps} laps`;
}

function Place({ row }: { row: ResultRow }) {
  return <td className={`${cell} text-center text-17 font-800`}>{row.place ?? '—'}</td>;
}

function Who({ row }: { row: ResultRow }) {
  const { driver, gained, penalties } = row;
  return (
    <th scope="row" className={`${cell} max-w-0 text-left font-500`} style={{ width: '46%' }}>
      <span className="flex items-center gap-2">
        <TeamBar team={driver.team} height={26} />
        <span className="grid min-w-0">
          <span className="flex items-baseline gap-1.5">
            <bdi className="truncate text-15 font-750 desk:text-17" title={driver.name}>
              {driver.name}
            </bdi>
            {gained === null || gained === 0 ? null : (
              <span className={`shrink-0 text-12 ${gained > 0 ? 'text-green' : 'text-red'}`}>
                <span aria-hidden="true">{gained > 0 ? '▲' : '▼'}</span>
                <span className="sr-only">{gained > 0 ? 'gained ' : 'lost '}</span>
                {Math.abs(gained)}
              </span>
            )}
          </span>
          <span className="flex gap-2 text-12 text-mute">
            {penalties === '' ? null : <span className="shrink-0 font-750 text-amber desk:hidden">{penalties}</span>}
            <span className="truncate">{driver.team ?? 'No team'}</span>
          </span>
        </span>
      </span>
    </th>
  );
}

function BestLap({ row }: { row: ResultRow }) {
  return (
    <td className={`${cell} whitespace-nowrap`}>
      <span className={`block font-650 ${row.isFastest ? 'text-purple' : ''}`}>
        {row.isFastest ? <FastestMark /> : null}
        {row.bestLap}
      </span>
      <span className="flex justify-end gap-0.5 desk:hidden">
        <TyresUsed row={row} size={15} />
      </span>
    </td>
  );
}

/** The best of the session is told by a dot as well as by its colour. */
function FastestMark() {
  return (
    <>
      <span aria-hidden="true" className="mr-1 inline-block size-2 rounded-full border-2 border-purple align-middle" />
      <span className="sr-only">fastest </span>
    </>
  );
}

function TyresUsed({ row, size }: { row: ResultRow; size: number }) {
  return (
    <span className="inline-flex gap-1">
      {row.driver.tyres.map((stint) => (
        <Tyre key={stint.endLap} compound={stint.tyreCompound} size={size} />
      ))}
    </span>
  );
}

function TimedTable({ rows, session }: { rows: readonly ResultRow[]; session: Session }) {
  const all = sessionBests(session.drivers);
  return (
    <table className="w-full border-collapse text-right">
      <caption className="sr-only">Best laps</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={`${head} w-8 text-center`}>
            P
          </th>
          <th scope="col" className={`${head} text-left`}>
            Driver
          </th>
          <th scope="col" className={head}>
            Best lap
          </th>
          <th scope="col" className={head}>
            <span className="desk:hidden">Gap / int</span>
            <span className="hidden desk:inline">Gap</span>
          </th>
          <th scope="col" className={`${head} ${wide}`}>
            Interval
          </th>
          {['S1', 'S2', 'S3'].map((sector) => (
            <th key={sector} scope="col" className={`${head} ${wide}`}>
              {sector}
            </th>
          ))}
          <th scope="col" className={`${head} ${wide}`}>
            Laps
          </th>
          <th scope="col" className={`${head} ${wide}`}>
            Tyre
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const best = row.driver.lapTimes.find((lap) => !lap.invalidLap && lap.lapTime === row.driver.bestLapTimeMs);
          const own = bestsOf(row.driver.lapTimes);
          const last = row.driver.tyres.at(-1);
          return (
            <tr
              key={row.driver.carIndex}
              className={`h-11 border-b border-hair desk:h-11.5 ${row.isOut ? 'text-mute' : ''}`}
            >
              <Place row={row} />
              <Who row={row} />
              <td className={`${cell} font-650 whitespace-nowrap ${row.isFastest ? 'text-purple' : ''}`}>
                {row.isFastest ? <FastestMark /> : null}
                {row.main}
              </td>
              <td className={`${cell} whitespace-nowrap`}>
                <span className="block font-650">{row.gap}</span>
                <span className="block text-12 text-mute desk:hidden">{row.interval}</span>
              </td>
              <td className={`${cell} ${wide} text-mute`}>{row.interval}</td>
              {(['sector1Time', 'sector2Time', 'sector3Time'] as const).map((sector) => (
                <td
                  key={sector}
                  className={`${cell} ${wide} ${own[sector] !== null && own[sector] === all[sector] && best?.[sector] === all[sector] ? 'text-purple' : 'text-mute'}`}
                >
                  {formatSector(best?.[sector])}
                </td>
              ))}
              <td className={`${cell} ${wide}`}>{row.driver.numberOfLaps ?? row.driver.lapTimes.length}</td>
              <td className={`${cell} ${wide}`}>
                {last === undefined ? '—' : <Tyre compound={last.tyreCompound} size={22} />}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

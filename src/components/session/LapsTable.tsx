import type { Driver } from '#contract/session';
import { formatLap, formatSector } from '../../format/time.ts';
import { type Bests, bestsOf, compoundAt, idealLap, type Mark, markOf, type TimeField } from '../../race/laps.ts';
import { Tyre } from '../Tyre.tsx';

interface LapsTableProps {
  readonly driver: Driver;
  readonly bests: Bests;
  /** Places after each lap; null outside of races. */
  readonly places: readonly (number | null)[] | null;
}

/** Colour, and a shape for who sees no colours: ring best of all, bar own best, struck through not counted. */
const marks: Record<Mark, { colour: string; word: string | null }> = {
  session: { colour: 'text-purple', word: 'best of the session' },
  own: { colour: 'text-green', word: 'own best' },
  none: { colour: '', word: null },
  invalid: { colour: 'text-red line-through decoration-1', word: 'does not count' },
};

/** All laps of one driver with sectors, tyre and place. */
export function LapsTable({ driver, bests, places }: LapsTableProps) {
  const own = bestsOf(driver.lapTimes);
  const stops = new Set(driver.pitStops.map((stop) => stop.lapNum));
  const head = 'h-9 px-0.5 text-12 font-500 text-mute desk:px-1';
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-14 text-mute">
        <span>
          Best <b className="text-text">{formatLap(own.lapTime)}</b>
        </span>
        <span>
          Ideal <b className="text-text">{formatLap(idealLap(own))}</b>
        </span>
        <span>
          <Shape mark="session" /> best of the session
        </span>
        <span>
          <Shape mark="own" /> own best
        </span>
      </p>
      <table className="w-full border-collapse text-right">
        <caption className="sr-only">Laps of {driver.name}</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={`${head} text-center`}>
              Lap
            </th>
            {places === null ? null : (
              <th scope="col" className={`${head} text-center`}>
                Pos
              </th>
            )}
            <th scope="col" className={head}>
              S1
            </th>
            <th scope="col" className={head}>
              S2
            </th>
            <th scope="col" className={head}>
              S3
            </th>
            <th scope="col" className={head}>
              Time
            </th>
            <th scope="col" className={`${head} pl-2 text-left desk:pl-3`}>
              Tyre
            </th>
          </tr>
        </thead>
        <tbody>
          {driver.lapTimes.map((lap, index) => {
            const number = index + 1;
            const compound = compoundAt(driver, number);
            const time = (field: TimeField) => markOf(lap, field, own, bests);
            return (
              <tr key={number} className="h-9 border-b border-hair">
                <th scope="row" className="px-1 text-center font-650 text-mute">
                  {number}
                </th>
                {places === null ? null : <td className="px-1 text-center">{places[index] ?? '—'}</td>}
                <Time mark={time('sector1Time')} text={formatSector(lap.sector1Time)} isSector />
                <Time mark={time('sector2Time')} text={formatSector(lap.sector2Time)} isSector />
                <Time mark={time('sector3Time')} text={formatSector(lap.sector3Time)} isSector />
                <Time mark={time('lapTime')} text={formatLap(lap.lapTime)} isSector={false} />
                <td className="w-10 pl-2 text-left whitespace-nowrap desk:w-20 desk:pl-3">
                  {compound === null ? null : <Tyre compound={compound} size={20} />}
                  {stops.has(number) ? (
                    <span className="block text-12 font-750 text-amber desk:ml-1.5 desk:inline">PIT</span>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Shape({ mark }: { mark: 'session' | 'own' }) {
  return mark === 'session' ? (
    <span aria-hidden="true" className="mr-1 inline-block size-2 rounded-full border-2 border-purple align-middle" />
  ) : (
    <span aria-hidden="true" className="mr-1 inline-block h-[3px] w-2.5 bg-green align-middle" />
  );
}

function Time({ mark, text, isSector }: { mark: Mark; text: string; isSector: boolean }) {
  const { colour, word } = marks[mark];
  // A deleted lap is struck as a whole; its sectors were driven all the same.
  const shown = mark === 'invalid' && isSector ? 'text-mute' : colour;
  return (
    <td className={`px-0.5 whitespace-nowrap desk:px-1 ${isSector ? 'text-14' : 'font-650'} ${shown}`}>
      {mark === 'session' || mark === 'own' ? <Shape mark={mark} /> : null}
      {text}
      {word === null || (mark === 'invalid' && isSector) ? null : <span className="sr-only"> {word}</span>}
    </td>
  );
}

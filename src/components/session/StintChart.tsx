import { Fragment, useMemo } from 'react';
import type { Driver, Session } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { inResultOrder } from '#contract/race/classify';
import { codesByCar } from '#contract/race/driver-codes';
import { raceCourse } from '#contract/race/race-trace';
import { stintsOf } from '#contract/race/stints';
import { rainOverLaps, type WeatherRun, weatherRuns } from '#contract/race/strategy';
import { tyreOf, weatherName } from '../../format/names.ts';
import { slowLapsLabel, slowName } from '../../format/race-story.ts';
import { momentsByKey } from '../../format/session-moments.ts';
import { formatTime } from '../../format/time.ts';
import { Empty } from '../Empty.tsx';
import { Icon } from '../Icon.tsx';
import { TableScroll } from '../TableScroll.tsx';
import { TeamBar } from '../TeamBar.tsx';
import { LapLink } from './LapLink.tsx';
import { LapScale } from './LapScale.tsx';
import { weatherIcon } from './weather-icon.ts';

/** Laps on which all bars have another background; `from` and `to` count completed laps. */
interface Band {
  readonly from: number;
  readonly to: number;
  readonly kind: 'slow' | 'wet';
}

/** The stints of all drivers as bars over the laps, with stops, safety cars and weather; a table, for screen readers. */
export function StintChart({ session }: { session: Session }) {
  const drivers = inResultOrder(session).filter((driver) => driver.tyres.length > 0);
  const laps = Math.max(1, ...drivers.map((driver) => driver.lapTimes.length));
  const codes = codesByCar(session.drivers);
  const momentOf = useMemo(() => momentsByKey(session), [session]);
  if (drivers.length === 0) return <Empty title="No tyres recorded">The game recorded none.</Empty>;
  const course = isRace(session.sessionType) ? raceCourse(session) : null;
  const weather = course === null ? [] : weatherRuns(session, course);
  const rain = course === null ? [] : rainOverLaps(session, course);
  const slow = (course?.slowLaps ?? []).map(({ from, to, kind }) => ({
    from: from - 1,
    to,
    label: kind === null ? slowLapsLabel(session) : slowName(kind),
  }));
  const bands: Band[] = [
    ...weather.filter(({ isWet }) => isWet).map(({ from, to }) => ({ from, to, kind: 'wet' as const })),
    ...slow.map(({ from, to }) => ({ from, to, kind: 'slow' as const })),
  ];
  const marks = slow.map(({ from, to, label }) => ({ at: (from + to) / 2, label }));
  return (
    <TableScroll label="Stints by driver">
      <table className="w-full">
        <caption className="sr-only">Stints by driver</caption>
        <thead>
          {weather.length === 0 ? null : (
            <tr>
              <td className="text-14 text-mute">Weather</td>
              <td>
                <WeatherStrip runs={weather} rain={rain} laps={laps} />
              </td>
              <td className="hidden desk:table-cell" />
            </tr>
          )}
          <tr className="h-7 border-b border-line text-left text-12 text-mute">
            <th scope="col" className="font-500">
              <span className="sr-only">Driver</span>
            </th>
            <th scope="col" className="font-500">
              <span className="sr-only">Stints</span>
              <LapScale laps={laps} marks={marks} />
            </th>
            <th scope="col" className="hidden text-right font-500 desk:table-cell">
              Pit stops
            </th>
          </tr>
        </thead>
        <tbody>
          {drivers.map((driver) => (
            <tr key={driver.carIndex} className="h-11 border-b border-hair">
              <th scope="row" className="w-16 pr-2 text-left font-750 desk:w-56">
                <span className="flex items-center gap-2">
                  <TeamBar team={driver.team} driver={driver.carIndex} />
                  <span className="desk:hidden" title={driver.name}>
                    {codes.get(driver.carIndex)}
                  </span>
                  <bdi className="hidden truncate desk:inline">{driver.name}</bdi>
                </span>
              </th>
              <td className="relative">
                <Bands bands={bands} laps={laps} />
                <Stints driver={driver} laps={laps} />
              </td>
              <td className="hidden w-44 pl-3 text-right text-14 text-mute desk:table-cell">
                {driver.pitStops.length === 0
                  ? 'no stops'
                  : driver.pitStops.map(({ lapNum, pitLaneTime }, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place
                      <Fragment key={index}>
                        {index === 0 ? null : ' · '}
                        <LapLink href={momentOf(`stop ${driver.carIndex} ${index}`)} label="Watch the stop on">
                          L{lapNum}
                        </LapLink>{' '}
                        {formatTime(pitLaneTime)}
                      </Fragment>
                    ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

const part = (laps: number, all: number) => `${(laps / all) * 100}%`;

function Bands({ bands, laps }: { bands: readonly Band[]; laps: number }) {
  return bands.map(({ from, to, kind }) => (
    <span
      key={`${kind}${from}`}
      aria-hidden="true"
      className={`absolute inset-y-0 ${kind === 'wet' ? 'bg-wet/15' : 'bg-amber/10'}`}
      style={{ left: part(from, laps), width: part(to - from, laps) }}
    />
  ));
}

/** The bars of a driver, each as long as its laps, with the time in the pit lane before it where there is room. */
function Stints({ driver, laps }: { driver: Driver; laps: number }) {
  return (
    <ol className="relative flex h-7" style={{ width: part(driver.lapTimes.length, laps) }}>
      {stintsOf(driver).map(({ compound, fromLap, toLap }) => {
        const { letter, name, colour } = tyreOf(compound);
        const length = toLap - fromLap + 1;
        const stop = driver.pitStops.find(({ lapNum }) => lapNum === fromLap - 1);
        const hasRoom = length / laps >= 0.3;
        return (
          <li
            key={fromLap}
            title={`${name}, laps ${fromLap} to ${toLap}`}
            className="mr-1 flex min-w-0 items-center gap-1.5 overflow-hidden rounded-[4px] border-l-4 px-1.5 text-14 whitespace-nowrap"
            style={{
              flex: `${length} 0 0`,
              borderColor: colour,
              backgroundColor: `color-mix(in srgb, ${colour} 20%, var(--color-bg))`,
            }}
          >
            <b style={{ color: colour }}>
              <span aria-hidden="true">{letter}</span>
              <span className="sr-only">{name}</span>
            </b>
            <span>
              {length}
              <span className="sr-only"> laps</span>
            </span>
            {stop?.pitLaneTime == null || !hasRoom ? null : (
              <span className="text-12 desk:hidden">
                <span className="sr-only">after a stop of </span>
                {formatTime(stop.pitLaneTime)} s
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface WeatherStripProps {
  readonly runs: readonly WeatherRun[];
  readonly rain: ReturnType<typeof rainOverLaps>;
  readonly laps: number;
}

/** The weather over the laps: an icon at each change, with the temperature of the track, above the chance of rain. */
function WeatherStrip({ runs, rain, laps }: WeatherStripProps) {
  const [first, last] = [rain[0], rain.at(-1)];
  return (
    <ol
      className="relative flex h-10"
      style={{
        paddingLeft: part(runs[0]?.from ?? 0, laps),
        paddingRight: part(laps - (runs.at(-1)?.to ?? laps), laps),
      }}
    >
      {first === undefined || last === undefined ? null : (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${laps} 100`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full fill-wet/25"
        >
          <path
            d={`M${first.at},100${rain.map((each) => `L${each.at},${100 - each.rain}`).join('')}L${laps},${100 - last.rain}V100Z`}
          />
        </svg>
      )}
      {runs.map(({ from, to, weather, isWet, trackTemperature, rain }) => (
        <li
          key={from}
          title={`${weatherName(weather)} from lap ${Math.floor(from) + 1}`}
          className="relative flex min-w-0 items-center gap-1 overflow-hidden border-l border-line pl-1 text-12 whitespace-nowrap text-text"
          style={{ flex: `${to - from} 0 0` }}
        >
          <span className={isWet ? 'text-wet' : 'text-text'}>
            <Icon path={weatherIcon(weather)} size={20} />
          </span>
          <span className="sr-only">
            {weatherName(weather)} from lap {Math.floor(from) + 1},
          </span>
          {trackTemperature === null ? null : <span>{trackTemperature}°</span>}
          {rain === null || rain === 0 ? null : <span>{rain} %</span>}
        </li>
      ))}
    </ol>
  );
}

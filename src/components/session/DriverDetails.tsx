import { Fragment, type ReactNode, useContext, useMemo } from 'react';
import type { Driver, Session } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { bestTimes, sessionBestTimes, type TimeField } from '#contract/race/laps';
import { paceLaps, paceRange } from '#contract/race/pace';
import { stintsOf } from '#contract/race/stints';
import { formatCount } from '../../format/count.ts';
import type { ResultRow } from '../../format/results.ts';
import type { RulingLine } from '../../format/ruled-result.ts';
import { momentsByKey } from '../../format/session-moments.ts';
import { formatLap, formatTime } from '../../format/time.ts';
import { PlacesGained } from '../PlacesGained.tsx';
import { Tyre } from '../Tyre.tsx';
import { FastestMark } from './FastestMark.tsx';
import { LapLink } from './LapLink.tsx';
import { LapSparkline } from './LapSparkline.tsx';
import { PenaltyLines } from './PenaltyLines.tsx';
import { RuledResultContext } from './ruled-result-context.ts';
import { WatchLink } from './WatchLink.tsx';

/** One driver of a session: from the grid to the result, laps, tyres and penalties. */
export function DriverDetails({ session, row }: { session: Session; row: ResultRow }) {
  const { driver, position, placesGained, isOut } = row;
  const isOfRace = isRace(session.sessionType);
  const ruled = useContext(RuledResultContext);
  const momentOf = useMemo(() => momentsByKey(session), [session]);
  const otherPlace = ruled?.otherPlaces.get(driver.carIndex);
  const place = isOut || position === null ? null : `P${position}`;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 text-26 font-800">
        {isOfRace && driver.startingPosition !== null ? (
          <span className="text-mute">
            <span className="sr-only">Grid </span>P{driver.startingPosition} <span aria-hidden="true">→</span>
          </span>
        ) : null}
        {place}
        <PlacesGained places={placesGained ?? 0} className="text-15" />
        <span className="text-17 font-650">{row.main}</span>
        {isOut ? <WatchLink href={momentOf(`out ${driver.carIndex}`)} label="Watch the end" /> : null}
        {isOfRace && row.penalties !== '' ? <span className="text-15 font-750 text-amber">{row.penalties}</span> : null}
        {otherPlace === undefined ? null : <span className="text-15 font-650">{otherPlace}</span>}
      </p>
      <Rulings lines={(ruled?.lines ?? []).filter(({ carIndex }) => carIndex === driver.carIndex)} />
      <BestLap session={session} driver={driver} />
      {hasPace(driver) ? (
        <Part title="Laps">
          <LapSparkline driver={driver} />
        </Part>
      ) : null}
      <Tyres driver={driver} momentOf={momentOf} />
      <Penalties session={session} driver={driver} momentOf={momentOf} />
    </>
  );
}

/** Whether there are laps enough to draw; an entered result has none. */
function hasPace(driver: Driver): boolean {
  const laps = paceLaps(driver);
  return laps.length >= 3 && paceRange(laps) !== null;
}

function Rulings({ lines }: { lines: readonly RulingLine[] }) {
  if (lines.length === 0) return null;
  return (
    <Part title="Stewards">
      <ul>
        {lines.map(({ id, effect, reason, moment }) => (
          <li key={id} className="flex wrap-anywhere">
            <span>
              <b className="font-650 text-amber">{effect}</b> · <bdi className="whitespace-pre-line">{reason}</bdi>
            </span>
            <WatchLink href={moment} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-1">
      <h3 className="text-14 text-mute">{title}</h3>
      {children}
    </section>
  );
}

const fields: readonly (readonly [TimeField, string])[] = [
  ['lapTime', 'Best lap'],
  ['sector1Time', 'S1'],
  ['sector2Time', 'S2'],
  ['sector3Time', 'S3'],
];

/** The best lap and the best sectors, of whatever lap. */
function BestLap({ session, driver }: { session: Session; driver: Driver }) {
  const own = bestTimes(driver.lapTimes);
  const bests = sessionBestTimes(session.drivers);
  if (own.lapTime === null) return <EnteredBestLap session={session} driver={driver} />;
  return (
    <dl className="grid grid-cols-[1.4fr_1fr_1fr_1fr] gap-x-3">
      {fields.map(([field, label]) => (
        <div key={field} className="min-w-0">
          <dt className="text-14 text-mute">{label}</dt>
          <dd
            className={`font-750 whitespace-nowrap ${own[field] !== null && own[field] === bests[field] ? 'text-purple' : ''}`}
          >
            {own[field] !== null && own[field] === bests[field] ? <FastestMark /> : null}
            {field === 'lapTime' ? formatLap(own[field]) : formatTime(own[field])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The best lap of a race without laps; in qualifying it is the result itself. */
function EnteredBestLap({ session, driver: { lapTimes, bestLapTimeMs } }: { session: Session; driver: Driver }) {
  if (bestLapTimeMs === null || lapTimes.length > 0 || !isRace(session.sessionType)) return null;
  const isFastest = session.drivers.every((other) => (other.bestLapTimeMs ?? bestLapTimeMs) >= bestLapTimeMs);
  return (
    <dl>
      <dt className="text-14 text-mute">Best lap</dt>
      <dd className={`font-750 ${isFastest ? 'text-purple' : ''}`}>
        {isFastest ? <FastestMark /> : null}
        {formatLap(bestLapTimeMs)}
      </dd>
    </dl>
  );
}

interface IncidentsProps {
  readonly driver: Driver;
  /** The address of a moment, by the key of its event. */
  readonly momentOf: (key: string) => string | undefined;
}

function Tyres({ driver, momentOf }: IncidentsProps) {
  if (driver.tyres.length === 0) return null;
  return (
    <Part title={driver.pitStops.length === 0 ? 'Tyres' : 'Tyres and stops'}>
      <ol className="flex flex-wrap gap-x-4 gap-y-2">
        {stintsOf(driver).map(({ compound, fromLap, toLap }) => {
          const stop = driver.pitStops.findIndex(({ lapNum }) => lapNum === fromLap - 1);
          const laneTime = driver.pitStops[stop]?.pitLaneTime ?? null;
          return (
            <li key={fromLap} className="flex items-center gap-1.5">
              <Tyre compound={compound} />
              <span>
                L{fromLap}
                {toLap > fromLap ? `–${toLap}` : null}
                {laneTime === null ? null : (
                  <span className="block text-12 text-mute">after {formatTime(laneTime)} s</span>
                )}
              </span>
              <WatchLink href={momentOf(`stop ${driver.carIndex} ${stop}`)} label="Watch the stop" />
            </li>
          );
        })}
      </ol>
    </Part>
  );
}

function Penalties({ session, driver, momentOf }: IncidentsProps & { readonly session: Session }) {
  const { carIndex, penalties, warnings } = driver;
  if (penalties.length + warnings.length === 0) return null;
  return (
    <Part title="Penalties and warnings">
      <PenaltyLines
        penalties={penalties}
        drivers={session.drivers}
        momentOf={(index) => momentOf(`penalty ${carIndex} ${index}`)}
      />
      {warnings.length === 0 ? null : (
        <p>
          {formatCount(warnings.length, 'warning')}
          <span className="text-mute">
            {warnings.map(({ lapNum }, index) =>
              lapNum === null ? null : (
                // biome-ignore lint/suspicious/noArrayIndexKey: a warning is its place
                <Fragment key={index}>
                  {' · '}
                  <LapLink href={momentOf(`warning ${carIndex} ${index}`)} label="Watch the warning on">
                    L{lapNum}
                  </LapLink>
                </Fragment>
              ),
            )}
          </span>
        </p>
      )}
    </Part>
  );
}

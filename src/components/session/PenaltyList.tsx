import { useMemo } from 'react';
import type { Driver, Session } from '#contract/entities/session';
import { inResultOrder } from '#contract/race/classify';
import { codesByCar } from '#contract/race/driver-codes';
import { changeAfterFlag, type RaceCourse } from '#contract/race/race-trace';
import { formatCount } from '../../format/count.ts';
import { momentsByKey } from '../../format/session-moments.ts';
import { Empty } from '../Empty.tsx';
import { TeamBar } from '../TeamBar.tsx';
import { DriverLink } from './DriverLink.tsx';
import { IncidentLanes } from './IncidentLanes.tsx';
import { PenaltyLines } from './PenaltyLines.tsx';

interface PenaltyListProps {
  readonly session: Session;
  /** Null outside of races. */
  readonly course: RaceCourse | null;
  /** The address of a driver's sheet, by car index. */
  readonly hrefOf: (carIndex: number) => string;
}

/** Penalties by driver with what they have changed, those that cost places first; then all warnings over the laps. */
export function PenaltyList({ session, course, hrefOf }: PenaltyListProps) {
  const drivers = inResultOrder(session);
  const momentOf = useMemo(() => momentsByKey(session), [session]);
  const punished = drivers
    .filter(({ penalties }) => penalties.length > 0)
    .map((driver) => ({ driver, change: changeOf(driver, course) }))
    .sort((one, other) => Number(other.change !== null) - Number(one.change !== null));
  const warnings = drivers.reduce((sum, driver) => sum + driver.warnings.length, 0);
  if (punished.length + warnings === 0) return <Empty title="No penalties or warnings">A clean session.</Empty>;
  const count = punished.reduce((sum, { driver }) => sum + driver.penalties.length, 0);
  return (
    <div className="stack gap-6">
      <div className="stack gap-1">
        <p className="text-14 text-mute">
          {formatCount(count, 'penalty', 'penalties')}, {formatCount(warnings, 'warning')}
        </p>
        <ul>
          {punished.map(({ driver, change }) => (
            <li key={driver.carIndex} className="flex min-h-11 items-start gap-2.5 border-b border-hair py-2.5">
              <TeamBar team={driver.team} driver={driver.carIndex} />
              <div className="min-w-0 flex-1 desk:flex">
                <DriverLink
                  driver={driver}
                  hrefOf={hrefOf}
                  className="w-fit max-w-full font-750 desk:w-70 desk:shrink-0 desk:pr-3"
                />
                <PenaltyLines
                  penalties={driver.penalties}
                  drivers={drivers}
                  momentOf={(index) => momentOf(`penalty ${driver.carIndex} ${index}`)}
                />
              </div>
              {change === null ? null : (
                <b className="shrink-0 text-17 font-800 whitespace-nowrap">
                  P{change.from} <span aria-hidden="true">→</span>
                  <span className="sr-only">at the flag, then</span> P{change.to}
                </b>
              )}
            </li>
          ))}
        </ul>
      </div>
      <IncidentLanes
        drivers={drivers}
        laps={Math.max(0, ...session.drivers.map(({ lapTimes }) => lapTimes.length))}
        codes={codesByCar(session.drivers)}
        hrefOf={hrefOf}
        momentOf={momentOf}
      />
    </div>
  );
}

/** The places that a driver has lost after the flag. */
function changeOf(driver: Driver, course: RaceCourse | null): { readonly from: number; readonly to: number } | null {
  const trace = course?.traces.find((each) => each.driver === driver);
  const change = trace === undefined ? null : changeAfterFlag(trace);
  return change !== null && change.from < change.to ? change : null;
}
